import type { AnswerSpace } from "../panels/AnswerSpace.ts"
import { packetConstants } from "./packetConstants.ts"

/** The probabilities of the options of one row. */
export type Distribution = ReadonlyArray<number>

/** How far the sum of a row may be from 1, because models round. */
const sumTolerance = 0.02

/**
 * Whether there is one distribution for each row, with one probability for each option and the sum 1. What does not fit
 * is not pooled.
 *
 * @example fitsSpace([[0.7, 0.3]], { rows: [""], options: ["yes", "no"] }) // true
 * @example fitsSpace([[0.7, 0.7]], { rows: [""], options: ["yes", "no"] }) // false
 */
export const fitsSpace = (rows: ReadonlyArray<Distribution>, space: AnswerSpace): boolean =>
  rows.length === space.rows.length && rows.length > 0 && space.options.length > 1 &&
  rows.every((row) =>
    row.length === space.options.length &&
    row.every((probability) => probability >= 0 && probability <= 1) &&
    Math.abs(row.reduce((sum, probability) => sum + probability, 0) - 1) <= sumTolerance
  )

/**
 * The distribution with the sum 1, in which no option is below 0.01 / (options − 1), so that none is above 0.99. A single 0
 * would otherwise veto an option in a pool of logarithms, and cost infinitely much in a log score.
 *
 * @example clampedDistribution([1, 0]) // [0.99, 0.01]
 * @example clampedDistribution([0.7, 0.3]) // [0.7, 0.3]
 */
export const clampedDistribution = (distribution: Distribution): Distribution => {
  const least = packetConstants.probability_margin / (distribution.length - 1)
  const isRaised = distribution.map(() => false)
  // Raising one option lowers the others, which may bring another one below the limit.
  for (;;) {
    let [raised, rest] = [0, 0]
    for (const [at, probability] of distribution.entries()) {
      if (isRaised[at]!) raised += least
      else rest += probability
    }
    const scale = Math.abs(rest + raised - 1) < 1e-12 ? 1 : (1 - raised) / rest
    const below = distribution.findIndex((probability, at) => !isRaised[at]! && probability * scale < least)
    if (below === -1) return distribution.map((probability, at) => isRaised[at]! ? least : probability * scale)
    isRaised[below] = true
  }
}
