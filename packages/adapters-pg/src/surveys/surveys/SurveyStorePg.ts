import { mapPage } from "@auspex/domain/kernel"
import type { QuestionRow } from "@auspex/domain/questions"
import {
  type AssignmentCandidate,
  type Survey,
  type SurveyAssignment,
  type SurveyClaim,
  type SurveyMove,
  type SurveyProgress,
  SurveyStore
} from "@auspex/domain/surveys"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { v7 as uuidv7 } from "uuid"
import { isUuid } from "../../kernel/isUuid.ts"
import { type Statements, storeStatements } from "../../database/statementsOf.ts"
import { countCursor, idCursor } from "../../kernel/Cursor.ts"
import { ifUuid } from "../../kernel/ifUuid.ts"
import { paged, pageOf, type PageRow } from "../../kernel/PageRow.ts"
import * as statements from "./surveySql.ts"

type Store = SurveyStore["Type"]

const surveyCursor = idCursor("surveys")
const assignedCursor = idCursor("assigned_surveys")
const questionCursor = countCursor("survey_questions")
const assignmentCursor = idCursor("survey_assignments")
const progressCursor = idCursor("survey_progress")

interface IdRow {
  readonly id: string
}

/** By how much a move changes the numbers of a question's open and closed surveys. */
const growthOf = ({ from, to }: SurveyMove): { readonly open: number; readonly closed: number } => {
  const isOver = (status: string) => status === "closed" || status === "archived"
  return {
    open: Number(to === "open") - Number(from === "open"),
    closed: Number(isOver(to)) - Number(isOver(from))
  }
}

const writing = (
  { first, only, run }: Statements
): Pick<Store, "insert" | "lock" | "rewrite" | "move" | "remove"> => ({
  insert: ({ to }, fields, created_by) =>
    only("insert", statements.insert, { id: uuidv7(), status: to, ...fields, created_by }),

  lock: (id) =>
    ifUuid(
      id,
      Effect.zipRight(run("lock", statements.lock, [id]), first<Survey>("find", statements.find, [id]))
    ),

  rewrite: (id, { to }, fields) => only("rewrite", statements.rewrite, { id, status: to, ...fields }),

  move: (id, move) =>
    Effect.gen(function*() {
      const growth = growthOf(move)
      if (growth.open !== 0 || growth.closed !== 0) {
        yield* run("lockQuestions", statements.lockQuestions, [id])
        yield* run("countQuestions", statements.countQuestions, [id, growth.open, growth.closed])
      }
      if (move.to === "open") yield* run("countRespondents", statements.countRespondents, [id])
      return yield* only<Survey>("move", statements.move, [id, move.to])
    }),

  remove: (id, _move) => run("remove", statements.remove, [id])
})

const judging = ({ first, run }: Statements): Pick<Store, "claimChanged" | "markJudged" | "lockQuestions"> => ({
  claimChanged: (after) => first<SurveyClaim>("claimChanged", statements.claimChanged, [after ?? null]),
  markJudged: ({ id, prediction_count }) => run("markJudged", statements.markJudged, [id, prediction_count]),
  lockQuestions: (id) => run("lockQuestions", statements.lockQuestions, [id])
})

const reading = ({ all, first }: Statements): Pick<Store, "list" | "assignedTo" | "find"> => ({
  list: (statuses, page) =>
    Effect.gen(function*() {
      const parameters = yield* paged(page, surveyCursor)
      const rows = yield* all("list", statements.list, { statuses: JSON.stringify(statuses), ...parameters })
      return pageOf<Survey, string>(rows, "id", page, surveyCursor, ({ id }) => id)
    }),

  assignedTo: (account_id, statuses, page) =>
    Effect.gen(function*() {
      const parameters = yield* paged(page, assignedCursor)
      const rows = yield* all("assignedTo", statements.assignedTo, {
        account_id,
        statuses: JSON.stringify(statuses),
        ...parameters
      })
      return pageOf<Survey, string>(rows, "id", page, assignedCursor, ({ id }) => id)
    }),

  find: (id) => ifUuid(id, first<Survey>("find", statements.find, [id]))
})

const linking = (
  { all, first, only, run }: Statements
): Pick<Store, "questions" | "questionIds" | "knownQuestions" | "link" | "unlink"> => ({
  questions: (survey_id, page, viewer) =>
    Effect.gen(function*() {
      const parameters = yield* paged(page, questionCursor)
      const rows = yield* all("questions", statements.questions, { survey_id, viewer: viewer ?? null, ...parameters })
      const { now } = rows[0]!
      const found = pageOf<statements.LinkedQuestion, number>(
        rows.map(({ now: _, ...row }) => row as PageRow<statements.LinkedQuestion>),
        "id",
        page,
        questionCursor,
        ({ position }) => position
      )
      return {
        ...mapPage(found, ({ position: _, viewer_state, ...row }): QuestionRow =>
          viewer_state === null ? row : { ...row, viewer_state }),
        now
      }
    }),

  questionIds: (id) =>
    Effect.map(all<IdRow>("questionIds", statements.questionIds, [id]), (rows) => rows.map((row) => row.id)),

  knownQuestions: (ids) =>
    Effect.map(
      all<IdRow>("knownQuestions", statements.knownQuestions, [JSON.stringify(ids.filter(isUuid))]),
      (rows) => rows.map(({ id }) => id)
    ),

  link: (id, { to }, questionIds) =>
    Effect.zipRight(
      run("link", statements.link, [id, JSON.stringify(questionIds)]),
      only<Survey>("touch", statements.touch, [id, to])
    ),

  unlink: (id, { to }, questionId) =>
    ifUuid(
      questionId,
      Effect.flatMap(
        first("unlink", statements.unlink, [id, questionId]),
        (row) => row === undefined ? Effect.succeed(undefined) : only<Survey>("touch", statements.touch, [id, to])
      )
    )
})

const assigning = (
  { all, only, run }: Statements
): Pick<Store, "candidates" | "matching" | "assign" | "unassign" | "assignments" | "panelSize"> => ({
  candidates: (ids) =>
    all<AssignmentCandidate>("candidates", statements.candidates, [JSON.stringify(ids.filter(isUuid))]),

  matching: ({ families = null, resolved_min = 0, trust = null }, { limit, unassignedTo = null }) =>
    all("matching", statements.matching, {
      families: families === null ? null : JSON.stringify(families),
      trust: trust === null ? null : JSON.stringify(trust),
      resolved_min,
      unassigned_to: unassignedTo,
      limit
    }),

  assign: (id, { to }, { assigned_by, user_ids }) =>
    Effect.gen(function*() {
      const rows = yield* all<IdRow>("assign", statements.assign, [id, JSON.stringify(user_ids), assigned_by])
      if (rows.length > 0) yield* run("touch", statements.touch, [id, to])
      return rows.map((row) => row.id)
    }),

  unassign: (id, { to }, userIds) =>
    Effect.gen(function*() {
      const rows = yield* all<IdRow>("unassign", statements.unassign, [id, JSON.stringify(userIds.filter(isUuid))])
      if (rows.length > 0) yield* run("touch", statements.touch, [id, to])
      return rows.map((row) => row.id)
    }),

  assignments: (survey_id, page) =>
    Effect.gen(function*() {
      const parameters = yield* paged(page, assignmentCursor)
      const rows = yield* all("assignments", statements.assignments, { survey_id, ...parameters })
      return pageOf<SurveyAssignment, string>(rows, "user_id", page, assignmentCursor, ({ user_id }) => user_id)
    }),

  panelSize: (id) =>
    Effect.map(only<{ readonly count: number }>("panelSize", statements.panelSize, [id]), ({ count }) => count)
})

const counting = ({ all, first }: Statements): Pick<Store, "progressOf" | "progress"> => ({
  progressOf: (id, accountId) =>
    ifUuid(id, first<SurveyProgress>("progressOf", statements.progressOf, [id, accountId])),

  progress: (survey_id, page) =>
    Effect.gen(function*() {
      const parameters = yield* paged(page, progressCursor)
      const rows = yield* all("progress", statements.progress, { survey_id, ...parameters })
      const found = pageOf<statements.ProgressRow, string>(
        rows,
        "user_id",
        page,
        progressCursor,
        ({ user_id }) => user_id
      )
      return mapPage(found, ({ questions, ...row }) => ({ ...row, total: questions }))
    })
})

const layer: Layer.Layer<SurveyStore, never, SqlClient> = Layer.effect(
  SurveyStore,
  Effect.map(storeStatements("surveys"), (store) =>
    SurveyStore.of({
      ...reading(store),
      ...writing(store),
      ...judging(store),
      ...linking(store),
      ...assigning(store),
      ...counting(store)
    }))
)

/** Stores surveys. An act of an administrator locks the survey; opening and closing it lock its questions as well. */
export const SurveyStorePg = { layer }
