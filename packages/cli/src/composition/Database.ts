import {
  adoptEvents,
  EmbeddedDatabase,
  type Migration,
  type MigrationError,
  Migrations,
  Pgvector,
  type PgvectorState,
  ServerDatabase
} from "@auspex/adapters-pg"
import type { DataDirectoryLocked, DataDirectoryUnusable } from "@auspex/adapters-pg/directory"
import type { StorageUnavailable } from "@auspex/domain/kernel"
import type * as SqlError from "@effect/sql/SqlError"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import type { Settings } from "./Settings.ts"

type DatabaseSettings = Pick<Settings, "databaseUrl" | "dataDir"> & Partial<Pick<Settings, "embeddings">>

/** Who compares the vectors of embeddings, and why. */
export const comparisonText = (state: PgvectorState): string => {
  switch (state.kind) {
    case "used":
      return `by the database, with pgvector ${state.version}`
    case "available":
      return `in memory; pgvector ${state.version} is available, and is used from the next start of a server with an embedding model`
    case "old":
      return `in memory, because pgvector ${state.version} is too old: 0.8 or later is needed`
    case "refused":
      return `in memory, because pgvector ${state.version} could not be used: ${state.reason}`
    case "none":
      return "in memory, because the database does not have pgvector"
  }
}

/** Lets the database compare vectors if it can, and says who does when they are made at all. */
const prepareVectors = ({ embeddings }: DatabaseSettings) =>
  Effect.flatMap(Pgvector.prepare(embeddings !== undefined), (state) => {
    if (embeddings === undefined) return Effect.void
    const told = `Vectors of embeddings are compared ${comparisonText(state)}.`
    return state.kind === "refused" || state.kind === "old" ? Effect.logWarning(told) : Effect.logInfo(told)
  })

/**
 * Runs statements on a separate connection to a server database, because they may take longer than the time limits of
 * requests.
 */
export const withoutTimeouts = ({ databaseUrl }: DatabaseSettings) =>
<A, E>(
  work: Effect.Effect<A, E, SqlClient.SqlClient>
): Effect.Effect<A, E | SqlError.SqlError, SqlClient.SqlClient> =>
  databaseUrl === undefined ? work : Effect.provide(work, ServerDatabase.migrationLayer({ url: databaseUrl }))

/**
 * Applies pending migrations, and returns and logs them; then uses pgvector if an embedding model is configured and the
 * database has it. Safe when several instances start at the same time.
 */
export const migrate = (
  settings: DatabaseSettings
): Effect.Effect<
  ReadonlyArray<Migration>,
  MigrationError | StorageUnavailable | SqlError.SqlError,
  SqlClient.SqlClient
> =>
  Effect.tap(
    withoutTimeouts(settings)(
      Migrations.apply().pipe(Effect.zipLeft(adoptEvents), Effect.zipLeft(prepareVectors(settings)))
    ),
    (applied) =>
      applied.length === 0
        ? Effect.void
        : Effect.logInfo(`Database migrated: ${applied.map((migration) => migration.name).join(", ")}`)
  )

/** The database of the settings, without migrating it. */
export const bareDatabase = (
  settings: DatabaseSettings
): Layer.Layer<SqlClient.SqlClient, SqlError.SqlError | DataDirectoryLocked | DataDirectoryUnusable> =>
  settings.databaseUrl === undefined
    ? EmbeddedDatabase.layer({ dataDir: settings.dataDir })
    : ServerDatabase.layer({ url: settings.databaseUrl })

/** Like `bareDatabase`, but without time limits, for checks that read the whole database. */
export const databaseWithoutTimeouts: typeof bareDatabase = (settings) =>
  settings.databaseUrl === undefined
    ? EmbeddedDatabase.layer({ dataDir: settings.dataDir })
    : ServerDatabase.migrationLayer({ url: settings.databaseUrl })

/** The database of the settings, migrated to the schema of this version. */
export const database = (
  settings: DatabaseSettings
): Layer.Layer<
  SqlClient.SqlClient,
  SqlError.SqlError | DataDirectoryLocked | DataDirectoryUnusable | MigrationError | StorageUnavailable
> =>
  Layer.effect(SqlClient.SqlClient, Effect.zipRight(migrate(settings), SqlClient.SqlClient)).pipe(
    Layer.provide(bareDatabase(settings))
  )
