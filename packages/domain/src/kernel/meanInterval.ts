import type { Interval } from "./Interval.ts"
import { studentQuantile } from "./studentQuantile.ts"

/** What the interval of a mean is computed from. */
export interface MeanFacts {
  readonly mean: number
  /** The variance of the answers: the mean squared distance from their mean. */
  readonly variance: number
  /** The number of answers; an effective one where answers are weighted or not independent. */
  readonly count: number
  /** The lowest and the highest answer that can be given. */
  readonly scale: Interval
  /** The smallest distance between two answers that are not equal; 1 unless given. */
  readonly step?: number
}

/** The probability with which an interval may miss the mean. */
const missMax = 0.05

/** By which rounding may change an effective number or a variance. */
const rounding = 1e-9

/**
 * The 95 % interval of the mean of answers on a scale, cut at the scale.
 *
 * It is Student's: mean ± t √(s² / n) with the sample variance s², which divides by n − 1, and n − 1 degrees of freedom.
 *
 * Equal answers have no variance, and yet do not show that everybody would answer the same. If an answer has the
 * probability p, then n of n give it with the probability pⁿ, which is 1 in 20 or less unless p is above 0.05^(1/n) (the
 * exact bound of C. J. Clopper and E. S. Pearson, Biometrika 26, 1934; for large n the "rule of three", J. A. Hanley and
 * A. Lippman-Hand, JAMA 249, 1983). So the share of other answers is at most q = 1 − 0.05^(1/n), and at worst they are all at
 * one end of the scale: the mean is between mean − q (mean − lowest) and mean + q (highest − mean). Answers whose
 * variance is below the variance of n − 1 equal answers and one answer a single step away, as weighted answers may
 * have, count as equal.
 *
 * Fewer than two answers say nothing of how others differ: the interval is the scale.
 *
 * @example meanInterval({ mean: 13 / 3, variance: 2 / 9, count: 3, scale: { low: 1, high: 5 } }).low.toFixed(2) // "2.90"
 * @example meanInterval({ mean: 5, variance: 0, count: 2, scale: { low: 1, high: 5 } }).low.toFixed(2) // "1.89"
 * @example meanInterval({ mean: 5, variance: 0, count: 1, scale: { low: 1, high: 5 } }) // { low: 1, high: 5 }
 */
export const meanInterval = ({ count: given, mean, scale, step = 1, variance }: MeanFacts): Interval => {
  if (given < 2 - rounding) return scale
  const count = Math.max(2, given)
  const isEqual = variance < step * step * ((count - 1) / (count * count)) * (1 - rounding)
  const others = 1 - missMax ** (1 / count)
  const [below, above] = isEqual
    ? [others * (mean - scale.low), others * (scale.high - mean)]
    : Array<number>(2).fill(studentQuantile(count - 1) * Math.sqrt(variance / (count - 1))) as [number, number]
  return { low: Math.max(scale.low, mean - below), high: Math.min(scale.high, mean + above) }
}
