import { Schema } from "effect"

/** The maximum absolute balance: the largest integer that JSON readers represent exactly (2^53 − 1). */
const pointsMax = 9_007_199_254_740_991

/** Points, signed and whole: a balance, a change, or a sum over a period. */
export const Points = Schema.Number.annotations({
  jsonSchema: { type: "integer", format: "int64", minimum: -pointsMax, maximum: pointsMax }
})
