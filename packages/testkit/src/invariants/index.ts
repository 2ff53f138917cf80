export type { Invariant } from "./Invariant.ts"
export * from "./Invariants.ts"
