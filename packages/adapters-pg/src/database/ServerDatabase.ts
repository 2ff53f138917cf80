import * as PgClient from "@effect/sql-pg/PgClient"
import { SqlClient } from "@effect/sql/SqlClient"
import { SqlError } from "@effect/sql/SqlError"
import { Effect, Layer } from "effect"
import type pg from "pg"
import { withDirectStatements } from "./directStatements.ts"
import { type GuardedPoolOptions, makeGuardedPool } from "./GuardedPool.ts"

/** The application name of sessions that migrate. */
export const migrationsName = "auspex migrations"

/** The oldest Postgres version that the schema and the stores support. */
export const serverVersionMin = 15

const readVersion = (pool: pg.Pool): Effect.Effect<void, SqlError> =>
  Effect.tryPromise({
    try: async () => {
      const { rows } = await pool.query<{ number: string; text: string }>(
        "select current_setting('server_version_num') as number, current_setting('server_version') as text"
      )
      const row = rows[0]
      if (row !== undefined && Number(row.number) >= serverVersionMin * 10_000) return
      throw new Error(
        `this database is Postgres ${row?.text ?? "of unknown version"}; ${serverVersionMin} or later is needed`
      )
    },
    catch: (cause) =>
      new SqlError({ cause, message: `The database cannot be used: ${cause instanceof Error ? cause.message : ""}` })
  })

const acquire = (options: GuardedPoolOptions) =>
  Effect.acquireRelease(
    Effect.sync(() => makeGuardedPool(options)),
    (pool) => Effect.promise(() => pool.end()).pipe(Effect.interruptible, Effect.timeoutOption(2_000))
  )

/**
 * Postgres on a server, 15 or later, over a guarded pool. Fails when the server cannot be reached or is too old; the
 * message says which. The pool ends with the layer.
 */
const layer = (options: GuardedPoolOptions): Layer.Layer<SqlClient, SqlError> =>
  Layer.effect(SqlClient, Effect.flatMap(PgClient.PgClient, withDirectStatements)).pipe(
    Layer.provide(PgClient.layerFromPool({ acquire: Effect.tap(acquire(options), readVersion) }))
  )

/** For migrations: one connection without time limits on statements; the lock time-out remains. */
const migrationLayer = (options: Pick<GuardedPoolOptions, "url">): Layer.Layer<SqlClient, SqlError> =>
  layer({
    ...options,
    poolMax: 1,
    queryTimeoutMs: 0,
    statementTimeoutMs: 0,
    idleInTransactionTimeoutMs: 0,
    namedStatements: false,
    applicationName: migrationsName
  })

/** Postgres on a server. */
export const ServerDatabase = { layer, migrationLayer }
