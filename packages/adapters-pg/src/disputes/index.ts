export * from "./DisputeStorePg.ts"
