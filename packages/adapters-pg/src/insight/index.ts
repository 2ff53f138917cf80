export * from "./HighlightStorePg.ts"
