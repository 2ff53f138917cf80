export {
  sqlStateOf,
  isConnectionLost,
  isTimeout,
  isUnavailable,
  isRetryable,
  errorsIn,
  storage
} from "./DatabaseError.ts"
export { EmbeddedDatabase } from "./EmbeddedDatabase.ts"
export { type GuardedPoolOptions, makeGuardedPool } from "./GuardedPool.ts"
export { ListeningFailed } from "./ListeningConnection.ts"
export {
  type Migration,
  migrationsDirectory,
  migrationNames,
  readMigration,
  migrations,
  schemaChecksum
} from "./migrationFiles.ts"
export {
  MigrationError,
  type AppliedMigration,
  type MigrationStatus,
  planMigrations,
  Migrations
} from "./Migrations.ts"
export {
  prebuiltDirectoryFile,
  findPrebuiltDirectory,
  packMigratedDirectory,
  unpackDirectory
} from "./PrebuiltDirectory.ts"
export { serverVersionMin, ServerDatabase } from "./ServerDatabase.ts"
