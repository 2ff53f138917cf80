import { scaleLinear } from "d3-scale"

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
export const linearScale = (domain: readonly [number, number], range: readonly [number, number]): Scale =>
  scaleLinear(domain, range).clamp(true)
