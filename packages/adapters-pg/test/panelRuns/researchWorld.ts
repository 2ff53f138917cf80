import { InferenceFailed } from "@auspex/domain/inference"
import { StorageUnavailable, type UnitOfWork } from "@auspex/domain/kernel"
import { type EvidencePassage, EvidenceSearch } from "@auspex/domain/evidence"
import { type CompletedRun, PanelModel, PanelRuns, type PanelRunStore, RunCompletion } from "@auspex/domain/panelRuns"
import { scriptedSpecialist } from "@auspex/testkit/models"
import { SqlClient } from "@effect/sql/SqlClient"
import { Context, Effect, Exit, Layer } from "effect"
import { v7 as uuidv7 } from "uuid"
import { UnitOfWorkPg } from "../../src/kernel/UnitOfWorkPg.ts"
import { PanelRunStorePg } from "../../src/research/panelRuns/PanelRunStorePg.ts"

/** What a test sees and decides of the world around the runs. */
export class ResearchWorld extends Context.Tag("test/ResearchWorld")<ResearchWorld, {
  /** The requests to the model, in the order in which they were made. */
  readonly asked: Array<{ readonly system: string; readonly content: string }>
  readonly completed: Array<CompletedRun>
  passages: ReadonlyArray<EvidencePassage>
  /** What the model answers. */
  answer: (prompt: { readonly system: string; readonly content: string }) => Effect.Effect<string, InferenceFailed>
  /** While true, a completion fails. */
  completionFails: boolean
}>() {}

export const passageOf = (id: string, text: string, start = 0): EvidencePassage => ({
  id,
  source_id: "00000000-0000-7000-8000-00000000000a",
  title: `Title of ${id}`,
  uri: `https://example.org/${id}`,
  start,
  end: start + text.length,
  text,
  retrieved_at: new Date("2026-11-01T00:00:00Z")
})

const defaultPassages = [
  passageOf(
    "one",
    "The central bank left its policy rate at 4 %, as expected. Most members want to cut it in June.",
    200
  ),
  passageOf("two", "One member doubts that the bank will cut the rate by June.\n\nThe minutes are public.")
]

const world = Layer.sync(ResearchWorld, (): typeof ResearchWorld.Service => ({
  asked: [],
  completed: [],
  passages: defaultPassages,
  answer: (prompt) => Effect.sync(() => scriptedSpecialist(prompt)),
  completionFails: false
}))

const evidence = Layer.effect(
  EvidenceSearch,
  Effect.map(ResearchWorld, (of) =>
    EvidenceSearch.of({
      search: ({ limit }) => Effect.sync(() => of.passages.slice(0, limit)),
      passages: (_, ids) => Effect.sync(() => of.passages.filter(({ id }) => ids.includes(id)))
    }))
)

/** The model of the world; without one, panels quote. */
const modelOf = (isConfigured: boolean) =>
  Layer.effect(
    PanelModel,
    Effect.map(ResearchWorld, (of) =>
      PanelModel.of({
        isConfigured,
        ask: ({ messages, system_prompt = "" }) =>
          Effect.suspend(() => {
            const prompt = { system: system_prompt, content: messages.at(-1)!.content }
            of.asked.push(prompt)
            return Effect.map(of.answer(prompt), (content) => ({ content, model: "model-1", tokens: 100 }))
          })
      }))
  )

const completion = Layer.effect(
  RunCompletion,
  Effect.map(ResearchWorld, (of) =>
    RunCompletion.of({
      onCompleted: (run) =>
        Effect.suspend(() => {
          if (of.completionFails) {
            return Effect.fail(new StorageUnavailable({ operation: "completion", cause: undefined }))
          }
          of.completed.push(run)
          return Effect.void
        })
    }))
)

/** The runs with everything around them, on a database; a new world each time that it is built. */
export const researchLayer = (isConfigured = true) =>
  PanelRuns.layer.pipe(
    Layer.provideMerge(Layer.mergeAll(evidence, modelOf(isConfigured), completion)),
    Layer.provideMerge(Layer.mergeAll(world, PanelRunStorePg.layer, UnitOfWorkPg.layer))
  )

export type ResearchServices =
  | PanelRuns
  | PanelRunStore
  | ResearchWorld
  | UnitOfWork
  | EvidenceSearch
  | PanelModel
  | RunCompletion

/** The failure of a request that a model server broke off. */
export const brokenOff = new InferenceFailed({ reason: "gap", detail: "The answer stopped." })
export const unavailable = new InferenceFailed({ reason: "unavailable", detail: "Nobody answers." })

const questionTexts = [
  "Will the central bank cut its policy rate by June 2027?",
  "Will the agency approve the drug by December 2027?",
  "Will the company open its second plant by March 2028?"
]

export interface ProjectFields {
  readonly audience?: string | null
  readonly questions?: number
  readonly kind?: string | null
  readonly kind_options?: object | null
}

/** Adds a workspace with a project; returns their ids. */
export const addProject = (
  { audience = null, kind = "binary", kind_options = null, questions = 1 }: ProjectFields = {}
) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient
    const ids = yield* sql.unsafe<{ readonly workspace_id: string; readonly project_id: string }>(
      `with w as (
        insert into workspaces (id, name) values (auspex_uuid_v7(auspex_clock()), 'Olive') returning id
      )
      insert into projects (id, workspace_id, kind, title, audience, question_count)
      select auspex_uuid_v7(auspex_clock()), w.id, 'research', 'Rates', $1, $2 from w
      returning workspace_id, id as project_id`,
      [audience, questions]
    )
    const project = ids[0]!
    for (let n = 0; n < questions; n++) {
      yield* sql.unsafe(
        `insert into project_questions (id, project_id, text, kind, kind_options, resolution_date, fingerprint, framing)
        values ($6::uuid, $1::uuid, $2, $3, $4::text::jsonb, '2027-06-30', $5, '{}')`,
        // Ids in the order of the questions; those of the embedded database's clock are not, within a millisecond.
        [project.project_id, questionTexts[n], kind, kind_options && JSON.stringify(kind_options), String(n), uuidv7()]
      )
    }
    return project
  }).pipe(Effect.orDie)

/** Works until nothing is due; returns how many steps were worked on. */
export const workUntilIdle = Effect.gen(function*() {
  const runs = yield* PanelRuns
  let worked = 0
  while (yield* runs.runNext) worked++
  return worked
})

/** The code with which an effect is refused. */
export const codeOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(
    Effect.exit(effect),
    (exit) => Exit.isFailure(exit) ? /"code":"(\w+)"/.exec(JSON.stringify(exit))?.[1] : "ok"
  )

/** How many reasonings a project counts, and whether it has been dated again. */
export const projectRow = (id: string) =>
  Effect.flatMap(SqlClient, (sql) =>
    Effect.map(
      sql.unsafe<{ readonly reasoning_count: number; readonly moved: boolean }>(
        "select reasoning_count, last_updated_at > created_at as moved from projects where id = $1::uuid",
        [id]
      ),
      ([row]) => row
    ))
