import type { ResearchQuestionKind } from "../framing/ResearchQuestionKind.ts"
import { clampedDistribution, type Distribution } from "./Distribution.ts"
import { packetConstants } from "./packetConstants.ts"

/**
 * Whether an answer is a forecast of what will come true. The points of a scale and stars are opinions: nothing will show
 * which of them was right.
 */
export const isForecast = (kind: ResearchQuestionKind): boolean => kind !== "likert" && kind !== "star_rating"

/**
 * The logarithmic opinion pool (Genest & Zidek 1986): the normalised weighted geometric mean, raised to `factor` before it
 * is normalised. For two options it is the weighted mean of the log-odds times `factor`, which is how Baron et al. (2014)
 * and Satopää et al. (2014) extremise. No probability may be 0.
 *
 * @example logPool([[0.9, 0.1], [0.5, 0.5]], [1, 1], 1).map((p) => p.toFixed(2)) // ["0.75", "0.25"]
 */
export const logPool = (
  distributions: ReadonlyArray<Distribution>,
  weights: ReadonlyArray<number>,
  factor: number
): Distribution => {
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  const logs = distributions[0]!.map((_, option) => {
    let sum = 0
    for (let at = 0; at < distributions.length; at++) sum += weights[at]! * Math.log(distributions[at]![option]!)
    return factor * sum / all
  })
  const highest = Math.max(...logs)
  const powers = logs.map((log) => Math.exp(log - highest))
  const sum = powers.reduce((total, power) => total + power, 0)
  return powers.map((power) => power / sum)
}

/**
 * The linear opinion pool (Stone 1961): the weighted mean.
 *
 * @example linearPool([[1, 0], [0, 1]], [3, 1]) // [0.75, 0.25]
 */
export const linearPool = (
  distributions: ReadonlyArray<Distribution>,
  weights: ReadonlyArray<number>
): Distribution => {
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  return distributions[0]!.map((_, option) => {
    let sum = 0
    for (let at = 0; at < distributions.length; at++) sum += weights[at]! * distributions[at]![option]!
    return sum / all
  })
}

/**
 * The factor by which a pool is extremised when so many model families answered. Extremising credits each judge with
 * knowledge that the others lack (Baron et al. 2014). Specialists of one model have none: they read the same passages and
 * err alike, so that their pool is left as it is. Errors of different families still correlate with r of about 0.77
 * (arXiv 2605.00844), and so the factor stays near 1 for them, too.
 *
 * @example extremisingFactor(1) // 1
 * @example extremisingFactor(2) // 1.2
 */
export const extremisingFactor = (families: number): number =>
  families < packetConstants.extremising_families_min ? 1 : packetConstants.extremising_factor

/**
 * The pool of one row for a kind of question. Forecasts are clamped, pooled by their logarithms, extremised by `factor` and
 * clamped again. Opinions are averaged as they are: the pool of a scale shows how opinions are spread, as a sample of
 * respondents would, while a product of distributions would invent a compromise that nobody holds, and there is no truth
 * towards which to extremise.
 */
export const pooledRow = (
  kind: ResearchQuestionKind,
  distributions: ReadonlyArray<Distribution>,
  weights: ReadonlyArray<number>,
  factor: number
): Distribution =>
  isForecast(kind) ? clampedDistribution(logPool(distributions, weights, factor)) : linearPool(distributions, weights)

/**
 * The mean of a scale whose points are numbered from 1.
 *
 * @example meanPoint([0, 0.5, 0.5]) // 2.5
 */
export const meanPoint = (distribution: Distribution): number =>
  distribution.reduce((sum, probability, at) => sum + (at + 1) * probability, 0)
