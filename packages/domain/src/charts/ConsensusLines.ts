import type { ConsensusChartInput } from "./ConsensusChartInput.ts"
import type { ConsensusPlot, DrawnLines } from "./ConsensusPlot.ts"
import { percentText } from "./NumberText.ts"
import { linearScale } from "./Scale.ts"
import { decimal, element, type Place, stepPath, textElement } from "./Svg.ts"
import { textWidth } from "./TextFit.ts"

/** The share of yes of a binary question: a line of steps over its area, with its first and its last value. */
export const consensusLines = (input: ConsensusChartInput, plot: ConsensusPlot): DrawnLines => {
  const { bottom, measures: { labelSize }, time, top } = plot
  const height = linearScale([0, 100], [bottom, top])
  const legend = (legendTop: number) => ({ markup: "", bottom: legendTop })
  const first = input.points[0]
  const last = input.points[input.points.length - 1]
  if (first === undefined || last === undefined) return { high: 100, markup: "", legend }
  const places: ReadonlyArray<Place> = [
    ...input.points.map((point) => ({ x: time(point.taken_at.getTime()), y: height(point.yes_percent) })),
    // What was said last still holds.
    { x: time(input.to.getTime()), y: height(last.yes_percent) }
  ]
  const line = stepPath(places)
  const begin = places[0]!
  const end = places[places.length - 1]!
  const area = element("path", {
    class: "a",
    d: `M${decimal(begin.x)} ${decimal(bottom)}V${decimal(begin.y)}${line.replace(/^M\S+ [^HV]+/, "")}V${
      decimal(bottom)
    }Z`
  })
  return {
    high: 100,
    legend,
    markup: area
      + element("path", { class: "l-accent", d: line, "stroke-width": 2 })
      + element("circle", { class: "f-accent l-ground", cx: end.x, cy: end.y, r: 4, "stroke-width": 1.5 })
      + firstLabel(percentText(first.yes_percent), places, plot)
      + textElement(percentText(last.yes_percent), {
        class: "f-accent n",
        x: end.x + 9,
        y: clamped(end.y + labelSize * 0.4, top + labelSize * 0.8, bottom),
        "font-size": labelSize + 2,
        "font-weight": 700
      })
  }
}

/** The first value over or under the beginning of the line, on the side where the line does not go. */
const firstLabel = (
  label: string,
  places: ReadonlyArray<Place>,
  { bottom, left, measures: { labelSize }, right, top }: ConsensusPlot
): string => {
  const begin = places[0]!
  const width = textWidth(label, labelSize)
  // A single value is labelled at its end.
  if (places.every(({ y }) => Math.abs(y - begin.y) < 0.5) || begin.x + width > right - labelSize) return ""
  const x = Math.max(left, begin.x) + 3
  const near = heightsWithin(places, x + width + 4)
  const over = Math.min(...near) - 7
  const under = Math.max(...near) + labelSize + 4
  const fitsOver = over - labelSize >= top
  const fitsUnder = under <= bottom - 3
  if (!fitsOver && !fitsUnder) return ""
  const goesUp = Math.min(...near) < begin.y - 1
  return textElement(label, {
    class: "f-quiet h n",
    x,
    y: fitsUnder && (goesUp || !fitsOver) ? under : over,
    "font-size": labelSize
  })
}

/** The heights that the line has before `x`. */
const heightsWithin = (places: ReadonlyArray<Place>, x: number): ReadonlyArray<number> => {
  const later = places.findIndex((place) => place.x > x)
  return places.slice(0, later === -1 ? undefined : Math.max(1, later)).map(({ y }) => y)
}

const clamped = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value))
