export * from "./HistoryStorePg.ts"
export * from "./SnapshotStorePg.ts"
