import type { Resolution } from "../questions/Resolution.ts"
import type { BrierMultiFacts } from "./Brier.ts"

/**
 * The logarithmic score (Good 1952): the natural logarithm of the probability that was given to what came true. 0 is
 * the maximum; -Infinity when that probability was 0.
 *
 * @example logScoreOfProbability(1) // 0
 */
export const logScoreOfProbability = (probability: number): number => Math.log(probability)

/**
 * The log score of a prediction at `confidence` percent on a binary question.
 *
 * @example logScoreBinary(50, true).toFixed(4) // "-0.6931"
 */
export const logScoreBinary = (confidence: number, correct: boolean): number =>
  logScoreOfProbability((correct ? confidence : 100 - confidence) / 100)

/**
 * The log score over options: p on the chosen option and the rest spread evenly over the others; the mean of the
 * logarithms over the options that came true. Equal to `logScoreBinary` for two options of which one came true.
 *
 * @example logScoreMulti({ confidence: 70, optionCount: 2, correctCount: 1, correct: true }) === logScoreBinary(70, true) // true
 */
export const logScoreMulti = ({ confidence, correct, correctCount, optionCount }: BrierMultiFacts): number => {
  const chosen = correct ? logScoreOfProbability(confidence / 100) : 0
  const trueOthers = correctCount - (correct ? 1 : 0)
  const other = trueOthers === 0 ? 0 : logScoreOfProbability((100 - confidence) / (100 * (optionCount - 1)))
  return (chosen + trueOthers * other) / correctCount
}

/** The log score of a prediction at `confidence` percent; the resolution must not be void. */
export const logScore = (confidence: number, correct: boolean, resolution: Resolution, optionCount: number): number =>
  resolution.kind === "options"
    ? logScoreMulti({ confidence, correct, optionCount, correctCount: resolution.correct_options.length })
    : logScoreBinary(confidence, correct)
