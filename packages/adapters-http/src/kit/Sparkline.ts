import { linearScale } from "./Scale.ts"
import { element, type Position, stepPath } from "./Svg.ts"

/** A value in percent that is valid until the next. */
export interface SparklineValue {
  readonly at: Date
  readonly percent: number
}

/** The units of the drawing, which is stretched to the size that the page gives it. */
const [width, height] = [300, 60]
/** Keeps the stroke at 0 % and 100 % inside of the drawing. */
const inset = 3

/**
 * A step line without axes, from 0 to 100 %, over the span from `from` to `to`. Positions are whole units, so that a
 * line takes up little space. `meaning` is its text alternative.
 *
 * @example sparkline([{ at: new Date(0), percent: 50 }], new Date(0), new Date(9), "Always 50 %").includes("M0 30H300") // true
 */
export const sparkline = (
  values: ReadonlyArray<SparklineValue>,
  from: Date,
  to: Date,
  meaning: string
): string => {
  const x = linearScale([from.getTime(), Math.max(to.getTime(), from.getTime() + 1)], [0, width])
  const y = linearScale([0, 100], [height - inset, inset])
  const positions = values.map(({ at, percent }): Position => ({
    x: Math.round(x(at.getTime())),
    y: Math.round(y(percent))
  }))
  const last = positions.at(-1)
  return element(
    "svg",
    {
      class: "line",
      role: "img",
      "aria-label": meaning,
      viewBox: `0 0 ${width} ${height}`,
      preserveAspectRatio: "none"
    },
    // The last value is valid to the end of the span.
    element("path", { d: last === undefined ? "" : stepPath([...positions, { x: width, y: last.y }]) })
  )
}
