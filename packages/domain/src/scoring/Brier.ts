/**
 * The Brier score of a probability: (p − o)², where o is 1 when what it was given to came true, else 0. Half of the score
 * of Brier (1950), who adds up both classes.
 *
 * @example brierOfProbability(0, false) // 0
 */
export const brierOfProbability = (probability: number, cameTrue: boolean): number =>
  (probability - (cameTrue ? 1 : 0)) ** 2

/**
 * The Brier score (Brier 1950) of a stated confidence: (p − o)², where p = confidence / 100 is the probability of what
 * was predicted, and o is 1 when it came true. 0 is perfect, 1 is worst. Reckoned in whole percents, so that 70 gives
 * 0.09 to the last digit.
 *
 * @example brierBinary(70, true) // 0.09
 */
export const brierBinary = (confidence: number, correct: boolean): number =>
  (confidence - (correct ? 100 : 0)) ** 2 / 10_000

/**
 * The mean of `count` scores that add up to `sum`, to nine decimals: scores were added and, after disputes, taken off
 * again, which leaves its traces behind the fifteenth. Null for none.
 *
 * @example meanBrier(0.09 + 0.25 - 0.25, 1) // 0.09
 */
export const meanBrier = (sum: number, count: number): number | null =>
  count === 0 ? null : Math.round(sum / count * 1e9) / 1e9

/** What a Brier score over several options depends on. */
export interface BrierMultiFacts {
  readonly confidence: number
  /** How many options the question has, 2 or more. */
  readonly optionCount: number
  /** How many of them came true, 1 or more. */
  readonly correctCount: number
  /** Whether the chosen one is among them. */
  readonly correct: boolean
}

/**
 * The Brier score over options: p on the chosen one, the rest spread evenly over the others; each of m options that
 * came true has 1/m; the sum of squared differences is halved. It lies in 0-1 and equals the binary form for two
 * options of which one came true.
 *
 * @example brierMulti({ confidence: 70, optionCount: 2, correctCount: 1, correct: true }) // 0.09
 */
export const brierMulti = ({ confidence, correct, correctCount, optionCount }: BrierMultiFacts): number => {
  // In units of 1 / (100 (n − 1) m) everything is whole, and there is one division.
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
