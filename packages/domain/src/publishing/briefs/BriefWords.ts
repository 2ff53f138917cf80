import { shownPercent } from "../../forecasting/consensus/shownPercent.ts"

/** Wording shared by briefs and daily summaries. */

const months = "January February March April May June July August September October November December".split(" ")

/**
 * The UTC date of an instant in words.
 *
 * @example dayInWords(new Date("2027-03-05T10:00:00Z")) // "5 March 2027"
 */
export const dayInWords = (instant: Date): string =>
  `${instant.getUTCDate()} ${months[instant.getUTCMonth()]!} ${instant.getUTCFullYear()}`

/**
 * A share of so many voices in percent (`shownPercent`).
 *
 * @example percentInWords(70.588, 17) // "71 %"
 * @example percentInWords(70.588, 170) // "70.6 %"
 */
export const percentInWords = (percent: number, voices: number): string => `${shownPercent(percent, voices)} %`

/** An answer in words: an option in quotes, yes or no without. */
export const answerInWords = (answer: boolean | string): string =>
  typeof answer === "string" ? quoted(answer) : answer ? "yes" : "no"

/**
 * Puts a text in typographic quotes, which are distinct from straight quotes within it.
 *
 * @example quoted("a \"b\"") // "“a \"b\"”"
 */
export const quoted = (text: string): string => `“${text}”`
