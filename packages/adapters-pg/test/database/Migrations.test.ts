import { caseFold } from "@auspex/domain/text"
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
import { nameKey } from "@auspex/domain/accounts"
import { onEachDatabase, onServerDatabase } from "@auspex/testkit/databases"
import { SqlClient } from "@effect/sql/SqlClient"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import fs from "node:fs"

const step = (id: number, name: string, sql: string): Migration => ({ id, name, sql, checksum: `sum-${id}` })
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
    const known = [step(0, "a", ""), step(1, "b", ""), step(2, "c", "")]
    expect(planMigrations([], known)).toEqual(known)
    expect(planMigrations([known[0]!], known)).toEqual([known[1], known[2]])
    expect(planMigrations([{ ...known[0]!, checksum: "other" }], known)).toMatchObject({
      message: expect.stringContaining("was changed after it had been applied")
    })
    expect(planMigrations([known[0]!, known[2]!], known)).toMatchObject({
      message: expect.stringContaining("lacks migration 1 (b)")
    })
    expect(planMigrations([...known, step(7, "new", "")], known)).toMatchObject({
      message: expect.stringContaining("Run a newer version")
    })
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

  it.live("normalise names like the domain, and leave a name shared by two accounts to the older", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient
      const names = [
        "Ada  Lovelace",
        "Аdа Lоvelace",
        "ᴀᴅᴀ ꓡovelace",
        "José",
        "ΑΩ  ᎪᏴ",
        "O\u2019Hara\u2013Z",
        "Мост",
        "x\u0332y"
      ]
      yield* Effect.forEach(
        names,
        (name, at) =>
          sql`insert into accounts (id, type, name, name_key, role, trust_label, referral_code, created_at)
          values (gen_random_uuid(), 'agent', ${name}, ${caseFold(name)}, 'predictor', 'unverified', ${`fold-${at}`},
            timestamptz '2026-01-01' + ${at}::integer * interval '1 minute')`
      )
      const file = readMigration(migrationsDirectory, "0022_moderation").sql
      yield* sql.unsafe(file.slice(file.indexOf("-- Names:")))
      const rows = yield* sql<{ name: string; name_key: string }>`
        select name, name_key from accounts where referral_code like 'fold-%' order by created_at`
      expect(rows.map(({ name_key }) => name_key.replace(/ {2}[0-9a-f-]{36}$/, "  an id"))).toEqual([
        nameKey(names[0]!),
        `${nameKey(names[0]!)}  an id`,
        `${nameKey(names[0]!)}  an id`,
        ...names.slice(3).map(nameKey)
      ])
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

  it.live("prevent emptying the ledger and other append-only tables", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient
      for (const table of ["ledger", "audit_log", "account_versions", "prediction_validations"]) {
        const refused = yield* Effect.flip(sql.unsafe(`truncate ${table}`))
        expect((refused.cause as Error).message).toContain(`${table} is append-only`)
        yield* Effect.flip(sql.unsafe(`truncate accounts, ${table} cascade`))
      }
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
