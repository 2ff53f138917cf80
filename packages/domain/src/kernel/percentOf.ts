/**
 * A share in percent, rounded to two decimals; 0 when `whole` is 0.
 *
 * @example percentOf(12, 17) // 70.59
 */
export const percentOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part * 10_000) / whole) / 100
