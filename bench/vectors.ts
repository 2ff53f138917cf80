import { EmbeddedDatabase, Migrations, Pgvector, PgStores, ServerDatabase } from "@auspex/adapters-pg"
import {
  EmbeddedEntries,
  EmbeddingStore,
  packTerms,
  packVector,
  RetrievalStore,
  unpackVector
} from "@auspex/domain/retrieval"
import { testOutside } from "@auspex/testkit/outside"
import { vector as pgvector } from "@electric-sql/pglite-pgvector"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer, ManagedRuntime } from "effect"
import { setTimeout as pause } from "node:timers/promises"
import { type Bench, type BenchRow, median, quantile } from "./harness/BenchRow.ts"

const corpus = "bench"
const model = "bench"
const dimensions = 768
const centres = 300
const searches = 60
const nearestMax = 200
const comparedMax = 100

const normalsFrom = (seed: number) => {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return ((state >>> 0) + 1) / (2 ** 32 + 2)
  }
  return { next, normal: () => Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next()) }
}

/** Vectors between two of some centres, with noise: harder than those of texts, whose neighbours are nearer. */
const vectorsFrom = (seed: number) => {
  const { next, normal } = normalsFrom(seed)
  const all = Array.from({ length: centres }, () => Float32Array.from({ length: dimensions }, normal))
  return (): Float32Array => {
    const from = all[Math.floor(next() * centres)]!
    const to = all[Math.floor(next() * centres)]!
    const share = next()
    const mixed = from.map((value, k) => share * to[k]! + (1 - share) * value + 0.7 * normal())
    const length = Math.hypot(...mixed)
    return mixed.map((value) => value / length)
  }
}

const seconds = (millis: number): number => millis / 1_000

/**
 * The nearest of many vectors, compared by pgvector and in memory. Embedded, with fewer vectors; on the server at
 * AUSPEX_BENCH_PGVECTOR_URL, whose data it leaves behind, if that is set.
 */
export const nearestVectors: Bench = async ({ full }) => {
  const url = process.env["AUSPEX_BENCH_PGVECTOR_URL"]
  const count = url !== undefined || full ? 50_000 : 2_000
  const database = url === undefined
    ? EmbeddedDatabase.memoryLayer(undefined, { vector: pgvector })
    : ServerDatabase.layer({ url })
  const unlimited = <A, E>(work: Effect.Effect<A, E, SqlClient>) =>
    url === undefined ? work : Effect.provide(work, ServerDatabase.migrationLayer({ url }))
  const runtime = ManagedRuntime.make(
    Layer.provideMerge(Layer.provide(PgStores.layer, testOutside), database)
  )
  const run = <A, E>(work: Effect.Effect<A, E, SqlClient | EmbeddingStore | RetrievalStore>) => runtime.runPromise(work)
  try {
    await run(unlimited(Migrations.apply()))
    // As if the vectors had been stored before the extension was there.
    const vectorOf = vectorsFrom(13)
    const embedded = new EmbeddedEntries(model)
    const changes: Array<number> = []
    for (let from = 0; from < count; from += 500) {
      const entries = Array.from({ length: 500 }, (_, n) => ({
        id: `entry ${from + n}`,
        project_id: null,
        kind: "passage",
        source_id: null,
        at: new Date(0),
        title: null,
        text: "text",
        terms: packTerms([])
      }))
      await run(Effect.flatMap(RetrievalStore, (store) => store.put(corpus, entries)))
      await run(Effect.flatMap(EmbeddingStore, (store) =>
        Effect.gen(function*() {
          const batch = yield* store.batch(corpus, model, 500)
          const vectors = batch.entries.map(({ change, id }) => ({ id, change, vector: packVector(vectorOf()) }))
          for (const { change, vector } of vectors) {
            embedded.add(changes.push(change) - 1, unpackVector(vector))
          }
          yield* store.save(corpus, model, { after: batch.after, dimensions, vectors })
        })))
    }
    const state = await run(unlimited(Pgvector.prepare(true)))
    if (state.kind !== "used") throw new Error(`the database does not compare vectors: pgvector is ${state.kind}`)
    const carrying = performance.now()
    await run(Pgvector.arrange(unlimited, count))
    const indexing = performance.now()
    await run(Effect.flatMap(SqlClient, (sql) => sql`update retrieval_compared set counted = 0`))
    await run(Pgvector.arrange(unlimited, Math.min(10_000, count - 1)))
    const indexed = performance.now()
    const sizes = await run(
      Effect.flatMap(SqlClient, (sql) =>
        sql.unsafe<{ readonly what: string; readonly bytes: number }>(`
        select 'packed vectors' as what, pg_total_relation_size('retrieval_vectors') as bytes
        union all select 'vectors of pgvector', pg_table_size('retrieval_pgvectors')
        union all select 'their index', pg_relation_size(indexname::regclass) from pg_indexes
        where indexname like 'retrieval_pgvectors_near%'`))
    )
    const rows: Array<BenchRow> = []
    const shares: ReadonlyArray<readonly [name: string, every: number]> = [
      ["all", 1],
      ["half of them", 2],
      ["a tenth of them", 10]
    ]
    for (const [name, every] of shares) {
      const wanted = Uint8Array.from(changes, (_, place) => place % every === 0 ? 1 : 0)
      const versions = {
        count: wanted.reduce((sum, value) => sum + value, 0),
        each: (visit: (change: number) => void) =>
          wanted.forEach((value, place) => value === 1 && visit(changes[place]!))
      }
      const times: { readonly ours: Array<number>; readonly theirs: Array<number> } = { ours: [], theirs: [] }
      let common = 0
      let expected = 0
      for (let search = -5; search < searches; search++) {
        const vector = vectorOf()
        const start = performance.now()
        const inMemory = embedded.rank(vector, nearestMax, wanted)
        const middle = performance.now()
        const near = await run(
          Effect.flatMap(
            EmbeddingStore,
            (store) => store.nearest(corpus, model, { vector, wanted: versions, max: nearestMax })
          )
        )
        const end = performance.now()
        // The first ones read the index from the disk.
        if (search < 0) continue
        times.ours.push(end - middle)
        times.theirs.push(middle - start)
        const found = new Set(near.slice(0, comparedMax).map(({ change }) => change))
        // Fewer when not so many are similar at all.
        const nearestInMemory = inMemory.slice(0, comparedMax)
        expected += nearestInMemory.length
        common += nearestInMemory.filter(([place]) => found.has(changes[place]!)).length
        await pause(0)
      }
      const ratio = median(times.ours) / median(times.theirs)
      rows.push(
        {
          what: `the ${nearestMax} nearest of ${name}, median (less is better)`,
          unit: "ms",
          ours: median(times.ours),
          theirs: median(times.theirs),
          ratio
        },
        {
          what: `the ${nearestMax} nearest of ${name}, 99th percentile (less is better)`,
          unit: "ms",
          ours: quantile(times.ours, 0.99),
          theirs: quantile(times.theirs, 0.99)
        },
        {
          what: `the ${comparedMax} nearest of ${name} that are those of the other`,
          unit: "%",
          ours: (100 * common) / expected,
          ...(every === 1 && { goal: { of: "ours", is: "at least", value: 99 } as const })
        }
      )
    }
    rows.push(
      { what: "carrying the packed vectors over (less is better)", unit: "s", ours: seconds(indexing - carrying) },
      { what: "making the index (less is better)", unit: "s", ours: seconds(indexed - indexing) },
      { what: "memory of an instance (less is better)", unit: "MiB", ours: 0, theirs: embedded.bytes / 2 ** 20 },
      ...sizes.map(({ bytes, what }) => ({ what: `${what}, in the database`, unit: "MiB", ours: bytes / 2 ** 20 }))
    )
    const where = url === undefined ? "embedded database" : "server"
    return {
      title: `Vectors: the nearest by pgvector${url === undefined ? "" : " on a server"}`,
      rows,
      notes: [
        `${
          count.toLocaleString("en-US")
        } vectors of ${dimensions} dimensions; ours: pgvector ${state.version}, ${where}; theirs: the comparison in memory.`
      ]
    }
  } finally {
    await runtime.dispose()
  }
}
