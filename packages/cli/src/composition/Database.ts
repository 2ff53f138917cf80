import {
  adoptEvents,
  EmbeddedDatabase,
  type Migration,
  type MigrationError,
  Migrations,
  ServerDatabase
} from "@auspex/adapters-pg"
import type { DataDirectoryLocked, DataDirectoryUnusable } from "@auspex/adapters-pg/directory"
import type { StorageUnavailable } from "@auspex/domain/kernel"
import type * as SqlError from "@effect/sql/SqlError"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import type { Settings } from "./Settings.ts"

type DatabaseSettings = Pick<Settings, "databaseUrl" | "dataDir">

const applyAll = Effect.zipLeft(Migrations.apply(), adoptEvents)

/** Applies pending migrations, and returns and logs them. Safe when several instances start at the same time. */
export const migrate = (
  settings: DatabaseSettings
): Effect.Effect<
  ReadonlyArray<Migration>,
  MigrationError | StorageUnavailable | SqlError.SqlError,
  SqlClient.SqlClient
> =>
  Effect.tap(
    settings.databaseUrl === undefined
      ? applyAll
      // A separate connection to a server database: a migration may take longer than the time limits of requests.
      : Effect.provide(applyAll, ServerDatabase.migrationLayer({ url: settings.databaseUrl })),
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
