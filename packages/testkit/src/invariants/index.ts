export { type Invariant } from "./Invariant.ts"
export { checkInvariants, invariants, violationsNamedMax, violationsOf } from "./Invariants.ts"
