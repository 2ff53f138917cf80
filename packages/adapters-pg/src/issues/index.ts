export * from "./IssueStorePg.ts"
