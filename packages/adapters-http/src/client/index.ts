export * from "./AuspexClient.ts"
