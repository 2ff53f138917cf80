import { Migrations, schemaChecksum, ServerDatabase } from "@auspex/adapters-pg"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { randomBytes } from "node:crypto"
import pg from "pg"
import { restoreSeeds, saveSeeds } from "./seeds.ts"
import { installTestClock } from "./testClock.ts"
import { exclusively, testDatabasePrefix, testServerUrl, withDatabase } from "./TestRun.ts"

const asAdministrator = async <A>(use: (client: pg.Client) => Promise<A>): Promise<A> => {
  const client = new pg.Client({ connectionString: await testServerUrl() })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

const exists = async (client: pg.Client, name: string): Promise<boolean> =>
  (await client.query("select 1 from pg_database where datname = $1", [name])).rowCount === 1

/**
 * The migrated database that test databases are copied from, made once per server and schema (version 2: with its
 * seeds).
 */
const ensureTemplate = async (): Promise<string> => {
  const template = `auspex_template_2_${schemaChecksum().slice(0, 16)}`
  if (await asAdministrator((client) => exists(client, template))) return template
  await exclusively("template", () =>
    asAdministrator(async (client) => {
      if (await exists(client, template)) return
      // Under another name until it is complete.
      const partial = `auspex_template_${randomBytes(6).toString("hex")}`
      await client.query(`create database ${partial}`)
      await Effect.runPromise(
        Effect.all([Migrations.apply(), installTestClock, saveSeeds], { discard: true }).pipe(
          Effect.provide(ServerDatabase.migrationLayer({ url: withDatabase(await testServerUrl(), partial) }))
        )
      )
      await client.query(`alter database ${partial} rename to ${template}`)
    }))
  return template
}

/** A new, migrated database on the run's server. */
export interface ServerTestDatabase {
  readonly url: string
  readonly drop: () => Promise<void>
}

/** Copies the template, which takes about 30 ms. */
export const createServerDatabase = async (): Promise<ServerTestDatabase> => {
  const template = await ensureTemplate()
  const name = `${testDatabasePrefix()}${randomBytes(4).toString("hex")}`
  await asAdministrator((client) => client.query(`create database ${name} template ${template}`))
  return {
    url: await testServerUrl(name),
    drop: () => asAdministrator(async (client) => void await client.query(`drop database ${name} with (force)`))
  }
}

/** From this size on a table and its indexes are recreated, so that they do not keep the dead rows of earlier tests. */
const bytesWorthTruncating = 524_288

/** Restores every table to its state after the migrations, and resets the clock. */
export const emptyDatabase = Effect.gen(function*() {
  const sql = yield* SqlClient
  const tables = yield* sql<{ name: string; is_large: boolean }>`
    select quote_ident(tablename) as name,
      pg_total_relation_size(quote_ident(tablename)::regclass) > ${bytesWorthTruncating} as is_large
    from pg_tables
    where schemaname = 'public' and tablename not in ('schema_migrations', 'auspex_test_clock', 'auspex_test_seeds')`
  const used = yield* sql.unsafe<{ name: string }>(
    tables.map(({ name }) => `select '${name}' as name where exists (select 1 from ${name})`).join(" union all ")
  )
  const counted = yield* sql<{ name: string }>`select quote_ident(sequencename) as name from pg_sequences
    where schemaname = 'public' and last_value is not null`
  const isLarge = tables.some(({ is_large, name }) => is_large && used.some((one) => one.name === name))
  // A truncated table is a new file, as is each of its indexes: truncating takes ten times as long as deleting few
  // rows.
  const emptied = isLarge
    ? [`truncate ${tables.map(({ name }) => name).join(", ")} cascade`]
    : used.map(({ name }) => `delete from ${name}`)
  // Append-only tables refuse both; triggers, including those of foreign keys, do not fire in the replica role.
  const statements = [...emptied, ...counted.map(({ name }) => `alter sequence ${name} restart`)]
  yield* sql.withTransaction(Effect.zipRight(
    sql`set local session_replication_role = replica`,
    Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
  ))
  yield* restoreSeeds
  yield* sql`update auspex_test_clock set shift = interval '0', frozen = null`
}).pipe(Effect.orDie)
