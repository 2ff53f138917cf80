/** Options of a sparkline. */
interface SparklineOptions {
  /** The values of the lowest and the highest bar; by default the minimum and maximum of the values. */
  readonly low?: number
  readonly high?: number
  /** Plain ASCII, for terminals without block characters. */
  readonly ascii?: boolean
}

const blocks = [..."▁▂▃▄▅▆▇█"]
const plain = [..."_.,-~=+#"]

/**
 * Numbers as a row of bars, one character each (Tufte 2006). Equal values are drawn at half height.
 *
 * @example sparkline([1, 2, 3, 8]) // "▁▂▃█"
 * @example sparkline([5, 5]) // "▄▄"
 * @example sparkline([0, 50, 100], { low: 0, high: 200 }) // "▁▃▅"
 */
export const sparkline = (values: ReadonlyArray<number>, options: SparklineOptions = {}): string => {
  const bars = options.ascii === true ? plain : blocks
  const low = options.low ?? values.reduce((least, value) => Math.min(least, value), Infinity)
  const high = options.high ?? values.reduce((most, value) => Math.max(most, value), -Infinity)
  return values.map((value) => {
    const share = high > low ? Math.min(1, Math.max(0, (value - low) / (high - low))) : 0.49
    return bars[Math.min(bars.length - 1, Math.floor(share * bars.length))]
  }).join("")
}

/**
 * Samples a step function at `count` times, evenly spaced from the first point to `to`; each point holds until the
 * next. Empty if there are no points.
 *
 * @param points in the order of `at`
 * @example stepSamples([{ at: 0, y: 1 }, { at: 9, y: 7 }], 10, 3, ({ at }) => at).map(({ y }) => y) // [1, 1, 7]
 */
export const stepSamples = <Point>(
  points: ReadonlyArray<Point>,
  to: number,
  count: number,
  at: (point: Point) => number
): ReadonlyArray<Point> => {
  const first = points[0]
  if (first === undefined) return []
  const from = at(first)
  const samples: Array<Point> = []
  let held = 0
  for (let index = 0; index < count; index++) {
    const time = count === 1 ? to : from + ((to - from) * index) / (count - 1)
    while (held + 1 < points.length && at(points[held + 1]!) <= time) held++
    samples.push(points[held]!)
  }
  return samples
}
