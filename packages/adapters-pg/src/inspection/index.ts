export type { Recount } from "./Recount.ts"
export { recounts, type RecountResult, examplesMax, recount } from "./recounts.ts"
