export { sweepExpiredSecrets } from "./platform/accounts/index.ts"
export {
  type AppliedMigration,
  EmbeddedDatabase,
  findPrebuiltDirectory,
  type GuardedPoolOptions,
  ListeningFailed,
  type Migration,
  MigrationError,
  migrationNames,
  Migrations,
  migrations,
  migrationsDirectory,
  type MigrationStatus,
  packMigratedDirectory,
  planMigrations,
  readMigration,
  schemaChecksum,
  ServerDatabase,
  serverVersionMin,
  storage
} from "./database/index.ts"
export { ExportStorePg } from "./publishing/exports/index.ts"
export { adoptEvents } from "./community/feed/index.ts"
export { BridgePresencePg, frameRouterNotify, type FrameRouterNotifyOptions } from "./platform/inference/index.ts"
export { type Recount, recount, type RecountResult, recounts } from "./inspection/index.ts"
export {
  ChangeNotices,
  type ChangeNoticesOptions,
  DiskGuard,
  type FreeSpace,
  type NoticedTopics,
  type NotifyOthers,
  sweepRateWindows,
  UnitOfWorkPg
} from "./kernel/index.ts"
export { placementStatements } from "./forecasting/predictions/index.ts"
export { sweepNotifications } from "./community/social/index.ts"
export { Pgvector, type PgvectorState } from "./research/retrieval/index.ts"
export { PgStores } from "./PgStores.ts"
