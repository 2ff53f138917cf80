/**
 * The lower tail of the binomial distribution: the probability of at most `successes` in `trials`, each with
 * `probability` (above 0 and below 1). Takes time linear in `successes`.
 *
 * @example binomialTail(1, 2, 0.5) // 0.75
 */
export const binomialTail = (successes: number, trials: number, probability: number): number => {
  if (successes >= trials) return 1
  const odds = Math.log(probability / (1 - probability))
  let logarithm = trials * Math.log1p(-probability)
  let sum = Math.exp(logarithm)
  for (let k = 0; k < successes; k++) {
    logarithm += odds + Math.log((trials - k) / (k + 1))
    sum += Math.exp(logarithm)
  }
  return Math.min(1, sum)
}
