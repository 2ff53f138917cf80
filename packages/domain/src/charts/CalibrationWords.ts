import type { CalibrationPlotPoint } from "./CalibrationPlotPoint.ts"
import { counted, percentText } from "./NumberText.ts"

/** The line under the title of a calibration plot. */
export const calibrationUnderline = (points: ReadonlyArray<CalibrationPlotPoint>): string =>
  `Calibration · ${counted(total(points), "resolved prediction")}`

/** The plot in words: every point while there are few, else bands of ten. */
export const calibrationDescription = (points: ReadonlyArray<CalibrationPlotPoint>): string => {
  if (points.length === 0) return "Nothing resolved yet."
  const rows = bands(points).map(({ high, low, observed, predictions }) =>
    `stated ${low === high ? percentText(low) : `${low} to ${percentText(high)}`}, came true ${
      percentText(observed * 100)
    } of ${counted(predictions, "prediction")}`
  )
  return `How often what was stated came true: ${rows.join("; ")}.`
}

interface Band {
  readonly low: number
  readonly high: number
  readonly predictions: number
  readonly observed: number
}

const describedMax = 8

const bands = (points: ReadonlyArray<CalibrationPlotPoint>): ReadonlyArray<Band> => {
  const groups = new Map<number, Array<CalibrationPlotPoint>>()
  for (const point of points) {
    const key = points.length <= describedMax ? point.confidence : Math.floor(point.confidence / 10) * 10
    groups.set(key, [...groups.get(key) ?? [], point])
  }
  return [...groups.values()].map((group) => {
    const predictions = total(group)
    return {
      low: group[0]!.confidence,
      high: group[group.length - 1]!.confidence,
      predictions,
      observed: group.reduce((sum, point) => sum + point.observed * point.predictions, 0) / predictions
    }
  })
}

const total = (points: ReadonlyArray<CalibrationPlotPoint>): number =>
  points.reduce((sum, { predictions }) => sum + predictions, 0)
