import { scaleLinear } from "d3-scale"

/** Maps a value to a coordinate of a picture. */
export type Scale = (value: number) => number

/**
 * A linear scale from `domain` to `range`, clamped to the range. If the domain is a single value, everything maps to
 * the middle of the range.
 *
 * @example linearScale([0, 100], [200, 0])(25) // 150
 * @example linearScale([7, 7], [0, 10])(7) // 5
 * @example linearScale([0, 1], [0, 10])(3) // 10
 */
export const linearScale = (domain: readonly [number, number], range: readonly [number, number]): Scale =>
  scaleLinear(domain, range).clamp(true)
