/** The words that brief and daily texts share: plain English, made from figures. */

const months = "January February March April May June July August September October November December".split(" ")

/**
 * The day of an instant in UTC, in words.
 *
 * @example dayInWords(new Date("2027-03-05T10:00:00Z")) // "5 March 2027"
 */
export const dayInWords = (instant: Date): string =>
  `${instant.getUTCDate()} ${months[instant.getUTCMonth()]!} ${instant.getUTCFullYear()}`

/**
 * A percentage to one decimal, without a decimal that is 0.
 *
 * @example percentInWords(70.588) // "70.6 %"
 * @example percentInWords(70) // "70 %"
 */
export const percentInWords = (percent: number): string => `${Math.round(percent * 10) / 10} %`

/** How an answer is said: an option in quotes, yes or no without. */
export const answerInWords = (answer: boolean | string): string =>
  typeof answer === "string" ? quoted(answer) : answer ? "yes" : "no"

/**
 * A text in typographic quotes, so that those within it do not end it.
 *
 * @example quoted("a \"b\"") // "“a \"b\"”"
 */
export const quoted = (text: string): string => `“${text}”`

/**
 * Things in a row, with "and" before the last.
 *
 * @example listed(["a", "b", "c"]) // "a, b and c"
 */
export const listed = (parts: ReadonlyArray<string>): string =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts[parts.length - 1]!}`

/**
 * A share in percent, to two decimals; 0 of nothing.
 *
 * @example percentOf(12, 17) // 70.59
 */
export const percentOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part * 10_000) / whole) / 100
