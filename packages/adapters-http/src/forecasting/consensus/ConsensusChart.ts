import { grouped } from "@auspex/domain/kernel"
import {
  chartDocument,
  chartHead,
  type ChartMeasures,
  type ChartOptions,
  clearOfEdges,
  type DrawnPart,
  measuresOf
} from "../../kit/ChartFrame.ts"
import { type ConsensusChartInput, optionsOf, withinSpan } from "./ConsensusChartInput.ts"
import { consensusLines } from "./ConsensusLines.ts"
import type { ConsensusPlot } from "./ConsensusPlot.ts"
import { consensusDescription, consensusUnderline } from "./ConsensusTexts.ts"
import { countLabelGap, countStrip } from "./CountStrip.ts"
import { optionLines, shareLabelLeft, shareNameGap } from "./OptionLines.ts"
import { linearScale, type Scale } from "../../kit/Scale.ts"
import { element, textElement } from "../../kit/Svg.ts"
import { boldWidthFactor, textWidth } from "../../kit/TextFit.ts"
import { type TimeTick, timeTicks } from "../../kit/TimeTicks.ts"

const noPoints = "No predictions yet"

/**
 * The consensus over time as an SVG document: the share of yes as a step line with its area, or one line per option,
 * with the number of predictions in a muted strip below. Equal input gives equal documents.
 *
 * @example consensusChart({ title: "Rain?", question_type: "binary", from: new Date(0), to: new Date(1), points: [] }).startsWith("<svg ") // true
 */
export const consensusChart = (input: ConsensusChartInput, options: ChartOptions = {}): string => {
  const measures = measuresOf(options)
  const visible = withinSpan(input)
  const head = chartHead(measures, input.title, consensusUnderline(visible))
  const { height, markup } = drawn(visible, measures, head.bottom)
  return chartDocument(measures, options, {
    title: input.title,
    description: consensusDescription(visible),
    height,
    markup: head.markup + markup
  })
}

const drawn = (
  input: ConsensusChartInput,
  measures: ChartMeasures,
  headBottom: number
): { readonly markup: string; readonly height: number } => {
  const { isNarrow, labelSize, margin, width } = measures
  const isMulti = input.question_type === "multi"
  const room = {
    left: margin + textWidth("100 %", labelSize) + 6,
    right: width - margin - rightMargin(input, measures),
    top: headBottom + labelSize * 2.1
  }
  const tall = Math.round(Math.min(isMulti ? 340 : 300, Math.max(150, (room.right - room.left) * 0.42)))
  const plot: ConsensusPlot = {
    ...room,
    bottom: room.top + tall,
    time: linearScale([input.from.getTime(), input.to.getTime()], [room.left, room.right]),
    measures
  }
  const lines = isMulti ? optionLines(input, plot) : consensusLines(input, plot)
  const strip = countStrip(input.points, input.to, plot, isNarrow ? 26 : 36)
  const axis = timeAxis(input, plot, strip.bottom)
  const legend = lines.legend(axis.bottom)
  const empty = input.points.length > 0 ? "" : textElement(noPoints, {
    class: "f-quiet",
    x: (plot.left + plot.right) / 2,
    y: (plot.top + plot.bottom) / 2 + labelSize * 0.35,
    "font-size": labelSize + 2,
    "text-anchor": "middle"
  })
  return {
    markup: percentGrid(plot, lines.high, isMulti ? "Share of agents" : "Share of agents who say yes") + axis.markup +
      strip.markup + lines.markup +
      empty + legend.markup,
    height: legend.bottom + margin * 0.8
  }
}

/** The width of the labels at the line ends: shares and, for options, names as far as they leave room for the lines. */
const rightMargin = (input: ConsensusChartInput, { isNarrow, labelSize, width }: ChartMeasures): number => {
  const last = input.points[input.points.length - 1]
  const count = last === undefined ? 0 : countLabelGap + textWidth(grouped(last.total_agents), labelSize)
  if (input.question_type === "binary")
    return Math.max(count, textWidth("00.0 %", (labelSize + 2) * boldWidthFactor) + 2)
  const shares = shareLabelLeft + textWidth("00.0 %", labelSize * boldWidthFactor)
  if (isNarrow) return Math.max(count, shares)
  const names = Math.max(
    0,
    ...optionsOf(input).map((option) => textWidth(option.slice(0, 60), labelSize * boldWidthFactor))
  )
  return Math.max(count, Math.min(260, width * 0.3, shares + shareNameGap + 2 + names))
}

const percentGrid = (
  { bottom, left, measures: { labelSize }, right, top }: ConsensusPlot,
  high: number,
  what: string
): string =>
  textElement(what, { class: "f-quiet", x: left, y: top - labelSize * 0.6, "font-size": labelSize }) +
  [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const y = bottom + (top - bottom) * share
    // Labels at the ends and in the middle suffice.
    const label = share % 0.5 === 0
      ? textElement(`${Math.round(share * high)} %`, {
        class: "f-quiet n",
        x: left - 6,
        y: y + labelSize * 0.35,
        "font-size": labelSize,
        "text-anchor": "end"
      })
      : ""
    return element("line", { class: share === 0 ? "l-rule" : "l-grid", x1: left, x2: right, y1: y, y2: y }) + label
  }).join("")

/** The ticks if there are several and their labels do not touch. */
const readableTicks = (ticks: ReadonlyArray<TimeTick>, time: Scale, labelSize: number): typeof ticks | undefined => {
  const [first, second] = ticks.map(({ at }) => time(at.getTime()))
  const widest = Math.max(...ticks.map(({ label }) => textWidth(label, labelSize)))
  return first !== undefined && second !== undefined && second - first >= widest + labelSize / 2 ? ticks : undefined
}

const timeAxis = (
  { from, to }: ConsensusChartInput,
  { left, measures: { labelSize, margin, width }, right, time }: ConsensusPlot,
  top: number
): DrawnPart => {
  const widest = textWidth("00:00 Wed", labelSize)
  const few = Math.max(2, Math.floor((right - left) / widest))
  const roomy = timeTicks(from, to, few)
  const ticks = roomy.length > 1 ? roomy : readableTicks(timeTicks(from, to, few + 1), time, labelSize) ?? roomy
  const y = top + labelSize * 1.5
  const marks = ticks.map(({ at, label }) => {
    const x = time(at.getTime())
    const centre = clearOfEdges(label, labelSize, x, margin, width - margin)
    return element("line", { class: "l-rule", x1: x, x2: x, y1: top, y2: top + 4 })
      + textElement(label, { class: "f-quiet n", x: centre, y, "font-size": labelSize, "text-anchor": "middle" })
  })
  return { markup: marks.join(""), bottom: y + labelSize * 0.4 }
}
