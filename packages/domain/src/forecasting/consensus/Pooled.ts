import { Schema } from "effect"
import { studentQuantile } from "../../kernel/studentQuantile.ts"

/** A probability in percent with its 95 % interval. */
export const PooledProbability = Schema.Struct({
  probability: Schema.Number,
  low: Schema.Number,
  high: Schema.Number
}).annotations({ identifier: "PooledProbability" })
export interface PooledProbability extends Schema.Schema.Type<typeof PooledProbability> {}

/**
 * The log odds that owners gave to one event, in hundred-thousandths: whole numbers, whose sums no order of adding
 * changes. The owner of several predictions is one voice, with their mean.
 */
export interface LogOddsSums {
  /** The number of owners. */
  readonly owners: number
  /** The sum of their log odds. */
  readonly sum: number
  /** The sum of the squares of their log odds. */
  readonly squares: number
}

/**
 * The standard deviation of log odds that is assumed before anybody has answered: an answer one deviation from 50 % is
 * 27 or 73 %. It counts as much as `priorAnswers` answers.
 */
const priorDeviation = 1
const priorAnswers = 2

/** The number of parts of log odds that are counted. */
const logOddsParts = 100_000

/**
 * The log odds of a stated probability in percent, above 0 and below 100, in whole hundred-thousandths.
 *
 * @example logOddsOf(50) // 0
 * @example logOddsOf(80) // 138629
 */
export const logOddsOf = (percent: number): number => Math.round(logOddsParts * Math.log(percent / (100 - percent)))

/**
 * The log odds of an owner by the sum over its predictions: their mean, without its fraction.
 *
 * @example ownerLogOdds(-7, 2) // -3
 */
export const ownerLogOdds = (sum: number, predictions: number): number => Math.trunc(sum / predictions)

const percentOfLogOdds = (logOdds: number): number => 100 / (1 + Math.exp(-logOdds))

const round2 = (value: number): number => Math.round(value * 100) / 100

const centreAndHalf = (sums: LogOddsSums, effective: number) => {
  const { owners } = sums
  const [sum, squares] = [sums.sum / logOddsParts, sums.squares / logOddsParts ** 2]
  const centre = sum / owners
  const distances = Math.max(0, squares - centre * sum)
  const deviation = Math.sqrt((distances + priorAnswers * priorDeviation ** 2) / (owners - 1 + priorAnswers))
  const voices = Math.max(1, effective)
  return { centre, half: studentQuantile(voices - 1 + priorAnswers) * deviation / Math.sqrt(voices) }
}

/**
 * The probability that the answers give an event together: the mean of the owners' log odds, which is the logarithmic
 * opinion pool with equal weights (C. Genest and J. V. Zidek, "Combining probability distributions", Statistical Science
 * 1, 1986). It is not extremised. Its 95 % interval is Student's on `effective` independent voices, so that owners of one
 * model family and near copies narrow it less than others. Few answers, or equal ones, do not show how much others would
 * differ: their variance is shrunk towards that of the prior, as the mean of a scaled inverse chi-squared distribution
 * (A. Gelman et al., "Bayesian data analysis", 3rd ed., section 2.6). Undefined without an answer.
 *
 * @example pooled({ owners: 1, sum: 0, squares: 0 }, 1) // { probability: 50, low: 1.34, high: 98.66 }
 */
export const pooled = (sums: LogOddsSums, effective: number): PooledProbability | undefined => {
  if (sums.owners === 0) return undefined
  const { centre, half } = centreAndHalf(sums, effective)
  return {
    probability: round2(percentOfLogOdds(centre)),
    low: round2(percentOfLogOdds(centre - half)),
    high: round2(percentOfLogOdds(centre + half))
  }
}

/**
 * The same for options of which one comes true, in their order: each option is pooled by itself, and then all are
 * scaled so that the probabilities sum to 100. Undefined without an answer.
 */
export const pooledOptions = (
  options: ReadonlyArray<LogOddsSums>,
  effective: number
): ReadonlyArray<PooledProbability> | undefined => {
  if (options.length === 0 || options.some(({ owners }) => owners === 0)) return undefined
  const pools = options.map((sums) => centreAndHalf(sums, effective))
  const total = pools.reduce((sum, { centre }) => sum + percentOfLogOdds(centre), 0)
  // Scaling the odds keeps the bounds within 0 and 100.
  return pools.map(({ centre, half }) => {
    const probability = (100 * percentOfLogOdds(centre)) / total
    const shift = probability >= 100 ? 0 : Math.log(probability / (100 - probability)) - centre
    return {
      probability: round2(probability),
      low: round2(percentOfLogOdds(centre - half + shift)),
      high: round2(percentOfLogOdds(centre + half + shift))
    }
  })
}
