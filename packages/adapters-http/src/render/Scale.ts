/** Where a value lies on a picture. */
export type Scale = (value: number) => number

/**
 * The straight line through two pairs: `domain` goes to `range`. Everything goes to the middle of the range when the
 * domain is a single value; nothing leaves the range.
 *
 * @example linearScale([0, 100], [200, 0])(25) // 150
 * @example linearScale([7, 7], [0, 10])(7) // 5
 * @example linearScale([0, 1], [0, 10])(3) // 10
 */
export const linearScale = (domain: readonly [number, number], range: readonly [number, number]): Scale => {
  const span = domain[1] - domain[0]
  if (span === 0) return () => (range[0] + range[1]) / 2
  return (value) => {
    const share = Math.min(1, Math.max(0, (value - domain[0]) / span))
    return range[0] + share * (range[1] - range[0])
  }
}

/**
 * The least of 1, 2, 2.5 and 5 times a power of ten that cuts `span` into at most `countMax` steps.
 *
 * @example niceStep(100, 5) // 20
 * @example niceStep(100, 4) // 25
 * @example niceStep(0.7, 4) // 0.2
 */
export const niceStep = (span: number, countMax: number): number => {
  if (!(span > 0) || !(countMax > 0)) return 1
  const least = span / countMax
  const power = Math.floor(Math.log10(least))
  // Powers below one are divided by: 2 / 10 is 0.2, where 2 * 0.1 need not be.
  const times = (factor: number): number => power < 0 ? factor / 10 ** -power : factor * 10 ** power
  return [1, 2, 2.5, 5].map(times).find((step) => step * (1 + 1e-9) >= least) ?? times(10)
}

/**
 * Round numbers from `low` to `high` inclusive, evenly spaced, with at most `countMax` steps between them.
 *
 * @example niceTicks(0, 100, 5) // [0, 20, 40, 60, 80, 100]
 * @example niceTicks(0, 7, 4) // [0, 2, 4, 6]
 */
export const niceTicks = (low: number, high: number, countMax: number): ReadonlyArray<number> => {
  const step = niceStep(high - low, countMax)
  const first = Math.ceil(low / step - 1e-9)
  const last = Math.floor(high / step + 1e-9)
  return Array.from(
    { length: Math.max(0, last - first + 1) },
    (_, index) => Number(((first + index) * step).toPrecision(12))
  )
}
