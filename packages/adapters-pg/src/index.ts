export * from "./accounts/index.ts"
export * from "./database/index.ts"
export * from "./kernel/index.ts"
