import { Migrations, schemaChecksum, ServerDatabase } from "@auspex/adapters-pg"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { randomBytes } from "node:crypto"
import pg from "pg"
import { keepSeeds, putSeedsBack } from "./seeds.ts"
import { installTestClock } from "./testClock.ts"
import { exclusively, testServerUrl, withDatabase } from "./TestRun.ts"

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

/** A migrated database that the others are copied from; made once per server and schema (2: with the seeds kept). */
const ensureTemplate = async (): Promise<string> => {
  const template = `auspex_template_2_${schemaChecksum().slice(0, 16)}`
  if (await asAdministrator((client) => exists(client, template))) return template
  await exclusively("template", () =>
    asAdministrator(async (client) => {
      if (await exists(client, template)) return
      // Under a name of its own until it is whole.
      const partial = `auspex_template_${randomBytes(6).toString("hex")}`
      await client.query(`create database ${partial}`)
      await Effect.runPromise(
        Effect.all([Migrations.apply(), installTestClock, keepSeeds], { discard: true }).pipe(
          Effect.provide(ServerDatabase.migrationLayer({ url: withDatabase(await testServerUrl(), partial) }))
        )
      )
      await client.query(`alter database ${partial} rename to ${template}`)
    }))
  return template
}

/** A fresh, migrated database on the run's server. */
export interface ServerTestDatabase {
  readonly url: string
  readonly drop: () => Promise<void>
}

/** Copies the template; about 30 ms once it exists. */
export const createServerDatabase = async (): Promise<ServerTestDatabase> => {
  const template = await ensureTemplate()
  const name = `auspex_test_${process.pid}_${randomBytes(4).toString("hex")}`
  await asAdministrator((client) => client.query(`create database ${name} template ${template}`))
  return {
    url: await testServerUrl(name),
    drop: () => asAdministrator(async (client) => void await client.query(`drop database ${name} with (force)`))
  }
}

/** Leaves every table as the migrations did; sets the clock back. */
export const emptyDatabase = Effect.gen(function*() {
  const sql = yield* SqlClient
  const tables = yield* sql<{ name: string }>`select quote_ident(tablename) as name from pg_tables
    where schemaname = 'public' and tablename not in ('schema_migrations', 'auspex_test_clock', 'auspex_test_seeds')`
  // Append-only tables refuse TRUNCATE; triggers do not fire in the role of a replica.
  yield* sql.withTransaction(Effect.zipRight(
    sql`set local session_replication_role = replica`,
    sql.unsafe(`truncate ${tables.map(({ name }) => name).join(", ")} restart identity cascade`)
  ))
  yield* putSeedsBack
  yield* sql`update auspex_test_clock set shift = interval '0', frozen = null`
}).pipe(Effect.orDie)
