import { UnitOfWorkPg } from "@auspex/adapters-pg"
import { refuse, StorageUnavailable, UnitOfWork } from "@auspex/domain/kernel"
import { onEachDatabase, onServerDatabase, type TestDatabase } from "@auspex/testkit/databases"
import { SqlClient } from "@effect/sql/SqlClient"
import { afterAll, beforeAll, expect, it } from "@effect/vitest"
import { Cause, Deferred, Effect, Exit, Layer } from "effect"
import { storage } from "../../src/database/DatabaseError.ts"

const inUnit = <A, E>(db: TestDatabase, effect: Effect.Effect<A, E, UnitOfWork | SqlClient>) =>
  Effect.provide(effect, Layer.provideMerge(UnitOfWorkPg.layer, db.layer))
const transact = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(UnitOfWork, (unit) => unit.transact(effect))

onEachDatabase("UnitOfWorkPg", (db) => {
  beforeAll(() =>
    db.run(Effect.flatMap(SqlClient, (sql) =>
      sql.unsafe(`create table t_unit (n int primary key);
        create table t_child (n int references t_unit (n) deferrable initially deferred)`)))
  )
  afterAll(() => db.run(Effect.flatMap(SqlClient, (sql) => sql`drop table t_child, t_unit`)))

  it.live("commits on success and rolls back on a typed error", () =>
    inUnit(
      db,
      Effect.gen(function*() {
        const sql = yield* SqlClient
        yield* transact(sql`insert into t_unit values (1)`)
        const refused = yield* Effect.either(
          transact(Effect.zipRight(sql`insert into t_unit values (2)`, refuse("DAILY_LIMIT", "enough")))
        )
        expect(refused).toMatchObject({ _tag: "Left", left: { _tag: "Refusal" } })
        expect(yield* sql`select n from t_unit`).toEqual([{ n: 1 }])
      })
    ))

  it.live("joins an outer unit, which commits completely or not at all", () =>
    inUnit(
      db,
      Effect.gen(function*() {
        const sql = yield* SqlClient
        yield* Effect.either(transact(Effect.gen(function*() {
          yield* transact(sql`insert into t_unit values (10)`)
          yield* Effect.fail("outer")
        })))
        expect(yield* sql`select n from t_unit where n = 10`).toEqual([])
      })
    ))

  it.live("commits the alongside effect with each unit of the work, and rolls both back together", () =>
    inUnit(
      db,
      Effect.gen(function*() {
        const sql = yield* SqlClient
        const { alongside, isOpen } = yield* UnitOfWork
        const rows = sql<{ n: number }>`select n from t_unit where n between 120 and 129 order by n`
        const insert = (n: number) => Effect.asVoid(Effect.orDie(sql`insert into t_unit values (${n})`))
        expect(yield* isOpen).toBe(false)
        const seen = yield* alongside(
          Effect.gen(function*() {
            const before = yield* isOpen
            const within = yield* transact(Effect.zipRight(transact(insert(120)), isOpen))
            return [before, within]
          }),
          insert(121)
        )
        expect([seen, yield* rows]).toEqual([[false, true], [{ n: 120 }, { n: 121 }]])
        const lost = refuse("IDEMPOTENCY_IN_PROGRESS", "taken over")
        expect(yield* Effect.either(alongside(transact(insert(122)), lost))).toMatchObject({
          left: { _tag: "Refusal" }
        })
        yield* Effect.either(alongside(transact(Effect.zipRight(insert(123), Effect.fail("no"))), insert(124)))
        // No unit was opened, so the alongside effect does not run.
        expect(yield* alongside(Effect.succeed("read"), insert(125))).toBe("read")
        expect(yield* rows).toEqual([{ n: 120 }, { n: 121 }])
      })
    ))

  it.live("runs postponed effects after the outermost commit, and never after a rollback", () =>
    inUnit(
      db,
      Effect.gen(function*() {
        const unit = yield* UnitOfWork
        const seen: Array<string> = []
        const later = (name: string) => unit.afterCommit(Effect.sync(() => void seen.push(name)))
        yield* later("outside")
        expect(seen).toEqual(["outside"])
        yield* transact(Effect.gen(function*() {
          yield* transact(later("inner"))
          yield* later("outer")
          expect(seen).toEqual(["outside"])
        }))
        expect(seen).toEqual(["outside", "inner", "outer"])
        yield* Effect.either(transact(Effect.zipRight(later("rolled back"), Effect.fail("no"))))
        expect(seen).toEqual(["outside", "inner", "outer"])
      })
    ))

  it.live("maps a failure at COMMIT, which @effect/sql makes a defect, to StorageUnavailable", () =>
    inUnit(
      db,
      Effect.gen(function*() {
        const sql = yield* SqlClient
        const result = yield* Effect.either(transact(sql`insert into t_child values (99)`))
        expect(result).toMatchObject({ _tag: "Left", left: { _tag: "StorageUnavailable", operation: "commit" } })
        expect(yield* sql`select n from t_child`).toEqual([])
        yield* transact(sql`insert into t_unit values (20)`) // and the connection still works
      })
    ))

  it.live("leaves a bug as a defect", () =>
    inUnit(
      db,
      Effect.gen(function*() {
        const sql = yield* SqlClient
        const exit = yield* Effect.exit(transact(sql`select * from no_such_table`.pipe(storage("test"))))
        expect(Exit.isFailure(exit) && Cause.isDie(exit.cause)).toBe(true)
      })
    ))

  it.live("retries after a serialization failure, with at most four runs in all", () =>
    inUnit(
      db,
      Effect.gen(function*() {
        const sql = yield* SqlClient
        let runs = 0
        const conflict = sql.unsafe("do $$ begin raise exception 'conflict' using errcode = '40001'; end $$")
        const value = yield* transact(
          Effect.suspend(() => ++runs < 3 ? Effect.as(conflict, "unreachable") : Effect.succeed("done")).pipe(
            storage("test")
          )
        )
        expect([value, runs]).toEqual(["done", 3])
        runs = 0
        const never = yield* Effect.either(transact(
          Effect.suspend(() => {
            runs++
            return conflict
          }).pipe(storage("test"))
        ))
        expect(runs).toBe(4)
        expect(never).toMatchObject({ _tag: "Left", left: { _tag: "StorageUnavailable" } })
      })
    ))
})

onServerDatabase("UnitOfWorkPg under contention", (db) => {
  beforeAll(() =>
    db.run(
      Effect.flatMap(SqlClient, (sql) =>
        sql.unsafe("create table t_pair (n int primary key, v int); insert into t_pair values (1, 0), (2, 0)"))
    )
  )

  it.live("resolves a deadlock by running the loser again", () =>
    inUnit(
      db,
      Effect.gen(function*() {
        const sql = yield* SqlClient
        const first = yield* Deferred.make<void>()
        const second = yield* Deferred.make<void>()
        const bump = (n: number) => sql`update t_pair set v = v + 1 where n = ${n}`.pipe(storage("bump"))
        const pair = (
          own: number,
          other: number,
          mine: Deferred.Deferred<void>,
          theirs: Deferred.Deferred<void>
        ) =>
          transact(Effect.gen(function*() {
            yield* bump(own)
            yield* Deferred.succeed(mine, undefined)
            yield* Deferred.await(theirs)
            yield* bump(other)
          }))
        yield* Effect.all([pair(1, 2, first, second), pair(2, 1, second, first)], { concurrency: 2 })
        expect(yield* sql`select v from t_pair order by n`).toEqual([{ v: 2 }, { v: 2 }])
      })
    ))

  it.live("survives a serialization failure that only COMMIT reports", () =>
    inUnit(
      db,
      Effect.gen(function*() {
        const sql = yield* SqlClient
        const together = yield* Deferred.make<void>()
        let inside = 0
        // Write skew: each reads both rows and writes one. SERIALIZABLE refuses the second at its COMMIT.
        const skew = (own: number) =>
          transact(
            Effect.gen(function*() {
              yield* sql`set transaction isolation level serializable`
              yield* sql`select sum(v) from t_pair`
              if (++inside === 2) yield* Deferred.succeed(together, undefined)
              yield* Deferred.await(together)
              yield* sql`update t_pair set v = v + 10 where n = ${own}`
            }).pipe(storage("skew"))
          )
        yield* Effect.all([skew(1), skew(2)], { concurrency: 2 })
        expect(yield* sql`select v from t_pair order by n`).toEqual([{ v: 12 }, { v: 12 }])
      })
    ))

  it.live("continues once over a new connection when the old one was lost before COMMIT", () =>
    inUnit(
      db,
      Effect.gen(function*() {
        const sql = yield* SqlClient
        let runs = 0
        yield* transact(
          Effect.gen(function*() {
            runs++
            yield* sql`update t_pair set v = 100 where n = 1`
            if (runs === 1) yield* Effect.ignore(sql`select pg_terminate_backend(pg_backend_pid())`)
            yield* sql`update t_pair set v = 100 where n = 2`
          }).pipe(storage("test"))
        )
        expect(runs).toBe(2)
        expect(yield* sql`select v from t_pair`).toEqual([{ v: 100 }, { v: 100 }])
        const dead = yield* Effect.either(
          transact(sql`select pg_terminate_backend(pg_backend_pid())`.pipe(storage("x")))
        )
        expect(dead._tag === "Left" && dead.left instanceof StorageUnavailable).toBe(true)
      })
    ))
})
