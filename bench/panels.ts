import { EmbeddedDatabase, Migrations, PgStores, ServerDatabase } from "@auspex/adapters-pg"
import { type EvidencePassage, EvidenceSearch } from "@auspex/domain/evidence"
import { PanelModel, PanelRuns, panelStepsMax, RunCompletion } from "@auspex/domain/panelRuns"
import { Retrieval } from "@auspex/domain/retrieval"
import { scriptedSpecialist } from "@auspex/testkit/models"
import { testOutside } from "@auspex/testkit/outside"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer, ManagedRuntime } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { type Bench, type BenchRow, median, spreadOf } from "./harness/BenchRow.ts"
import { startBenchServer } from "./harness/databases.ts"

const questions = 5
const specialists = 5
const sources = 40
const passagesPerSource = 10
const rounds = 5
const reasoningMillisMax = 40

const words = "rate bank policy inflation growth credit market price supply demand court filing plant drug vote".split(
  " "
)

/** A sentence of words that differ by number, as sources of one subject do. */
const sentenceOf = (n: number): string =>
  `In ${2000 + n % 40} the ${words[n % words.length]} of the ${words[(n * 7) % words.length]} moved by ${
    n % 90
  } percent, said ${words[(n * 3) % words.length]} report ${n}.`

const passages: ReadonlyArray<EvidencePassage> = Array.from({ length: sources * passagesPerSource }, (_, n) => {
  const text = Array.from({ length: 8 }, (_, sentence) => sentenceOf(n * 8 + sentence)).join(" ")
  const id = `passage-${n}`
  return {
    id,
    source_id: `source-${Math.floor(n / passagesPerSource)}`,
    title: `Report ${n}`,
    uri: "https://example.org/report",
    start: 0,
    end: text.length,
    text,
    retrieved_at: new Date("2026-11-01T00:00:00Z")
  }
})
const byId = new Map(passages.map((passage) => [passage.id, passage]))
const found = (ids: ReadonlyArray<string>) => ids.flatMap((id) => byId.get(id) ?? [])

/** The search of the product; the passages themselves come from memory. */
const evidence = Layer.effect(
  EvidenceSearch,
  Effect.map(Retrieval, (retrieval) =>
    EvidenceSearch.of({
      search: ({ limit, project_id, q, workspace_id: corpus }) =>
        Effect.map(retrieval.search({ corpus, q, filters: { project_id }, limit, offset: 0 }), ({ items }) =>
          found(items.map(({ id }) => id))),
      passages: (_, ids) =>
        Effect.succeed(found(ids))
    }))
)

/** Answers at once. */
const model = Layer.succeed(PanelModel, {
  isConfigured: true,
  ask: ({ messages, system_prompt: system = "" }) =>
    Effect.sync(() => ({
      content: scriptedSpecialist({ system, content: messages[0]!.content }),
      model: "bench",
      tokens: 100
    }))
})

const useCases = PanelRuns.layer.pipe(
  Layer.provideMerge(Layer.mergeAll(
    Layer.provideMerge(evidence, Retrieval.layer),
    model,
    Layer.succeed(RunCompletion, { onCompleted: () => Effect.void })
  )),
  Layer.provideMerge(Layer.provide(PgStores.layer, testOutside))
)

const addProject = Effect.gen(function*() {
  const sql = yield* SqlClient
  const [project] = yield* sql.unsafe<{ readonly workspace_id: string; readonly project_id: string }>(
    `
    with w as (
      insert into workspaces (id, name) values (auspex_uuid_v7(auspex_clock()), 'Bench') returning id
    ), p as (
      insert into projects (id, workspace_id, kind, title, audience)
      select auspex_uuid_v7(auspex_clock()), id, 'research', 'Bench', 'fo_principal' from w returning id, workspace_id
    ), q as (
      insert into project_questions (id, project_id, text, kind, fingerprint, framing)
      select auspex_uuid_v7(auspex_clock() + n * interval '1 microsecond'), p.id,
        'Will the ' || ($1::text::jsonb ->> n) || ' of the bank rise above ' || n || ' percent by June 2030?', 'binary', n::text, '{}'
      from p cross join generate_series(0, ${questions - 1}) n
    )
    select workspace_id, id as project_id from p`,
    [JSON.stringify(words)]
  )
  const { project_id, workspace_id } = project!
  yield* (yield* Retrieval).put(
    workspace_id,
    passages.map(({ id, retrieved_at: at, source_id, text, title }) => ({
      id,
      project_id,
      kind: "passage",
      source_id,
      at,
      title,
      text
    }))
  )
  return { project_id, workspace_id }
})

/** Milliseconds of a run for each of its reasonings. */
const measureRun = Effect.gen(function*() {
  const runs = yield* PanelRuns
  const project = yield* addProject
  // The index of the corpus is built by the first search.
  yield* (yield* EvidenceSearch).search({ ...project, q: "rate", limit: 1 })
  const lane = Effect.repeat(runs.runNext, { while: (worked) => worked })
  const before = performance.now()
  yield* runs.start({ ...project, by: null })
  yield* Effect.all(Array.from({ length: panelStepsMax }, () => lane), { concurrency: "unbounded" })
  const millis = performance.now() - before
  const ended = yield* runs.latest(project)
  if (ended?.reasoned !== questions * specialists) throw new Error(`a run ended as ${JSON.stringify(ended)}`)
  return millis / ended.reasoned
})

const rowFor = (name: string, times: ReadonlyArray<number>): BenchRow => ({
  what: `a reasoning, ${name} database (less is better)`,
  unit: "ms",
  ours: median(times),
  spread: spreadOf(times),
  goal: { of: "ours", is: "at most", value: reasoningMillisMax }
})

const measure = async (database: Layer.Layer<SqlClient, unknown>): Promise<ReadonlyArray<number>> => {
  const runtime = ManagedRuntime.make(Layer.provideMerge(useCases, database))
  try {
    const times: Array<number> = []
    for (let round = 0; round <= rounds; round++) times.push(await runtime.runPromise(measureRun))
    // The first run warms up.
    return times.slice(1)
  } finally {
    await runtime.dispose()
  }
}

/** P13: our own share of a run of a panel, with a model that takes no time. */
export const panelRuns: Bench = async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), "auspex-bench-"))
  const server = await startBenchServer()
  try {
    const embedded = Layer.tap(
      EmbeddedDatabase.layer({ dataDir }),
      (context) => Effect.provide(Migrations.apply(), context)
    )
    const rows = [
      rowFor("embedded", await measure(embedded)),
      rowFor("server", await measure(ServerDatabase.layer({ url: await server.create("panels") })))
    ]
    return {
      title: "P13: runs of panels",
      rows,
      notes: [
        `${questions} questions, ${specialists} specialists, ${passages.length} passages; ${panelStepsMax} steps at a time; ${server.version}.`,
        "Of a reasoning: two prompts and answers, three searches, the check of its quotes and all statements."
      ]
    }
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
