/**
 * The baseline score (Metaculus, Scores FAQ): how much better than chance, which gives each of n options 1/n. With the
 * natural logarithm of the probability given to what came true: 100 × (1 + log score / ln n), which for two options is
 * 100 × (1 + log2 p). 0 is chance, 100 certainty of what came true; the lower, the worse. `optionCount` is 0 for
 * questions of yes or no.
 *
 * @example baselineScore(Math.log(0.5), 0) // 0
 */
export const baselineScore = (logScore: number, optionCount: number): number =>
  100 * (1 + logScore / Math.log(optionCount === 0 ? 2 : optionCount))
