export * from "./ExportStorePg.ts"
