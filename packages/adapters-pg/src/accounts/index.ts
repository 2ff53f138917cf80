export * from "./sweepExpiredSecrets.ts"
