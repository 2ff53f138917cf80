import { counted, grouped } from "@auspex/domain/kernel"
import { calibrationBands, type CalibrationPoint } from "@auspex/domain/scoring"
import { statedText } from "./CalibrationTexts.ts"
import type { DrawnPart } from "../../kit/ChartFrame.ts"
import { percentText } from "../../kit/PercentText.ts"
import { element, textElement } from "../../kit/Svg.ts"
import { wrapText } from "../../kit/TextFit.ts"

/** Position and sizes of the key of a calibration plot. */
export interface CalibrationKeyLayout {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly labelSize: number
  /** The radius of the point for a number of predictions. */
  readonly radius: (predictions: number) => number
}

const textLeft = 40

/** The key of a calibration plot: the diagonal, the sizes of the points, the interval bars. */
export const calibrationKey = (
  points: ReadonlyArray<CalibrationPoint>,
  { labelSize, left, radius, top, width }: CalibrationKeyLayout
): DrawnPart => {
  const parts: Array<string> = []
  let bottom = top
  const row = (mark: (middle: number) => string, text: string): void => {
    const lines = wrapText(text, labelSize, width - textLeft, 4)
    const first = bottom + labelSize
    parts.push(mark(first - labelSize * 0.36))
    lines.forEach((line, at) => {
      const y = first + at * labelSize * 1.35
      parts.push(textElement(line, { class: "f-quiet n", x: left + textLeft, y, "font-size": labelSize }))
    })
    bottom += lines.length * labelSize * 1.35 + labelSize * 0.8
  }
  const circle = (predictions: number) => (middle: number): string =>
    element("circle", { class: "f-accent", cx: left + 14, cy: middle, r: radius(predictions) })
  row(
    (y) =>
      element("line", {
        class: "l-rule",
        x1: left,
        x2: left + 28,
        y1: y,
        y2: y,
        "stroke-dasharray": "5 4",
        "stroke-width": 1.25
      }),
    "Well calibrated. Points above it were too cautious, points below it too sure."
  )
  const counts = points.map(({ predictions }) => predictions)
  if (counts.length > 0) {
    const most = Math.max(...counts)
    const least = Math.min(...counts)
    row(circle(most), `${counted(most, "prediction")} at one stated confidence`)
    if (least < most) row(circle(least), counted(least, "prediction"))
    row(
      (y) => element("line", { class: "l-accent w", x1: left + 14, x2: left + 14, y1: y - 9, y2: y + 9 }),
      "95 % interval: how often it may come true in the long run"
    )
  }
  return { markup: parts.join(""), bottom }
}

/** The data of a calibration plot as a table: stated confidence, number of predictions, share that came true. */
export const calibrationTable = (
  points: ReadonlyArray<CalibrationPoint>,
  { labelSize, left, top, width }: CalibrationKeyLayout
): DrawnPart => {
  const tableWidth = Math.min(width, 27 * labelSize)
  const columns = [left, left + tableWidth * 0.62, left + tableWidth]
  const rowHeight = labelSize * 1.75
  const rows: ReadonlyArray<readonly [string, string, string]> = calibrationBands(points).map((band) => [
    statedText(band),
    grouped(band.predictions),
    percentText(band.observed * 100, band.predictions)
  ])
  const line = (cells: readonly [string, string, string], y: number, ink: string): string =>
    cells.map((cell, at) =>
      textElement(cell, {
        class: `${ink} n`,
        x: columns[at],
        y,
        "font-size": labelSize,
        "text-anchor": at === 0 ? undefined : "end"
      })
    ).join("")
  const head = line(["Stated", "Predictions", "Came true"], top + labelSize, "f-quiet")
    + element("line", {
      class: "l-grid",
      x1: left,
      x2: columns[2],
      y1: top + labelSize * 1.6,
      y2: top + labelSize * 1.6
    })
  const body = rows.map((cells, at) => line(cells, top + labelSize * 1.35 + (at + 1) * rowHeight, "f-ink"))
  return { markup: head + body.join(""), bottom: top + labelSize * 1.6 + rows.length * rowHeight }
}
