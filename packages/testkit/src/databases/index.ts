export {
  onEachDatabase,
  onEmbeddedDatabase,
  onFreshServerDatabase,
  onPgvectorDatabase,
  onServerDatabase,
  type TestDatabase,
  isThorough,
  onServerDatabaseFirst
} from "./onEachDatabase.ts"
export { type PostgresCluster, type PostgresClusterOptions, startCluster } from "./PostgresCluster.ts"
export { type RecordedStatement, recordingStatements } from "./recordingStatements.ts"
export { testRunDirectory, testServerUrl } from "./TestRun.ts"
