import type { ConsensusChartInput } from "./ConsensusChartInput.ts"
import type { ConsensusPlot, DrawnLines } from "./ConsensusPlot.ts"
import { percentText } from "./PercentText.ts"
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

/**
 * The first value beside the beginning of the line: over it, under it, or right of where it first goes elsewhere, wherever
 * no other part of the line is as near as the part that it belongs to; else nowhere.
 */
const firstLabel = (
  label: string,
  places: ReadonlyArray<Place>,
  { bottom, left, measures: { labelSize }, right, top }: ConsensusPlot
): string => {
  const begin = places[0]!
  const width = textWidth(label, labelSize)
  const next = places.find(({ y }) => Math.abs(y - begin.y) >= 0.5)
  // A single value is labelled at its end.
  if (next === undefined || begin.x + width > right - labelSize) return ""
  const x = Math.max(left, begin.x) + 3
  const free = labelSize * 0.8
  const spotAt = (x: number, y: number, clearFrom: number, clearTo: number) => ({
    x,
    y,
    clear: { left: x - 2, right: x + width + 2, top: clearFrom, bottom: clearTo }
  })
  const over = spotAt(x, begin.y - 7, begin.y - 7 - labelSize - free, begin.y - 1)
  const under = spotAt(x, begin.y + labelSize + 4, begin.y + 1, begin.y + labelSize + 4 + free)
  const level = clamped(begin.y + labelSize * 0.36, top + labelSize * 0.8, bottom - 3)
  const beside = spotAt(next.x + 5, level, level - labelSize - free, level + free)
  const spot = [...(next.y < begin.y ? [under, over] : [over, under]), beside].find(({ clear, x, y }) =>
    y - labelSize >= top - labelSize * 0.2 && y <= bottom - 3 && x + width <= right && isClear(places, clear)
  )
  return spot === undefined
    ? ""
    : textElement(label, { class: "f-quiet h n", x: spot.x, y: spot.y, "font-size": labelSize })
}

interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Does nothing of the line run through the box? */
const isClear = (places: ReadonlyArray<Place>, box: Box): boolean =>
  places.every((place, index) => {
    const before = places[index - 1]?.y ?? place.y
    const until = places[index + 1]?.x ?? place.x
    const isLevelIn = place.x <= box.right && until >= box.left && place.y > box.top && place.y < box.bottom
    const isRiseIn = place.x >= box.left && place.x <= box.right && Math.abs(place.y - before) >= 0.5
      && Math.min(place.y, before) < box.bottom && Math.max(place.y, before) > box.top
    return !isLevelIn && !isRiseIn
  })

const clamped = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value))
