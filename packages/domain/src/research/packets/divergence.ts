import type { ResearchQuestionKind } from "../framing/ResearchQuestionKind.ts"
import { isForecast, linearPool } from "./answerPool.ts"
import type { Distribution } from "./Distribution.ts"

/** The entropy of a distribution in bits. */
const entropy = (distribution: Distribution): number =>
  -distribution.reduce((sum, probability) => probability > 0 ? sum + probability * Math.log2(probability) : sum, 0)

/** The Jensen–Shannon divergence (Lin 1991) of equally weighted distributions, in bits. */
const divergenceOf = (distributions: ReadonlyArray<Distribution>): number => {
  const mean = linearPool(distributions, distributions.map(() => 1))
  const within = distributions.reduce((sum, distribution) => sum + entropy(distribution), 0) / distributions.length
  // Rounding may leave a negative number where all are equal.
  return Math.max(0, entropy(mean) - within)
}

/** The earth mover's distance of two distributions over the points of a scale, as a share of the length of the scale. */
const scaleDistance = (one: Distribution, other: Distribution): number => {
  let [carried, work] = [0, 0]
  for (const [at, probability] of one.entries()) {
    carried += probability - other[at]!
    work += Math.abs(carried)
  }
  return work / (one.length - 1)
}

/**
 * How far two answers are apart, from 0 to 1. For forecasts this is the Jensen–Shannon distance, the square root of the
 * divergence in bits, which is a metric (Endres & Schindelin 2003). For scales it is the earth mover's distance relative to
 * the length of the scale, because 4 of 5 stars are closer to 5 than to 1.
 *
 * @example answerDistance("binary", [1, 0], [0, 1]) // 1
 * @example answerDistance("star_rating", [0, 0, 0, 1, 0], [0, 0, 0, 0, 1]) // 0.25
 */
export const answerDistance = (kind: ResearchQuestionKind, one: Distribution, other: Distribution): number =>
  isForecast(kind) ? Math.sqrt(divergenceOf([one, other])) : scaleDistance(one, other)

/**
 * The agreement of two or more answers to one row, from 0 to 1; every specialist counts the same. For forecasts it is
 * 1 − √(JSD / max), where JSD is the Jensen–Shannon divergence of all answers and max the largest divergence possible
 * for this number of answers and options, min(log2 answers, log2 options). For scales it is 1 − 2 × the mean earth
 * mover's distance to the mean of all; 0 means that half of the panel is at each end.
 *
 * @example agreementOf("binary", [[0.7, 0.3], [0.7, 0.3]]) // 1
 * @example agreementOf("binary", [[1, 0], [0, 1]]) // 0
 */
export const agreementOf = (kind: ResearchQuestionKind, answers: ReadonlyArray<Distribution>): number => {
  if (isForecast(kind)) {
    const most = Math.min(Math.log2(answers.length), Math.log2(answers[0]!.length))
    return 1 - Math.min(1, Math.sqrt(divergenceOf(answers) / most))
  }
  const mean = linearPool(answers, answers.map(() => 1))
  const distance = answers.reduce((sum, answer) => sum + scaleDistance(answer, mean), 0) / answers.length
  return Math.max(0, 1 - 2 * distance)
}
