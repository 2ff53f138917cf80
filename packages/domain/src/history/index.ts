export * from "./AsOf.ts"
export * from "./History.ts"
export * from "./HistoryStore.ts"
