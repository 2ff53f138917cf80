import { ServerDatabase, UnitOfWorkPg } from "@auspex/adapters-pg"
import { UnitOfWork } from "@auspex/domain/kernel"
import { type PostgresCluster, startCluster, testRunDirectory } from "@auspex/testkit/databases"
import { SqlClient } from "@effect/sql/SqlClient"
import { afterAll, beforeAll, describe, expect, it } from "@effect/vitest"
import { Effect, Either, Fiber, Layer } from "effect"
import path from "node:path"
import pg from "pg"
import { storage } from "../../src/database/DatabaseError.ts"

const poolSizes = [1, 2, 16]
const queryTimeoutMs = 1_000

// A separate server, because a stopped backend would hold up DROP DATABASE of concurrent tests.
describe("A hung Postgres", () => {
  let cluster: PostgresCluster
  const url = () => cluster.url()
  beforeAll(async () => {
    cluster = await startCluster({ directory: path.join(testRunDirectory(), `hung-${process.pid}`) })
    await Effect.runPromise(Effect.provide(
      Effect.flatMap(
        SqlClient,
        (sql) => sql`create table t_journal (pool int, request text, xid xid8 default pg_current_xact_id())`
      ),
      ServerDatabase.layer({ url: url() })
    ))
  })
  afterAll(() => cluster.stop("immediate"))

  const database = (poolMax: number, queryTimeout = queryTimeoutMs) =>
    Layer.provideMerge(
      UnitOfWorkPg.layer,
      ServerDatabase.layer({
        url: url(),
        poolMax,
        queryTimeoutMs: queryTimeout,
        connectTimeoutMs: 1_000,
        applicationName: `pool-${poolMax}`
      })
    )

  /** Two writes in one transaction; `between` runs after the first. */
  const request = (pool: number, name: string, between: Effect.Effect<unknown, unknown, SqlClient> = Effect.void) =>
    Effect.gen(function*() {
      const sql = yield* SqlClient
      const unit = yield* UnitOfWork
      const write = sql`insert into t_journal (pool, request) values (${pool}, ${name})`.pipe(storage("write"))
      yield* unit.transact(Effect.zipRight(write, Effect.zipRight(Effect.orDie(between), write)))
      return name
    })

  it.live.each(poolSizes)(
    "pool of %i: answers in time and never leaks a half transaction",
    (poolMax) =>
      Effect.gen(function*() {
        const sql = yield* SqlClient
        const stopped: Array<number> = []
        const freeze = Effect.gen(function*() {
          const rows = yield* sql<{ pid: number }>`select pg_backend_pid() as pid`
          stopped.push(rows[0]!.pid)
          process.kill(rows[0]!.pid, "SIGSTOP")
        })
        const doomed = yield* Effect.fork(Effect.either(request(poolMax, "doomed", freeze)))
        yield* Effect.sleep(50)
        const others = yield* Effect.fork(Effect.all(
          Array.from({ length: 8 }, (_, index) => Effect.either(request(poolMax, `during-${index}`))),
          { concurrency: "unbounded" }
        ))
        // The time limits of one second add up to less than six; ten times that is a hang.
        const lost = yield* Effect.timeout(Fiber.join(doomed), "60 seconds")
        const during = yield* Effect.timeout(Fiber.join(others), "60 seconds")
        expect(lost).toMatchObject({ _tag: "Left", left: { _tag: "StorageUnavailable" } })
        for (const one of during) if (Either.isLeft(one)) expect(one.left._tag).toBe("StorageUnavailable")

        const after = yield* Effect.forEach(
          Array.from({ length: 20 }),
          (_, index) => request(poolMax, `after-${index}`)
        )
        expect(stopped).toHaveLength(1) // a time-out is not retried
        for (const pid of stopped)
          process.kill(pid, "SIGCONT")
        yield* Effect.sleep(300)
        const acknowledged = [...during.flatMap((one) => Either.isRight(one) ? [one.right] : []), ...after].sort()

        // As seen by another session: exactly the acknowledged requests, complete, each in a separate transaction.
        const outside = new pg.Client({ connectionString: url() })
        yield* Effect.promise(() => outside.connect())
        const { rows } = yield* Effect.promise(() =>
          outside.query<{ request: string; lines: string; transactions: string }>(
            `select request, count(*) as lines, count(distinct xid) as transactions from t_journal
          where pool = $1 group by request order by request`,
            [poolMax]
          )
        )
        const shared = yield* Effect.promise(() =>
          outside.query("select xid from t_journal where pool = $1 group by xid having count(distinct request) > 1", [
            poolMax
          ])
        )
        const idle = yield* Effect.promise(() =>
          outside.query("select pid from pg_stat_activity where application_name = $1 and state like 'idle in tr%'", [
            `pool-${poolMax}`
          ])
        )
        yield* Effect.promise(() => outside.end())
        expect(rows.map((row) => row.request)).toEqual(acknowledged)
        expect(rows.every((row) => row.lines === "2" && row.transactions === "1")).toBe(true)
        expect(shared.rowCount).toBe(0)
        expect(idle.rowCount).toBe(0)
      }).pipe(Effect.provide(database(poolMax))),
    { timeout: 300_000, concurrent: true }
  )

  // Long before the statement would end, and before its own limit.
  it.live("an interrupted statement is cancelled at the server, and a pool of one is free immediately", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient
      yield* sql`select 1`
      const fiber = yield* Effect.fork(sql`select pg_sleep(600)`)
      yield* Effect.sleep(100)
      yield* Fiber.interrupt(fiber)
      yield* Effect.timeout(sql`select 1`, "10 seconds")
      const running =
        yield* sql`select pid from pg_stat_activity where query like 'select pg_sleep(600)%' and state = 'active'`
      expect(running).toEqual([])
    }).pipe(Effect.provide(database(1, 600_000))))

  it.live("a late cancel does not hit another statement", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient
      const interrupted = Effect.gen(function*() {
        // About as long as a cancel takes to arrive.
        const fiber = yield* Effect.fork(sql`select pg_sleep(0.002)`)
        yield* Effect.sleep(1)
        yield* Fiber.interrupt(fiber)
      })
      const uninterrupted = Effect.repeatN(sql`select pg_sleep(0.001)`, 20)
      yield* Effect.all(
        Array.from({ length: 200 }, (_, turn) => turn % 4 === 0 ? uninterrupted : Effect.repeatN(interrupted, 4)),
        { concurrency: 8 }
      )
    }).pipe(Effect.provide(database(4))))

  it.live("lock and statement time-outs are StorageUnavailable", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient
      yield* sql`set statement_timeout = '100ms'`
      const slow = yield* Effect.either(sql`select pg_sleep(0.8)`.pipe(storage("slow")))
      expect(slow).toMatchObject({ _tag: "Left", left: { _tag: "StorageUnavailable", operation: "slow" } })
    }).pipe(Effect.provide(database(1))))

  it.live("reports that the server cannot be reached", () =>
    Effect.gen(function*() {
      const failed = yield* Effect.flip(Effect.provide(
        SqlClient,
        ServerDatabase.layer({ url: "postgres://nobody@127.0.0.1:1/none" })
      ))
      expect(failed.message).toMatch(/cannot be used: .*ECONNREFUSED/)
    }))
})
