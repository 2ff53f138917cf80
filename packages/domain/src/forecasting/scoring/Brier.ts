/**
 * The Brier score of the probability of an event: (p − o)², where o is 1 when the event happened, else 0. Half of the
 * original score (Brier 1950), which sums over both classes.
 *
 * @example brierOfProbability(0, false) // 0
 */
export const brierOfProbability = (probability: number, cameTrue: boolean): number =>
  (probability - (cameTrue ? 1 : 0)) ** 2

/**
 * The Brier score (Brier 1950) of a stated confidence: (p − o)², where p = confidence / 100 and o is 1 when the
 * prediction came true, else 0. 0 is best, 1 is worst. Computed in whole percentages, so that 70 gives exactly 0.09.
 *
 * @example brierBinary(70, true) // 0.09
 */
export const brierBinary = (confidence: number, correct: boolean): number =>
  (confidence - (correct ? 100 : 0)) ** 2 / 10_000

/**
 * The mean of `count` scores with the sum `sum`, rounded to nine decimals, because scores that were added and, after
 * disputes, subtracted leave rounding errors in the sum. Null when `count` is 0.
 *
 * @example meanBrier(0.09 + 0.25 - 0.25, 1) // 0.09
 */
export const meanBrier = (sum: number, count: number): number | null =>
  count === 0 ? null : Math.round(sum / count * 1e9) / 1e9

/** What a Brier score over several options depends on. */
export interface BrierMultiFacts {
  readonly confidence: number
  /** The number of options of the question, 2 or more. */
  readonly optionCount: number
  /** The number of options that came true, 1 or more. */
  readonly correctCount: number
  /** Whether the chosen option came true. */
  readonly correct: boolean
}

/**
 * The Brier score over options: the forecast is p on the chosen option and the rest spread evenly over the others, the
 * outcome is 1/m on each of the m options that came true; the sum of squared differences is halved. In 0-1; equal to
 * `brierBinary` for two options of which one came true.
 *
 * @example brierMulti({ confidence: 70, optionCount: 2, correctCount: 1, correct: true }) // 0.09
 */
export const brierMulti = ({ confidence, correct, correctCount, optionCount }: BrierMultiFacts): number => {
  // In units of 1 / (100 (n − 1) m) all terms are integers, so there is only one division.
  const others = optionCount - 1
  const unit = 100 * others * correctCount
  const onChosen = confidence * others * correctCount
  const onOther = (100 - confidence) * correctCount
  const onTrue = 100 * others
  const chosen = (onChosen - (correct ? onTrue : 0)) ** 2
  const trueOthers = correctCount - (correct ? 1 : 0)
  const sum = chosen + trueOthers * (onOther - onTrue) ** 2 + (others - trueOthers) * onOther ** 2
  return sum / (2 * unit ** 2)
}
