/**
 * A percentage as it is read: whole, or with one decimal where that tells something.
 *
 * @example percentText(63) // "63\u00a0%"
 * @example percentText(33.33) // "33.3\u00a0%"
 */
export const percentText = (percent: number): string => `${Math.round(percent * 10) / 10}\u00a0%`

/**
 * A count as it is read, with its thousands apart.
 *
 * @example countText(1234567) // "1,234,567"
 */
export const countText = (count: number): string => String(Math.round(count)).replace(/\B(?=(\d{3})+$)/g, ",")
