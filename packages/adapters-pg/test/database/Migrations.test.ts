import {
  migrationNames,
  migrations,
  Migrations,
  migrationsDirectory,
  planMigrations,
  readMigration,
  ServerDatabase
} from "@auspex/adapters-pg"
import type { Migration } from "@auspex/adapters-pg"
import { onEachDatabase, onServerDatabase } from "@auspex/testkit/databases"
import { SqlClient } from "@effect/sql/SqlClient"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import fs from "node:fs"

const step = (id: number, name: string, sql: string): Migration => ({ id, name, sql, checksum: `sum-${id}` })
const appendOnlyTables = [
  "account_versions",
  "audit_log",
  "daily_insights",
  "hallucination_claims",
  "ledger",
  "packets",
  "prediction_history",
  "prediction_validations",
  "prediction_vote_history",
  "question_versions",
  "question_vote_history",
  "weekly_battle_standings",
  "weekly_battles",
  "workspace_audit"
]
const next = () => migrations().at(-1)!.id + 1

describe("migration files", () => {
  it("are all registered and present, with ascending numbers", () => {
    const files = fs.readdirSync(migrationsDirectory).filter((file) => file.endsWith(".sql")).sort()
    expect(files).toEqual(migrationNames.map((name) => `${name}.sql`))
    const ids = migrations().map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)].sort((left, right) => left - right))
    expect(readMigration(migrationsDirectory, migrationNames[0]).checksum).toMatch(/^[0-9a-f]{64}$/)
  })

  it("are refused when they do not match the database", () => {
    const known = [step(1, "a", ""), step(2, "b", ""), step(3, "c", "")]
    expect(planMigrations([], known)).toEqual(known)
    expect(planMigrations([known[0]!], known)).toEqual([known[1], known[2]])
    expect(planMigrations([{ ...known[0]!, checksum: "other" }], known)).toMatchObject({
      message: expect.stringContaining("was changed after it had been applied")
    })
    expect(planMigrations([known[0]!, known[2]!], known)).toMatchObject({
      message: expect.stringContaining("lacks migration 2 (b)")
    })
    expect(planMigrations([...known, step(7, "new", "")], known)).toMatchObject({
      message: expect.stringContaining("Run a newer version")
    })
  })

  it("are refused by a database from before 0.1.0, whatever its files were", () => {
    const chain = ["platform", "forecasting_loop", "login_failures"].map((name, id) => step(id, name, ""))
    for (const applied of [chain, chain.slice(0, 1)]) {
      expect(planMigrations(applied, migrations())).toMatchObject({
        message: expect.stringMatching(/before 0\.1\.0 .* Start with an empty database/)
      })
    }
    expect(migrations().map(({ id }) => id)).not.toContain(0)
  })
})

onEachDatabase("Migrations", (db) => {
  it.live("apply only pending migrations, and none twice", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient
      expect((yield* Migrations.status()).pending).toEqual([])
      expect(yield* Migrations.apply()).toEqual([])
      const more = [...migrations(), step(next(), "more", "create table t_more (n int); insert into t_more values (1)")]
      expect((yield* Migrations.apply(more)).map(({ name }) => name)).toEqual(["more"])
      expect(yield* Migrations.apply(more)).toEqual([])
      expect(yield* sql`select n from t_more`).toEqual([{ n: 1 }])
      const refused = yield* Effect.flip(Migrations.apply(more.map((one) => ({ ...one, checksum: "other" }))))
      expect(refused).toMatchObject({ _tag: "MigrationError", message: expect.stringContaining("was changed") })
      expect(yield* Effect.flip(Migrations.status())).toMatchObject({ _tag: "MigrationError" })
      yield* sql`drop table t_more`
      yield* sql`delete from schema_migrations where id = ${next()}`
    }).pipe(Effect.provide(db.layer)))

  it.live("roll back completely when a statement fails, and report which and why", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient
      const broken = [...migrations(), step(next(), "broken", "create table t_half (n int); select 1/0")]
      const error = yield* Effect.flip(Migrations.apply(broken))
      expect(error).toMatchObject({ message: expect.stringMatching(/broken\).*division by zero/) })
      expect(yield* sql`select to_regclass('t_half')::text as found`).toEqual([{ found: null }])
      expect((yield* Migrations.status()).pending).toEqual([])
    }).pipe(Effect.provide(db.layer)))

  it.live("run statement by statement outside a transaction where marked", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient
      const file = step(
        next(),
        "index",
        "-- no-transaction\ncreate index concurrently if not exists t_i1 on leases (holder);\n-- next\n"
          + "create index concurrently if not exists t_i2 on leases (expires_at);\n"
      )
      yield* Migrations.apply([...migrations(), file])
      expect(yield* sql`select count(*) as n from pg_indexes where indexname in ('t_i1', 't_i2')`).toEqual([{ n: 2 }])
      yield* sql.unsafe("drop index t_i1; drop index t_i2")
      yield* sql`delete from schema_migrations where id = ${next()}`
    }).pipe(Effect.provide(db.layer)))

  it.live("leave a database from before 0.1.0 as it is", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient
      yield* sql`delete from schema_migrations where id > 1`
      yield* sql`update schema_migrations set id = 0, checksum = 'of a former file'`
      for (const use of [Migrations.apply(), Effect.as(Migrations.status(), []), Migrations.pending()]) {
        expect(yield* Effect.flip(use)).toMatchObject({
          _tag: "MigrationError",
          message: expect.stringContaining("before 0.1.0")
        })
      }
      expect(yield* sql`select id from schema_migrations`).toEqual([{ id: 0 }])
      yield* sql`delete from schema_migrations`
      yield* Effect.forEach(
        migrations(),
        ({ checksum, id, name }) =>
          sql`insert into schema_migrations (id, name, checksum) values (${id}, ${name}, ${checksum})`
      )
      expect((yield* Migrations.status()).pending).toEqual([])
    }).pipe(Effect.provide(db.layer)))

  it.live("keep the audit log append-only", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient
      yield* sql`insert into audit_log (id, actor, action, subject_type, subject_id)
        values (gen_random_uuid(), 'a', 'b', 'c', 'd')`
      const updated = yield* Effect.flip(sql`update audit_log set note = 'x'`)
      expect((updated.cause as Error).message).toContain("append-only")
      yield* Effect.flip(sql`delete from audit_log`)
    }).pipe(Effect.provide(db.layer)))

  it.live("prevent changing and emptying every append-only table", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient
      const guards = yield* sql<{ name: string; guarded: ReadonlyArray<string> }>`
        select c.relname as name, array_agg(t.tgname::text order by t.tgname) as guarded
        from pg_trigger t join pg_class c on c.oid = t.tgrelid
        where t.tgfoid = 'auspex_append_only()'::regprocedure group by 1 order by 1`
      expect(guards.map(({ name }) => name)).toEqual(appendOnlyTables)
      for (const { guarded, name } of guards) {
        expect(guarded).toEqual([`${name}_append_only`, `${name}_never_truncated`])
        const refused = yield* Effect.flip(sql.unsafe(`truncate ${name} cascade`))
        expect((refused.cause as Error).message).toContain("is append-only")
      }
      yield* Effect.flip(sql.unsafe("truncate accounts, ledger cascade"))
    }).pipe(Effect.provide(db.layer)))
})

onServerDatabase("Migrations of several instances", (db) => {
  it.live("are applied once when two instances start at the same time, and wait for a held lock", () =>
    Effect.gen(function*() {
      const more = [
        ...migrations(),
        step(next(), "slow", "create table t_slow (n int); select pg_sleep(0.3); insert into t_slow values (1)")
      ]
      const instance = Effect.provide(Migrations.apply(more), ServerDatabase.migrationLayer({ url: db.url() }))
      const done = yield* Effect.all([instance, instance, instance], { concurrency: 3 })
      expect(done.flat().map(({ name }) => name)).toEqual(["slow"])
      const rows = yield* Effect.provide(Effect.flatMap(SqlClient, (sql) => sql`select n from t_slow`), db.layer)
      expect(rows).toEqual([{ n: 1 }])
    }))
})
