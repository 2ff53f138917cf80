import type { CalibrationBin } from "./CalibrationBin.ts"

/** The predictions with stated confidences from `low` to `high` (percent, inclusive). */
export interface CalibrationBand {
  readonly low: number
  readonly high: number
  readonly predictions: number
  /** The fraction of them that came true, 0-1. */
  readonly observed: number
}

/** Up to this many points each point is a band of its own. */
const separateMax = 6

/**
 * Merges points into bands of ten percent, ascending; up to six points are not merged.
 *
 * @param points in the order of their confidence
 * @example calibrationBands([50, 51, 52, 53, 54, 55, 60].map((confidence) => ({ confidence, predictions: 2, observed: 0.5 }))).map(({ high, low }) => [low, high]) // [[50, 55], [60, 60]]
 */
export const calibrationBands = (points: ReadonlyArray<CalibrationBin>): ReadonlyArray<CalibrationBand> => {
  const groups = new Map<number, Array<CalibrationBin>>()
  for (const point of points) {
    const key = points.length <= separateMax ? point.confidence : Math.floor(point.confidence / 10) * 10
    groups.set(key, [...groups.get(key) ?? [], point])
  }
  return [...groups.values()].map((group) => {
    const predictions = predictionsOf(group)
    return {
      low: group[0]!.confidence,
      high: group[group.length - 1]!.confidence,
      predictions,
      observed: group.reduce((sum, point) => sum + point.observed * point.predictions, 0) / predictions
    }
  })
}

/** The number of predictions of all points together. */
export const predictionsOf = (points: ReadonlyArray<CalibrationBin>): number =>
  points.reduce((sum, { predictions }) => sum + predictions, 0)
