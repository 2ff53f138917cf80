/**
 * The baseline score (Metaculus, Scores FAQ): the log score relative to chance, which gives each of n options 1/n: 100
 * × (1 + log score / ln n), for two options 100 × (1 + log2 p). 0 equals chance, 100 is the maximum, and there is no
 * minimum. `optionCount` is 0 for binary questions.
 *
 * @example baselineScore(Math.log(0.5), 0) // 0
 */
export const baselineScore = (logScore: number, optionCount: number): number =>
  100 * (1 + logScore / Math.log(optionCount === 0 ? 2 : optionCount))
