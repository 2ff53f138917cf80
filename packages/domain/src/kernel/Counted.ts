/**
 * Formats a whole number with commas between the thousands.
 *
 * @example grouped(1234567) // "1,234,567"
 */
export const grouped = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ",")

/**
 * Formats a number with its noun, whose plural takes an `s`.
 *
 * @example counted(1, "character") // "1 character"
 * @example counted(1200, "character") // "1,200 characters"
 */
export const counted = (count: number, noun: string): string =>
  `${grouped(count)} ${noun}${Math.abs(count) === 1 ? "" : "s"}`
