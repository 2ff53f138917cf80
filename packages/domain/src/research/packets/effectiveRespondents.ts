/**
 * How many equally weighted respondents tell as much as these (Kish 1965): (Σw)² / Σw².
 *
 * @example effectiveRespondents([1, 1, 1, 1]) // 4
 * @example effectiveRespondents([3, 1]).toFixed(1) // "1.6"
 */
export const effectiveRespondents = (weights: ReadonlyArray<number>): number =>
  weights.reduce((sum, weight) => sum + weight, 0) ** 2 / weights.reduce((sum, weight) => sum + weight * weight, 0)
