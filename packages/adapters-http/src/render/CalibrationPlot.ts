import type { CalibrationPoint } from "@auspex/domain/scoring"
import { calibrationKey, calibrationTable } from "./CalibrationKey.ts"
import { calibrationDescription, calibrationUnderline } from "./CalibrationWords.ts"
import {
  chartDocument,
  chartHead,
  type ChartMeasures,
  type ChartOptions,
  type DrawnPart,
  measuresOf
} from "./ChartFrame.ts"
import { percentText } from "./PercentText.ts"
import { linearScale, type Scale } from "./Scale.ts"
import { decimal, element, textElement } from "./Svg.ts"
import { textWidth } from "./TextFit.ts"

/** What a calibration plot shows. */
export interface CalibrationPlotInput {
  readonly title: string
  readonly points: ReadonlyArray<CalibrationPoint>
}

/** The room of the points, in pixels, and how their numbers go into it. */
interface Plot {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  readonly stated: Scale
  readonly observed: Scale
  /** The radius of the largest point. */
  readonly largest: number
  readonly radius: (predictions: number) => number
  readonly measures: ChartMeasures
}

/**
 * Stated against observed as an SVG document: a point for each stated confidence, its area by the number of predictions,
 * with its 95 % interval; on the diagonal what is stated comes true as often as stated. The same input gives the same
 * document.
 *
 * @example calibrationPlot({ title: "Ada", points: [] }).includes("Nothing resolved yet") // true
 */
export const calibrationPlot = ({ points, title }: CalibrationPlotInput, options: ChartOptions = {}): string => {
  const measures = measuresOf(options)
  const shown = points.filter(({ predictions }) => predictions > 0).sort((a, b) => a.confidence - b.confidence)
  const head = chartHead(measures, title, calibrationUnderline(shown))
  const plot = plotUnder(head.bottom, measures, shown)
  const explained = explanation(shown, plot)
  const bottom = Math.max(explained.bottom, plot.bottom + plot.largest + measures.labelSize * 2.9)
  return chartDocument(measures, options, {
    title,
    description: calibrationDescription(shown),
    height: bottom + measures.margin,
    markup: head.markup + grid(plot) + (shown.length === 0 ? emptiness(plot) : dots(shown, plot)) + explained.markup
  })
}

/** From this number on points are drawn smaller. */
const manyPoints = 20

/** From this width on the key stands beside the plot. */
const besideFrom = 720

const plotUnder = (
  headBottom: number,
  measures: ChartMeasures,
  points: ReadonlyArray<CalibrationPoint>
): Plot => {
  const { labelSize, margin, width } = measures
  const left = margin + textWidth("100 %", labelSize) + 6
  const right = width >= besideFrom ? Math.min(width * 0.62, left + 640) : width - margin - 6
  const top = headBottom + labelSize * 2.6
  const bottom = top + Math.round(Math.min(440, Math.max(210, (right - left) * 0.8)))
  // One prediction alone is no large point; of many points each has less room.
  const most = Math.max(10, ...points.map(({ predictions }) => predictions))
  const largest = (measures.isNarrow ? 9 : 13) * (points.length > manyPoints ? 0.7 : 1)
  return {
    left,
    right,
    top,
    bottom,
    stated: linearScale([50, 100], [left + largest, right - largest]),
    observed: linearScale([0, 1], [bottom, top]),
    // The area is what the eye compares.
    largest,
    radius: (predictions) => Math.max(2.5, largest * Math.sqrt(predictions / most)),
    measures
  }
}

const grid = (
  { bottom, largest, left, measures: { isNarrow, labelSize }, observed, right, stated, top }: Plot
): string => {
  // Points on the edges reach over them by their radius.
  const under = bottom + Math.max(labelSize * 1.5, largest + labelSize)
  const over = top - Math.max(labelSize * 1.1, largest + 3)
  const label = (text: string, x: number, y: number, anchor: "start" | "middle" | "end"): string =>
    textElement(text, { class: "f-quiet n", x, y, "font-size": labelSize, "text-anchor": anchor })
  const rows = [0, 0.25, 0.5, 0.75, 1].map((share) =>
    element("line", {
      class: share === 0 ? "l-rule" : "l-grid",
      x1: left,
      x2: right,
      y1: observed(share),
      y2: observed(share)
    }) + label(percentText(share * 100), left - 6, observed(share) + labelSize * 0.35, "end")
  )
  const columns = (isNarrow ? [50, 75, 100] : [50, 60, 70, 80, 90, 100]).map((percent) =>
    element("line", { class: "l-rule", x1: stated(percent), x2: stated(percent), y1: bottom, y2: bottom + 4 })
    + label(
      percentText(percent),
      stated(percent),
      under,
      "middle"
    )
  )
  return rows.join("") + columns.join("")
    + label("Came true", left, over, "start")
    + label("Stated confidence", (left + right) / 2, under + labelSize * 1.4, "middle")
    + element("path", {
      class: "l-rule",
      d: `M${decimal(stated(50))} ${decimal(observed(0.5))}L${decimal(stated(100))} ${decimal(top)}`,
      "stroke-dasharray": "5 4",
      "stroke-width": 1.25
    })
}

const dots = (points: ReadonlyArray<CalibrationPoint>, { observed, radius, stated }: Plot): string =>
  points.map(({ confidence, interval }) =>
    element("line", {
      class: "l-accent w",
      x1: stated(confidence),
      x2: stated(confidence),
      y1: observed(interval.low),
      y2: observed(interval.high)
    })
  ).join("")
  // Large ones first, so that no small one is hidden.
  + [...points].sort((a, b) => b.predictions - a.predictions).map(({ confidence, observed: share, predictions }) =>
    element("circle", {
      class: "f-accent l-ground",
      cx: stated(confidence),
      cy: observed(share),
      r: radius(predictions)
    })
  ).join("")

const emptiness = ({ bottom, left, measures: { labelSize }, right, top }: Plot): string =>
  textElement("Nothing resolved yet", {
    class: "f-quiet h",
    x: (left + right) / 2,
    y: top + (bottom - top) * 0.72,
    "font-size": labelSize + 2,
    "text-anchor": "middle"
  })

/** The key: beside the plot with the figures, where there is room, else under it. */
const explanation = (points: ReadonlyArray<CalibrationPoint>, plot: Plot): DrawnPart => {
  const { bottom, largest, measures: { labelSize, margin, width }, radius, right, top } = plot
  if (width < besideFrom) {
    const place = {
      labelSize,
      radius,
      left: margin,
      top: bottom + largest + labelSize * 3.7,
      width: width - 2 * margin
    }
    return calibrationKey(points, place)
  }
  const left = right + 40
  const place = { labelSize, radius, left, top: top - labelSize * 0.6, width: width - margin - left }
  const key = calibrationKey(points, place)
  if (points.length === 0) return key
  const table = calibrationTable(points, { ...place, top: key.bottom + labelSize * 1.6 })
  return { markup: key.markup + table.markup, bottom: table.bottom }
}
