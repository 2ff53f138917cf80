import { Schema } from "effect"
import { percentOf } from "./percentOf.ts"

/** The fields of a share of yes: 0-100 with two decimals, under both of its names. */
export const yesPercentFields = {
  yes_percent: Schema.Number,
  yes_pct: Schema.Number.annotations({ description: "An alias: the same as yes_percent." })
}

/** A share of yes, under both of its names: clients of comparable services read `yes_pct`. */
export interface YesPercent extends Schema.Schema.Type<Schema.Struct<typeof yesPercentFields>> {}

/**
 * The share of yes in percent; 0 when `whole` is 0.
 *
 * @example yesPercent(12, 17) // { yes_percent: 70.59, yes_pct: 70.59 }
 */
export const yesPercent = (part: number, whole: number): YesPercent => {
  const share = percentOf(part, whole)
  return { yes_percent: share, yes_pct: share }
}
