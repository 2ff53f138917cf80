export type { Recount } from "./Recount.ts"
export * from "./recounts.ts"
