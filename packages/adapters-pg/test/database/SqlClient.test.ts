import { migrationsName, ServerDatabase } from "../../src/database/ServerDatabase.ts"
import { onEachDatabase, onEmbeddedDatabase, onServerDatabase, type TestDatabase } from "@auspex/testkit/databases"
import { SqlClient } from "@effect/sql/SqlClient"
import { SqlError } from "@effect/sql/SqlError"
import { describe, expect, it } from "@effect/vitest"
import { Chunk, Deferred, Effect, Either, Exit, Fiber, Stream } from "effect"
import { parserOf } from "../../src/database/JsValues.ts"

const withSql = <A, E>(db: TestDatabase, use: (sql: SqlClient) => Effect.Effect<A, E>) =>
  Effect.provide(Effect.flatMap(SqlClient, use), db.layer)

onEachDatabase("SqlClient", (db) => {
  it.live("gives the same JavaScript values for every type that the schema uses", () =>
    withSql(db, (sql) =>
      Effect.gen(function*() {
        const [row] = yield* sql`select 7::int2 as i2, 8::int4 as i4, 9007199254740991::int8 as i8,
          9007199254740993::int8 as huge, 1.50::numeric as n, 0.5::float8 as f, true as b, ${"é\"\\,{}"}::text as t,
          date '2026-02-28' as d, timestamptz '2026-01-02 03:04:05.678+02' as tz, timestamp '2026-01-02 03:04:05' as ts,
          '{"a":[1,null]}'::jsonb as j, decode('00ff', 'hex') as y,
          '0190f7a0-0000-7000-8000-000000000000'::uuid as u, array[1,null,3]::int8[] as ia,
          ${["a,b", "\"q\"", "{}", null, "NULL", "\\", ""]}::text[] as ta,
          array[timestamptz '2026-01-01Z'] as tza, array[[1,2],[3,4]] as nested, null::text as nothing,
          interval '1 day' as iv, '{}'::text[] as empty, array['{"k":"v, w"}'::jsonb] as ja, count(*) as c`
        expect(row).toEqual({
          i2: 7,
          i4: 8,
          i8: 9_007_199_254_740_991,
          huge: 9_007_199_254_740_993n,
          n: "1.50",
          f: 0.5,
          b: true,
          t: "é\"\\,{}",
          d: "2026-02-28",
          tz: new Date("2026-01-02T01:04:05.678Z"),
          ts: new Date("2026-01-02T03:04:05Z"),
          j: { a: [1, null] },
          y: Buffer.from([0, 255]),
          u: "0190f7a0-0000-7000-8000-000000000000",
          ia: [1, null, 3],
          ta: ["a,b", "\"q\"", "{}", null, "NULL", "\\", ""],
          tza: [new Date("2026-01-01T00:00:00Z")],
          nested: [[1, 2], [3, 4]],
          nothing: null,
          iv: "1 day",
          empty: [],
          ja: [{ k: "v, w" }],
          c: 1
        })
      })))

  it.live("takes the same parameters: instants, bytes, objects, arrays of instants, numbers as text, booleans", () =>
    withSql(db, (sql) =>
      Effect.gen(function*() {
        const at = new Date("2026-03-04T05:06:07.089Z")
        for (let round = 0; round < 5; round++) { // unnamed, then named
          const [row] = yield* sql`select ${at}::timestamptz as at, ${Buffer.from("hé")}::bytea as bytes,
            ${JSON.stringify({ a: round })}::jsonb as j, ${[at]}::timestamptz[] as ats, ${5}::text as five,
            ${false}::boolean as no, ${null}::int as nothing, ${[true, false]}::boolean[] as bs`
          expect(row).toEqual({
            at,
            bytes: Buffer.from("hé"),
            j: { a: round },
            ats: [at],
            five: "5",
            no: false,
            nothing: null,
            bs: [true, false]
          })
        }
      })))

  it.live("streams, gives values as arrays, several result sets, and inserts by helper", () =>
    withSql(db, (sql) =>
      Effect.gen(function*() {
        yield* sql`create table if not exists t_helper (id int primary key, name text)`
        yield* sql`insert into t_helper ${sql.insert([{ id: 1, name: "a" }, { id: 2, name: "b" }])}`
        const rows = yield* Stream.runCollect(sql`select id from t_helper order by id`.stream)
        expect(Chunk.toReadonlyArray(rows)).toEqual([{ id: 1 }, { id: 2 }])
        expect(yield* sql`select id, name from t_helper where id = ${1}`.values).toEqual([[1, "a"]])
        expect(yield* sql.unsafe("select 1 as a; select 2 as b")).toEqual([[{ a: 1 }], [{ b: 2 }]])
        expect(yield* sql`select id from t_helper where ${sql.in("id", [2, 3])}`).toEqual([{ id: 2 }])
        yield* sql`drop table t_helper`
      })))

  it.live("rolls back to a savepoint without losing the outer transaction", () =>
    withSql(db, (sql) =>
      Effect.gen(function*() {
        yield* sql`create table if not exists t_save (n int primary key)`
        yield* sql.withTransaction(Effect.gen(function*() {
          yield* sql`insert into t_save values (1)`
          const inner = yield* Effect.either(
            sql.withTransaction(Effect.zipRight(sql`insert into t_save values (2)`, sql`insert into t_save values (1)`))
          )
          expect(Either.isLeft(inner) && inner.left instanceof SqlError).toBe(true)
          yield* sql`insert into t_save values (3)`
        }))
        expect(yield* sql`select n from t_save order by n`).toEqual([{ n: 1 }, { n: 3 }])
        const failed = yield* Effect.exit(
          sql.withTransaction(Effect.zipRight(sql`insert into t_save values (4)`, Effect.fail("no")))
        )
        expect(Exit.isFailure(failed)).toBe(true)
        expect(yield* sql`select n from t_save where n = 4`).toEqual([])
        yield* sql`drop table t_save`
      })))

  it.live("loses none of 20 concurrent read-modify-writes", () =>
    withSql(db, (sql) =>
      Effect.gen(function*() {
        yield* sql`create table if not exists t_count (n int)`
        yield* sql`insert into t_count values (0)`
        const bump = sql.withTransaction(Effect.gen(function*() {
          const rows = yield* sql<{ n: number }>`select n from t_count for update`
          yield* Effect.yieldNow()
          yield* sql`update t_count set n = ${rows[0]!.n + 1}`
        }))
        yield* Effect.all(Array.from({ length: 20 }, () => bump), { concurrency: "unbounded" })
        expect(yield* sql`select n from t_count`).toEqual([{ n: 20 }])
        yield* sql`drop table t_count`
      })))

  it.live("hides a transaction's writes from others until its commit", () =>
    withSql(db, (sql) =>
      Effect.gen(function*() {
        yield* sql`create table if not exists t_iso (n int)`
        const written = yield* Deferred.make<void>()
        const seen: Array<number> = []
        const writer = yield* Effect.fork(sql.withTransaction(
          sql`insert into t_iso values (1)`.pipe(
            Effect.zipRight(Deferred.succeed(written, undefined)),
            Effect.zipRight(Effect.sleep(50)),
            Effect.tap(() => Effect.sync(() => seen.push(-1)))
          )
        ))
        yield* Deferred.await(written)
        const rows = yield* sql<{ n: number }>`select count(*) as n from t_iso`
        seen.push(rows[0]!.n)
        yield* Fiber.join(writer)
        // On a server the reader is answered immediately and sees nothing; embedded, it waits and sees the commit.
        expect(seen).toEqual(db.name === "server" ? [0, -1] : [-1, 1])
        yield* sql`drop table t_iso`
      })))

  it.live("rolls an interrupted transaction back and leaves the connections usable", () =>
    withSql(db, (sql) =>
      Effect.gen(function*() {
        yield* sql`create table if not exists t_int (n int)`
        const one = Effect.forEach(
          Array.from({ length: 24 }, (_, index) => index),
          (index) =>
            Effect.gen(function*() {
              const fiber = yield* Effect.fork(sql.withTransaction(
                Effect.zipRight(sql`insert into t_int values (${index})`, sql`insert into t_int values (${index})`)
              ))
              yield* Effect.sleep(index % 7)
              yield* Fiber.interrupt(fiber)
            }),
          { concurrency: 8 }
        )
        yield* one
        const halves = yield* sql`select n from t_int group by n having count(*) <> 2`
        expect(halves).toEqual([])
        if (db.name === "server") {
          const idle = yield* sql`select pid from pg_stat_activity
            where datname = current_database() and state like 'idle in transaction%'`
          expect(idle).toEqual([])
        }
        yield* sql`drop table t_int`
      })))

  it.live("keeps answering when DDL changes what a named statement returns", () =>
    withSql(db, (sql) =>
      Effect.gen(function*() {
        yield* sql`create table if not exists t_plan (n int)`
        yield* sql`insert into t_plan values (1)`
        const read = sql`select * from t_plan where n = ${1}`
        for (let round = 0; round < 6; round++) expect(yield* read).toEqual([{ n: 1 }])
        yield* sql`alter table t_plan add column more text default 'x'`
        for (let round = 0; round < 6; round++) expect(yield* read).toEqual([{ n: 1, more: "x" }])
        // A failing statement does not make its name unusable.
        const failing = sql`select 1 / ${0}::int as x`
        for (let round = 0; round < 5; round++) expect(Exit.isFailure(yield* Effect.exit(failing))).toBe(true)
        yield* sql`drop table t_plan`
      })))

  it.live("empties itself and shifts its clock", () =>
    withSql(db, (sql) =>
      Effect.gen(function*() {
        yield* sql`insert into leases values ('x', 'y', now())`
        yield* db.shiftClock("25 hours")
        const [shifted] = yield* sql<
          { h: number }
        >`select round(extract(epoch from auspex_now() - now()) / 3600)::int as h,
          round(extract(epoch from auspex_clock() - clock_timestamp()) / 3600)::int as c`
        expect(shifted).toEqual({ h: 25, c: 25 })
        yield* db.reset
        expect(yield* sql`select name from leases`).toEqual([])
        expect(yield* sql`select round(extract(epoch from auspex_now() - now()))::int as s`).toEqual([{ s: 0 }])
      })))
})

describe("array parsers", () => {
  it("read bounds, quotes, escapes and nulls", () => {
    expect(parserOf(1007)("[0:1]={1,2}")).toEqual([1, 2])
    expect(parserOf(1009)("{\"a\\\"b\",NULL,\"NULL\",c d}")).toEqual(["a\"b", null, "NULL", "c d"])
  })
})

onEmbeddedDatabase("the single session of an embedded database", (db) => {
  it.live("is shared fairly: reads and transactions alternate, so neither kind waits for all of the other", () =>
    withSql(db, (sql) =>
      Effect.gen(function*() {
        const done: Array<string> = []
        const note = (kind: string) => Effect.sync(() => void done.push(kind))
        const held = yield* Deferred.make<void>()
        const begun = yield* Deferred.make<void>()
        // Ten messages each, including begin and commit.
        const work = Effect.forEach(Array.from({ length: 8 }), () => sql`select 1`)
        const transaction = Effect.forkDaemon(sql.withTransaction(Effect.zipRight(work, note("transaction"))))
        const holder = yield* Effect.forkDaemon(
          sql.withTransaction(Effect.zipRight(Deferred.succeed(begun, undefined), Deferred.await(held)))
        )
        yield* Deferred.await(begun)
        const fibers = []
        for (let n = 0; n < 20; n++) fibers.push(yield* transaction)
        const interruptedRead = yield* Effect.forkDaemon(Effect.zipRight(sql`select 2`, note("given up")))
        for (let n = 0; n < 40; n++) {
          fibers.push(yield* Effect.forkDaemon(Effect.zipRight(sql`select 3`, note("read"))))
        }
        yield* Effect.yieldNow()
        yield* Fiber.interrupt(interruptedRead)
        yield* Deferred.succeed(held, undefined)
        yield* Fiber.join(holder)
        yield* Fiber.joinAll(fibers)
        expect([done.length, done.includes("given up")]).toEqual([60, false])
        // Until the last of forty reads, reads and transactions each had about half of the messages.
        const meanwhile = done.slice(0, done.lastIndexOf("read")).filter((kind) => kind === "transaction").length
        expect(meanwhile).toBeGreaterThanOrEqual(3)
        expect(meanwhile).toBeLessThanOrEqual(5)
      })))

  it.live("yields many turns of the event loop between consecutive statements", () =>
    withSql(db, (sql) =>
      Effect.gen(function*() {
        let turns = 0
        let over = false
        const count = (): void => {
          turns++
          if (!over) setImmediate(count)
        }
        setImmediate(count)
        // Each blocks the thread for longer than statements may run without yielding.
        yield* Effect.forEach(Array.from({ length: 10 }), () => sql`select pg_sleep(0.006)`)
        over = true
        expect(turns).toBeGreaterThanOrEqual(100)
      })))
})

onServerDatabase("a session", (db) => {
  it.each([
    ["auspex", ServerDatabase.layer],
    [migrationsName, ServerDatabase.migrationLayer]
  ])("has the name %s and the settings that Auspex needs, whatever the address says", async (name, layer) => {
    const url = new URL(db.url())
    url.searchParams.set("application_name", "reports")
    url.searchParams.set("options", "-c work_mem=1234kB -c TimeZone=Asia/Tokyo")
    const settings = await Effect.runPromise(Effect.provide(
      Effect.flatMap(
        SqlClient,
        (sql) =>
          sql`select current_setting('application_name') as name, current_setting('work_mem') as memory,
          current_setting('TimeZone') as zone`
      ),
      layer({ url: url.href })
    ))
    expect(settings).toEqual([{ name, memory: "1234kB", zone: "UTC" }])
  })
})
