import {
  EmbeddedDatabase,
  migrations,
  Migrations,
  PgStores,
  recount,
  recounts,
  ServerDatabase
} from "@auspex/adapters-pg"
import { consensus } from "@auspex/domain/consensus"
import { SnapshotStore, HistoryStore } from "@auspex/domain/history"
import { logScoreBinary, logScoreMulti } from "@auspex/domain/scoring"
import { testServerUrl } from "@auspex/testkit/databases"
import { testOutside } from "@auspex/testkit/outside"
import { SqlClient } from "@effect/sql/SqlClient"
import { afterAll, beforeAll, describe, expect, it } from "@effect/vitest"
import { Effect, Layer, ManagedRuntime } from "effect"
import { randomBytes } from "node:crypto"
import pg from "pg"
import { account, at, predicted, question, seasonOf0002 } from "./seasonOf0002.ts"

/** The values that 0003 derives; the other recounts are of tables that it does not touch. */
const derived = recounts.filter(({ name }) =>
  /voice|snapshots|scores|highlights|account days|categories|calibration|history|balance|question counts/.test(name)
)

const openers = {
  embedded: async () => ({ database: EmbeddedDatabase.memoryLayer(), drop: async () => undefined }),
  server: async () => {
    const name = `auspex_migration_${process.pid}_${randomBytes(4).toString("hex")}`
    const runOnServer = async (statement: string) => {
      const client = new pg.Client({ connectionString: await testServerUrl() })
      await client.connect()
      await client.query(statement)
      await client.end()
    }
    await runOnServer(`create database ${name}`)
    const url = await testServerUrl(name)
    return { database: ServerDatabase.layer({ url }), drop: () => runOnServer(`drop database ${name} with (force)`) }
  }
}

describe.each(["embedded", "server"] as const)("a season before migration 0003 (%s database)", (kind) => {
  const stores = PgStores.layer.pipe(Layer.provide(testOutside))
  const runtimeOn = (database: Awaited<ReturnType<(typeof openers)["server"]>>["database"]) =>
    ManagedRuntime.make(stores.pipe(Layer.provideMerge(database)))
  let runtime: ReturnType<typeof runtimeOn>
  let drop: () => Promise<void>

  beforeAll(async () => {
    const opened = await openers[kind]()
    runtime = runtimeOn(opened.database as Awaited<ReturnType<(typeof openers)["server"]>>["database"])
    drop = opened.drop
    await runtime.runPromise(Effect.gen(function*() {
      const sql = yield* SqlClient
      yield* Migrations.apply(migrations().slice(0, 3))
      yield* sql.unsafe(seasonOf0002)
      yield* Migrations.apply()
    }))
  }, 300_000)
  afterAll(async () => {
    await runtime.dispose()
    await drop()
  })

  const rows = <Row extends object>(statement: string, parameters: ReadonlyArray<unknown> = []) =>
    Effect.flatMap(SqlClient, (sql) => sql.unsafe<Row>(statement, [...parameters]))
  const history = <A, E>(use: (store: typeof HistoryStore.Service) => Effect.Effect<A, E>) =>
    Effect.flatMap(HistoryStore, use)
  const statusAt = (n: number, when: Date) =>
    Effect.map(
      history((store) => store.question(question(n), when)),
      (found) => found === undefined ? undefined : [found.row.status, found.row.outcome, found.row.prediction_count]
    )

  it.live("is derived with the values of a recount", () =>
    Effect.gen(function*() {
      expect(derived.length).toBeGreaterThan(14)
      const results = yield* Effect.forEach(derived, recount)
      expect(results.filter(({ differing }) => differing > 0)).toEqual([])
    }).pipe(Effect.provide(runtime)))

  it.live("gets the logarithmic scores of the rules", () =>
    Effect.gen(function*() {
      const scored = yield* rows<{ confidence: number; correct: boolean; log_score: number; multi: boolean }>(
        `select p.confidence, p.correct, p.log_score, p.selected_option is not null as multi
        from predictions p where p.correct is not null order by p.id`
      )
      expect(scored).toHaveLength(5)
      for (const { confidence, correct, log_score, multi } of scored) {
        const expected = multi
          ? logScoreMulti({ confidence, correct, optionCount: 3, correctCount: 2 })
          : logScoreBinary(confidence, correct)
        expect(log_score).toBeCloseTo(expected, 12)
      }
      const [sums] = yield* rows<{ scored: number; correct: number; brier_sum: number }>(
        "select scored, correct, brier_sum from question_scores where question_id = $1::uuid",
        [question(1)]
      )
      expect([sums!.scored, sums!.correct, sums!.brier_sum.toFixed(6)]).toEqual([3, 2, "0.460000"])
    }).pipe(Effect.provide(runtime)))

  it.live("has the states that follow from the questions' times, and no outcome too early", () =>
    Effect.gen(function*() {
      expect(yield* statusAt(1, at(0))).toBeUndefined()
      expect(yield* statusAt(1, at(0, 13))).toEqual(["draft", null, 0])
      expect(yield* statusAt(1, at(1, 7))).toEqual(["open", null, 1])
      expect(yield* statusAt(1, at(4, 1))).toEqual(["closed", null, 3])
      expect(yield* statusAt(1, at(5, 7))).toEqual(["resolved", true, 3])
      const before = yield* history((store) => store.question(question(1), at(5)))
      expect(before?.row).toMatchObject({ resolution_note: null, evidence_urls: null, resolved_at: null })
      expect(yield* statusAt(3, at(9))).toEqual(["open", null, 3])
      expect(yield* statusAt(5, at(9))).toEqual(["draft", null, 0])
      expect(yield* statusAt(6, at(9))).toEqual(["approved", null, 0])
      expect(yield* statusAt(7, at(9))).toEqual(["closed", null, 0])
      expect(yield* statusAt(8, at(2, 6))).toEqual(["open", null, 1])
    }).pipe(Effect.provide(runtime)))

  it.live("has votes and scores from the time they were made", () =>
    Effect.gen(function*() {
      const page = { limit: 10, offset: 0 }
      const brief = (when: Date) =>
        Effect.map(history((store) => store.predictions(question(1), page, when)), (found) =>
          found?.items.map(({ brier_score, downvotes, upvotes }) => [upvotes, downvotes, brier_score]))
      expect(yield* brief(at(2, 12))).toEqual([[0, 0, undefined], [0, 0, undefined], [1, 0, undefined]])
      expect(yield* brief(at(5, 8))).toEqual([[0, 0, 0.01], [0, 0, 0.36], [1, 1, 0.09]])
    }).pipe(Effect.provide(runtime)))

  it.live("has the board of a day from what had been done by then", () =>
    Effect.gen(function*() {
      const board = (when: Date) =>
        Effect.map(
          history((store) => store.leaderboard({ period: "all" }, { limit: 10, offset: 0 }, when)),
          ({ items }) =>
            items.map(({ accuracy, id, points, predictions }) => [Number(id.slice(-2)), points, predictions, accuracy])
        )
      expect(yield* board(at(0, 4))).toEqual([[1, 5_000, 0, 0], [2, 5_000, 0, 0], [3, 5_000, 0, 0]])
      expect((yield* board(at(1, 7))).find(([n]) => n === 3)).toEqual([3, 4_870, 2, 0])
      expect((yield* board(at(6))).find(([n]) => n === 3)).toEqual([3, 4_815, 3, 1])
    }).pipe(Effect.provide(runtime)))

  it.live("weighs the voices, and takes the snapshots of all its days at the first opportunity", () =>
    Effect.gen(function*() {
      const facts = yield* history((store) => store.consensus(question(3), at(9)))
      // Of three voices, two belong to one owner and count once, and two share a family.
      expect(consensus(facts!).effective_agents).toBeCloseTo((300 ** 2) / (200 ** 2 + 100 ** 2 + 0.5 * 2 * 100 ** 2), 2)
      const [live] = yield* rows<{ voice_weight: number; snapshot_counts: ReadonlyArray<number> }>(
        "select voice_weight, snapshot_counts from questions where id = $1::uuid",
        [question(3)]
      )
      expect(live).toEqual({ voice_weight: 300, snapshot_counts: [2, 1] })
      const takeAll: Effect.Effect<void, unknown, SnapshotStore> = Effect.flatMap(
        SnapshotStore,
        ({ takeNext }) => Effect.flatMap(takeNext, (more) => more ? takeAll : Effect.void)
      )
      yield* takeAll
      const taken = yield* rows<{ taken_at: Date; total_agents: number; yes_count: number }>(
        `select taken_at, total_agents, yes_count from consensus_snapshots
        where question_id = $1::uuid and kind = 'daily' order by taken_at limit 3`,
        [question(3)]
      )
      expect(taken).toEqual([
        { taken_at: at(3), total_agents: 2, yes_count: 2 },
        { taken_at: at(4), total_agents: 3, yes_count: 2 },
        { taken_at: at(5), total_agents: 3, yes_count: 2 }
      ])
      const resolved = yield* rows<{ taken_at: Date }>(
        "select taken_at from consensus_snapshots where question_id = $1::uuid and kind = 'daily' order by taken_at",
        [question(1)]
      )
      expect([resolved.length, resolved.at(-1)?.taken_at]).toEqual([5, at(6)])
      const results = yield* Effect.forEach(derived, recount)
      expect(results.filter(({ differing }) => differing > 0)).toEqual([])
    }).pipe(Effect.provide(runtime)))

  it.live("leaves each account unchanged", () =>
    Effect.gen(function*() {
      const [version] = yield* rows("select role, model, suspended from account_versions where account_id = $1::uuid", [
        account(4)
      ])
      expect(version).toEqual({ role: "predictor", model: "claude-opus-4", suspended: false })
      expect(yield* rows("select count(*)::integer as n from prediction_history")).toEqual([
        { n: predicted.filter(([, , , , , right]) => right !== null).length }
      ])
    }).pipe(Effect.provide(runtime)))
})
