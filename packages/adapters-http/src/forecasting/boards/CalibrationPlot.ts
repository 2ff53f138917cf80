import type { CalibrationPoint } from "@auspex/domain/scoring"
import { calibrationKey, calibrationTable } from "./CalibrationKey.ts"
import { calibrationDescription, calibrationUnderline } from "./CalibrationTexts.ts"
import {
  chartDocument,
  chartHead,
  type ChartMeasures,
  type ChartOptions,
  type DrawnPart,
  measuresOf
} from "../../kit/ChartFrame.ts"
import { percentText } from "../../kit/PercentText.ts"
import { linearScale, type Scale } from "../../kit/Scale.ts"
import { decimal, element, textElement } from "../../kit/Svg.ts"
import { textWidth } from "../../kit/TextFit.ts"

/** The data of a calibration plot. */
export interface CalibrationPlotInput {
  readonly title: string
  readonly points: ReadonlyArray<CalibrationPoint>
}

/** The area of the points in pixels, and the scales that map data to it. */
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
 * A reliability diagram as an SVG document: one point per stated confidence against the observed frequency, with an
 * area proportional to the number of predictions and a 95 % interval. The diagonal is perfect calibration. Equal input
 * gives equal documents.
 *
 * @example calibrationPlot({ title: "Ada", points: [] }).includes("Nothing resolved yet") // true
 */
export const calibrationPlot = ({ points, title }: CalibrationPlotInput, options: ChartOptions = {}): string => {
  const measures = measuresOf(options)
  const shown = points.filter(({ predictions }) => predictions > 0).sort((a, b) => a.confidence - b.confidence)
  const head = chartHead(measures, title, calibrationUnderline(shown))
  const plot = plotUnder(head.bottom, measures, shown)
  const key = keyAndTable(shown, plot)
  const bottom = Math.max(key.bottom, plot.bottom + plot.largest + measures.labelSize * 2.9)
  return chartDocument(measures, options, {
    title,
    description: calibrationDescription(shown),
    height: bottom + measures.margin,
    markup: head.markup + grid(plot) + (shown.length === 0 ? emptyNotice(plot) : dots(shown, plot)) + key.markup
  })
}

/** With more points than this, all are drawn smaller. */
const manyPoints = 20

/** The width from which the key is beside the plot. */
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
  // A scale of at least 10 keeps a single prediction small; many points need smaller radii.
  const most = Math.max(10, ...points.map(({ predictions }) => predictions))
  const largest = (measures.isNarrow ? 9 : 13) * (points.length > manyPoints ? 0.7 : 1)
  return {
    left,
    right,
    top,
    bottom,
    stated: linearScale([50, 100], [left + largest, right - largest]),
    observed: linearScale([0, 1], [bottom, top]),
    largest,
    // The eye compares areas, so the radius grows with the square root.
    radius: (predictions) => Math.max(2.5, largest * Math.sqrt(predictions / most)),
    measures
  }
}

const grid = (
  { bottom, largest, left, measures: { isNarrow, labelSize }, observed, right, stated, top }: Plot
): string => {
  // Points at the edges extend beyond them by their radius.
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
  // Large points first, so that they hide no small ones.
  + [...points].sort((a, b) => b.predictions - a.predictions).map(({ confidence, observed: share, predictions }) =>
    element("circle", {
      class: "f-accent l-ground",
      cx: stated(confidence),
      cy: observed(share),
      r: radius(predictions)
    })
  ).join("")

const emptyNotice = ({ bottom, left, measures: { labelSize }, right, top }: Plot): string =>
  textElement("Nothing resolved yet", {
    class: "f-quiet h",
    x: (left + right) / 2,
    y: top + (bottom - top) * 0.72,
    "font-size": labelSize + 2,
    "text-anchor": "middle"
  })

/** The key: beside the plot and with the table where there is room, else below the plot without the table. */
const keyAndTable = (points: ReadonlyArray<CalibrationPoint>, plot: Plot): DrawnPart => {
  const { bottom, largest, measures: { labelSize, margin, width }, radius, right, top } = plot
  if (width < besideFrom) {
    const layout = {
      labelSize,
      radius,
      left: margin,
      top: bottom + largest + labelSize * 3.7,
      width: width - 2 * margin
    }
    return calibrationKey(points, layout)
  }
  const left = right + 40
  const layout = { labelSize, radius, left, top: top - labelSize * 0.6, width: width - margin - left }
  const key = calibrationKey(points, layout)
  if (points.length === 0) return key
  const table = calibrationTable(points, { ...layout, top: key.bottom + labelSize * 1.6 })
  return { markup: key.markup + table.markup, bottom: table.bottom }
}
