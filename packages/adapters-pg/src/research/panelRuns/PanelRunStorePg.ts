import type { PanelQuestion } from "@auspex/domain/panels"
import {
  type ClaimedStep,
  type PanelRun,
  type PanelRunStatus,
  PanelRunStore,
  type RunSubject,
  type StepOutcome
} from "@auspex/domain/panelRuns"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { isUuid } from "../../kernel/isUuid.ts"
import { type Statements, storeStatements } from "../../database/statementsOf.ts"
import { idCursor } from "../../kernel/Cursor.ts"
import { paged, pageOf } from "../../kernel/PageRow.ts"
import * as statements from "./panelRunSql.ts"

const claimedOf = (row: statements.ClaimedRow): ClaimedStep => ({
  lease: { step_id: row.id, claim: row.claims },
  run: { id: row.run_id, workspace_id: row.workspace_id, project_id: row.project_id, method: row.method },
  audience: row.audience,
  panel: row.panel,
  question: row.question,
  question_id: row.question_id,
  specialist: row.specialist,
  round: row.round,
  stage: row.stage,
  input: row.input,
  answer: row.answer === null || row.model === null ? null : { content: row.answer, model: row.model },
  failures: row.failures,
  now: row.now
})

const cursor = idCursor("reasonings")

const reasoningOf = <Row extends { readonly round: number | null }>({ round, ...row }: Row) =>
  round === null ? row : { ...row, round }

/** The part of the settling statement that each outcome fills. */
const outcomeParameters = (outcome: StepOutcome) => ({
  outcome: outcome.kind,
  why: outcome.kind === "given_up" ? outcome.why : null,
  stage: outcome.kind === "next" ? outcome.stage : null,
  input: outcome.kind === "next" ? JSON.stringify(outcome.input) : null,
  reasoning: outcome.kind === "reasoned" ? JSON.stringify(outcome.reasoning) : null
})

/** The ways in which reasonings are read. */
const readsOfReasonings = (
  { all }: Statements
): Pick<typeof PanelRunStore.Service, "reasonings" | "shownReasonings" | "listReasonings"> => ({
  reasonings: (projectId, runId) =>
    isUuid(projectId) && isUuid(runId ?? projectId)
      ? Effect.map(
        all<statements.ReasoningRow>("reasonings", statements.reasonings, [projectId, runId]),
        (rows) => rows.map(reasoningOf)
      )
      : Effect.succeed([]),
  shownReasonings: (projectId) =>
    Effect.map(
      all<statements.ReasoningRow>("shownReasonings", statements.shownReasonings, [projectId]),
      (rows) => rows.map(reasoningOf)
    ),
  listReasonings: (project_id, run_id, page) =>
    Effect.gen(function*() {
      const parameters = yield* paged(page, cursor)
      const rows = yield* all("listReasonings", statements.listReasonings, { project_id, run_id, ...parameters })
      const listed = pageOf<statements.RunReasoningRow, string>(rows, "id", page, cursor, ({ id }) => id)
      return { ...listed, items: listed.items.map(reasoningOf) }
    })
})

const layer: Layer.Layer<PanelRunStore, never, SqlClient> = Layer.effect(
  PanelRunStore,
  Effect.map(storeStatements("panel runs"), (statementsOfRuns) => {
    const { all, first, only, run } = statementsOfRuns
    return PanelRunStore.of({
      subject: (workspaceId, projectId) =>
        isUuid(workspaceId) && isUuid(projectId)
          ? first<RunSubject>("subject", statements.subject, [workspaceId, projectId])
          : Effect.succeed(undefined),
      insert: ({ budget, move, steps, ...added }) =>
        Effect.flatMap(
          first("insert", statements.insert, {
            ...added,
            ...budget,
            status: move.to,
            steps: JSON.stringify(steps.map((step, place) => ({ ...step, place })))
          }),
          (row) => row === undefined ? Effect.succeed(undefined) : only<PanelRun>("find", statements.find, [row.id])
        ),
      claim: (seconds, { from, to }) =>
        Effect.map(first("claim", statements.claim, { seconds, from, to }), (row) => row && claimedOf(row)),
      renew: ({ claim, step_id }, seconds) =>
        Effect.map(first("renew", statements.renew, [step_id, claim, seconds]), (row) => row !== undefined),
      begin: ({ claim, step_id }, { passage_ids, tokens }) =>
        Effect.map(
          first("begin", statements.begin, { step_id, claim, tokens, passage_ids: JSON.stringify(passage_ids) }),
          (row) => row !== undefined
        ),
      saveAnswer: (step_id, answer) => only("saveAnswer", statements.saveAnswer, { step_id, ...answer }),
      release: (lease, after) => run("release", statements.release, { ...lease, ...after }),
      lock: (runId) =>
        Effect.map(
          only<{ readonly status: PanelRunStatus }>("lock", statements.lock, [runId]),
          ({ status }) => status
        ),
      settle: (lease, outcome) => first("settle", statements.settle, { ...lease, ...outcomeParameters(outcome) }),
      addSteps: (runId, steps) =>
        run("addSteps", statements.addSteps, [
          runId,
          JSON.stringify(steps.map((step, place) => ({ ...step, place })))
        ]),
      questions: (runId) => all<PanelQuestion>("questions", statements.questions, [runId]),
      end: (runId, { move, reason }) => run("end", statements.end, [runId, move.to, reason]),
      resume: (run_id, { to }, budget) => run("resume", statements.resume, { run_id, status: to, ...budget }),
      exhausted: Effect.map(first<statements.ExhaustedRow>("exhausted", statements.exhausted), (row) =>
        row && {
          id: row.id,
          usage: { calls: row.calls, tokens: row.tokens, seconds: row.seconds },
          budget: { calls_max: row.calls_max, tokens_max: row.tokens_max, seconds_max: row.seconds_max }
        }),
      latest: (workspaceId, projectId) =>
        isUuid(workspaceId) && isUuid(projectId)
          ? first<PanelRun>("latest", statements.latest, [workspaceId, projectId])
          : Effect.succeed(undefined),
      ...readsOfReasonings(statementsOfRuns)
    })
  })
)

/** Stores runs in `panel_runs`, their steps in `panel_steps` and what comes of them in `reasonings`. */
export const PanelRunStorePg = { layer }
