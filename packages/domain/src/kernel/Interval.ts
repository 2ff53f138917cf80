import { Schema } from "effect"

/** A 95 % interval, in the units of the estimate. */
export const Interval = Schema.Struct({
  low: Schema.Number,
  high: Schema.Number
}).annotations({ identifier: "Interval" })
export interface Interval extends Schema.Schema.Type<typeof Interval> {}

/** The two-sided 95 % point of the normal distribution. */
export const z95 = 1.959963984540054

/**
 * The Wilson score interval (Wilson 1927) of a proportion, within 0-1: which proportions are compatible with
 * `successes` of `trials`. Both may be fractional (weighted counts). Returns 0-1 when there are no trials. `z` is the
 * two-sided normal quantile.
 *
 * @example wilsonInterval(0, 0) // { low: 0, high: 1 }
 * @example wilsonInterval(8, 10).low.toFixed(4) // "0.4902"
 */
export const wilsonInterval = (successes: number, trials: number, z: number = z95): Interval => {
  if (trials <= 0) return { low: 0, high: 1 }
  const share = successes / trials
  const spread = (z * z) / trials
  const centre = (share + spread / 2) / (1 + spread)
  const half = (z / (1 + spread)) * Math.sqrt((share * (1 - share)) / trials + spread / (4 * trials))
  // At 0 and 1 the bound is exact; rounding must not move it.
  return {
    low: successes <= 0 ? 0 : Math.max(0, centre - half),
    high: successes >= trials ? 1 : Math.min(1, centre + half)
  }
}
