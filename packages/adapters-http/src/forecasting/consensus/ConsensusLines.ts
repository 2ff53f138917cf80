import type { ConsensusChartInput } from "./ConsensusChartInput.ts"
import type { ConsensusPlot, DrawnLines } from "./ConsensusPlot.ts"
import { percentText } from "../../kit/PercentText.ts"
import { linearScale } from "../../kit/Scale.ts"
import { decimal, element, type Position, stepPath, textElement } from "../../kit/Svg.ts"
import { textWidth } from "../../kit/TextFit.ts"

/** The share of yes of a binary question: a step line with its area, labelled with its first and last value. */
export const consensusLines = (input: ConsensusChartInput, plot: ConsensusPlot): DrawnLines => {
  const { bottom, measures: { labelSize }, time, top } = plot
  const height = linearScale([0, 100], [bottom, top])
  const legend = (legendTop: number) => ({ markup: "", bottom: legendTop })
  const first = input.points[0]
  const last = input.points[input.points.length - 1]
  if (first === undefined || last === undefined) return { high: 100, markup: "", legend }
  const positions: ReadonlyArray<Position> = [
    ...input.points.map((point) => ({ x: time(point.taken_at.getTime()), y: height(point.yes_percent) })),
    // The last value is still valid at the end of the span.
    { x: time(input.to.getTime()), y: height(last.yes_percent) }
  ]
  const line = stepPath(positions)
  const begin = positions[0]!
  const end = positions[positions.length - 1]!
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
      + firstLabel(percentText(first.yes_percent, first.total_agents), positions, plot)
      + textElement(percentText(last.yes_percent, last.total_agents), {
        class: "f-accent n",
        x: end.x + 9,
        y: clamped(end.y + labelSize * 0.4, top + labelSize * 0.8, bottom),
        "font-size": labelSize + 2,
        "font-weight": 700
      })
  }
}

/**
 * The label of the first value near the beginning of the line: above it, below it, or right of its first step, where no
 * other part of the line is as close as the labelled one. Empty if there is no such position.
 */
const firstLabel = (
  label: string,
  positions: ReadonlyArray<Position>,
  { bottom, left, measures: { labelSize }, right, top }: ConsensusPlot
): string => {
  const begin = positions[0]!
  const width = textWidth(label, labelSize)
  const next = positions.find(({ y }) => Math.abs(y - begin.y) >= 0.5)
  // A single value is labelled at its end.
  if (next === undefined || begin.x + width > right - labelSize) return ""
  const x = Math.max(left, begin.x) + 3
  const free = labelSize * 0.8
  const candidateAt = (x: number, y: number, clearFrom: number, clearTo: number) => ({
    x,
    y,
    clear: { left: x - 2, right: x + width + 2, top: clearFrom, bottom: clearTo }
  })
  const over = candidateAt(x, begin.y - 7, begin.y - 7 - labelSize - free, begin.y - 1)
  const under = candidateAt(x, begin.y + labelSize + 4, begin.y + 1, begin.y + labelSize + 4 + free)
  const level = clamped(begin.y + labelSize * 0.36, top + labelSize * 0.8, bottom - 3)
  const beside = candidateAt(next.x + 5, level, level - labelSize - free, level + free)
  const chosen = [...(next.y < begin.y ? [under, over] : [over, under]), beside].find(({ clear, x, y }) =>
    y - labelSize >= top - labelSize * 0.2 && y <= bottom - 3 && x + width <= right && isClear(positions, clear)
  )
  return chosen === undefined
    ? ""
    : textElement(label, { class: "f-quiet h n", x: chosen.x, y: chosen.y, "font-size": labelSize })
}

interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Whether no part of the line runs through the box. */
const isClear = (positions: ReadonlyArray<Position>, box: Box): boolean =>
  positions.every((position, index) => {
    const before = positions[index - 1]?.y ?? position.y
    const until = positions[index + 1]?.x ?? position.x
    const isLevelIn = position.x <= box.right && until >= box.left && position.y > box.top && position.y < box.bottom
    const isRiseIn = position.x >= box.left && position.x <= box.right && Math.abs(position.y - before) >= 0.5
      && Math.min(position.y, before) < box.bottom && Math.max(position.y, before) > box.top
    return !isLevelIn && !isRiseIn
  })

const clamped = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value))
