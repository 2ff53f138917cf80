/**
 * A formatted percentage: rounded to one decimal, which is omitted if it is zero.
 *
 * @example percentText(63) // "63\u00a0%"
 * @example percentText(33.33) // "33.3\u00a0%"
 */
export const percentText = (percent: number): string => `${Math.round(percent * 10) / 10}\u00a0%`
