import type { Interval } from "../../kernel/Interval.ts"
/** A level of probability: the words for everything up to `to`, which belongs to it. */
export interface ProbabilityLevel {
  readonly to: number
  /** What an outcome of this probability is or has. */
  readonly words: string
}

/**
 * The seven levels of Intelligence Community Directive 203 (2015), which go back to Kent's "Words of Estimative Probability"
 * (1964). The directive's ranges touch; a bound belongs to the level that is nearer to even, so that no word says more than
 * the number.
 */
export const probabilityLevels: ReadonlyArray<ProbabilityLevel> = [
  { to: 0.05, words: "has almost no chance" },
  { to: 0.2, words: "is very unlikely" },
  { to: 0.45, words: "is unlikely" },
  { to: 0.55, words: "has a roughly even chance" },
  { to: 0.8, words: "is likely" },
  { to: 0.95, words: "is very likely" },
  { to: 1, words: "is almost certain" }
]

/**
 * A probability as it is shown, in steps of 0.01, so that words and advice fit the number beside them.
 *
 * @example wholePercent(0.9512) // 0.95
 */
export const wholePercent = (probability: number): number => Math.round(probability * 100) / 100

/**
 * A probability in words, by `probabilityLevels`.
 *
 * @example probabilityWords(0.72) // "is likely"
 * @example probabilityWords(0.2) // "is unlikely"
 */
export const probabilityWords = (probability: number): string => {
  const shown = wholePercent(probability)
  // Below even, a bound belongs to the level above it.
  const level = probabilityLevels.find(({ to }) => shown < 0.5 ? shown < to : shown <= to)
  return (level ?? probabilityLevels.at(-1)!).words
}

/**
 * A probability in whole percent; as a packet clamps its forecasts, they are never 0 or 100.
 *
 * @example percentWords(0.724) // "72 %"
 */
export const percentWords = (probability: number): string => `${Math.round(probability * 100)} %`

/**
 * An interval of probabilities in whole percent; null if its displayed width is zero, which would suggest that
 * nothing else is possible.
 *
 * @example intervalWords({ low: 0.304, high: 0.5 }) // "30 to 50 %"
 * @example intervalWords({ low: 0.3, high: 0.303 }) // null
 */
export const intervalWords = ({ high, low }: Interval): string | null => {
  const [from, to] = [percentWords(low), percentWords(high)]
  return from === to ? null : `${from.replace(/ %$/u, "")} to ${to}`
}
