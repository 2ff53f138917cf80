import { Schema } from "effect"

/** The most points that an account can have, or owe: the largest whole number that every JSON reader holds exactly. */
export const pointsMax = 9_007_199_254_740_991

/** Points, signed: a balance, a change of one, or a sum over a period. Always whole. */
export const Points = Schema.Number.annotations({
  jsonSchema: { type: "integer", format: "int64", minimum: -pointsMax, maximum: pointsMax }
})
