import { downsample } from "@auspex/domain/history"
import type { DrawnPart } from "../../kit/ChartFrame.ts"
import { seriesCount } from "../../kit/ChartTheme.ts"
import { type ConsensusChartInput, optionsOf, shareOf } from "./ConsensusChartInput.ts"
import type { ConsensusPlot, DrawnLines } from "./ConsensusPlot.ts"
import { percentText } from "../../kit/PercentText.ts"
import { linearScale } from "../../kit/Scale.ts"
import { spread } from "../../kit/Spread.ts"
import { decimal, element, type Position, stepPath, textElement } from "../../kit/Svg.ts"
import { boldWidthFactor, fitText, textWidth, wrapText } from "../../kit/TextFit.ts"

/**
 * The maximum number of steps of one line: ten lines of 500 steps would make a large file without a visible difference.
 */
const stepsMax = 150

/** The distances from the end of a line to its share, and from the share to the name, in pixels. */
export const shareLabelLeft = 22
export const shareNameGap = 8

/** One option with its line. */
interface OptionLine {
  readonly option: string
  /** The index among the question's options, which determines the colour. */
  readonly index: number
  readonly percent: number
  /** How many predictions the share is one of. */
  readonly voices: number
  readonly positions: ReadonlyArray<Position>
}

/** One line per option of a multi question, with its last share and its name at the line's end or in the legend. */
export const optionLines = (input: ConsensusChartInput, plot: ConsensusPlot): DrawnLines => {
  const { bottom, time, top } = plot
  const options = optionsOf(input)
  const last = input.points[input.points.length - 1]
  const none = (legendTop: number): DrawnPart => ({ markup: "", bottom: legendTop })
  if (last === undefined || options.length === 0) return { high: 100, markup: "", legend: none }
  const high = highestOf(input, options)
  const height = linearScale([0, high], [bottom, top])
  const lines = options.map((option, index): OptionLine => ({
    option,
    index,
    percent: shareOf(last, option),
    voices: last.total_agents,
    positions: [
      ...downsample(
        input.points.map((point) => ({ x: time(point.taken_at.getTime()), y: height(shareOf(point, option)) })),
        stepsMax,
        ({ x }) => x,
        ({ y }) => y
      ),
      { x: time(input.to.getTime()), y: height(shareOf(last, option)) }
    ]
  }))
  // Lines are drawn in reverse rank, so that the leading option is on top; labels are in rank order.
  const ranked = [...lines].sort((a, b) => b.percent - a.percent || a.index - b.index)
  const labels = endLabels(ranked, plot)
  return {
    high,
    markup:
      [...ranked].reverse().map((line) =>
        strokeOf(line, line.percent === ranked[0]!.percent ? 3 : plot.measures.isNarrow ? 1.5 : 1.75)
      )
        .join("") + labels.markup,
    legend: labels.namesFit ? none : (legendTop) => legendOf(ranked, plot, legendTop)
  }
}

/**
 * The top of the axis: the smallest of 20, 40, … 100 that no share exceeds, so that many small shares use its height.
 */
const highestOf = ({ points }: ConsensusChartInput, options: ReadonlyArray<string>): number => {
  const highest = Math.max(...points.map((point) => Math.max(...options.map((option) => shareOf(point, option)))))
  return Math.min(100, Math.max(20, Math.ceil(highest / 20) * 20))
}

const seriesClass = (index: number): string => `l-s${index % seriesCount}${index >= seriesCount ? " d" : ""}`

const strokeOf = ({ index, positions }: OptionLine, width: number): string =>
  element("path", { class: seriesClass(index), d: stepPath(positions), "stroke-width": width })

/** A circle in the colour of a line; hollow where the line is dashed. */
const dotOf = (index: number, { x, y }: Position): string => {
  const series = index % seriesCount
  const fill = index < seriesCount ? `f-s${series}` : "f-ground"
  return element("circle", { class: `${fill} l-s${series}`, cx: x, cy: y, r: 2.5, "stroke-width": 1.5 })
}

/**
 * What joins the end of a line to its label: a hairline without a colour, which nobody takes for a value, and a dot in the
 * colour of the line beside the label.
 */
const leaderOf = (end: Position, y: number, index: number): string =>
  element("polyline", {
    class: "l-rule",
    points: [[3, end.y], [5, end.y], [11, y], [12, y]].map(([right, at]) =>
      `${decimal(end.x + right!)},${decimal(at!)}`
    ).join(" "),
    "stroke-width": 0.75
  }) + dotOf(index, { x: end.x + 16, y })

/** The share at the end of each line and, where there is room, its name; `namesFit` if no name is truncated. */
const endLabels = (
  ranked: ReadonlyArray<OptionLine>,
  { bottom, measures: { isNarrow, labelSize, margin, width }, top }: ConsensusPlot
): { readonly markup: string; readonly namesFit: boolean } => {
  const ends = ranked.map(({ positions }) => positions[positions.length - 1]!)
  const heights = spread(ends.map(({ y }) => y), labelSize * 1.28, top, bottom)
  let namesFit = !isNarrow
  const markup = ranked.map(({ index, option, percent, voices }, at) => {
    const end = ends[at]!
    const y = heights[at]!
    // All that are tied lead.
    const leads = percent === ranked[0]!.percent
    const percentEnd = end.x + shareLabelLeft + textWidth("00.0 %", labelSize * boldWidthFactor)
    const share = textElement(percentText(percent, voices), {
      class: "f-ink n",
      x: percentEnd,
      y: y + labelSize * 0.36,
      "font-size": labelSize,
      "font-weight": leads ? 700 : 500,
      "text-anchor": "end"
    })
    const name = fitText(
      option,
      labelSize * (leads ? boldWidthFactor : 1),
      width - margin - percentEnd - shareNameGap
    )
    if (name !== option) namesFit = false
    return leaderOf(end, y, index) + share
      + (isNarrow
        ? ""
        : textElement(name, {
          class: leads ? "f-ink" : "f-quiet",
          x: percentEnd + shareNameGap,
          y: y + labelSize * 0.36,
          "font-size": labelSize,
          "font-weight": leads ? 600 : undefined
        }))
  })
  return { markup: markup.join(""), namesFit }
}

/** All options ranked by their last share, in one or two columns. */
const legendOf = (
  ranked: ReadonlyArray<OptionLine>,
  { measures: { isNarrow, labelSize, margin, width } }: ConsensusPlot,
  top: number
): DrawnPart => {
  const columnCount = isNarrow ? 1 : 2
  const columnGap = 28
  const columnWidth = (width - 2 * margin - columnGap * (columnCount - 1)) / columnCount
  const nameLeft = 34
  const nameWidth = columnWidth - nameLeft - (isNarrow ? textWidth("00.0 %", labelSize) + 8 : 0)
  const rowHeight = labelSize * 1.4
  const perColumn = Math.ceil(ranked.length / columnCount)
  const parts: Array<string> = []
  let bottom = top
  for (let column = 0; column < columnCount; column++) {
    const left = margin + column * (columnWidth + columnGap)
    let y = top + labelSize * 0.9
    for (const { index, option, percent, voices } of ranked.slice(column * perColumn, (column + 1) * perColumn)) {
      y += rowHeight
      const middle = y - labelSize * 0.36
      parts.push(
        element("line", {
          class: seriesClass(index),
          x1: left,
          x2: left + 24,
          y1: middle,
          y2: middle,
          "stroke-width": 2.5
        }),
        ...wrapText(option, labelSize, nameWidth, 2).map((line, at) =>
          textElement(line, { class: "f-ink", x: left + nameLeft, y: y + at * rowHeight * 0.9, "font-size": labelSize })
        )
      )
      if (isNarrow) {
        parts.push(textElement(percentText(percent, voices), {
          class: "f-quiet n",
          x: left + columnWidth,
          y,
          "font-size": labelSize,
          "text-anchor": "end"
        }))
      }
      y += (wrapText(option, labelSize, nameWidth, 2).length - 1) * rowHeight * 0.9 + labelSize * 0.2
    }
    bottom = Math.max(bottom, y)
  }
  return { markup: parts.join(""), bottom: bottom + labelSize * 0.3 }
}
