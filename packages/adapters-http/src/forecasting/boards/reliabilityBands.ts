import { type Interval, wilsonInterval } from "@auspex/domain/kernel"
import { type CalibrationBin, predictionsOf } from "@auspex/domain/scoring"

/** Resolved predictions whose stated confidence lies in a range. */
export interface ReliabilityBand {
  /** The range in percent, both ends included. */
  readonly low: number
  readonly high: number
  /** The mean confidence that was stated, in percent. */
  readonly stated: number
  readonly predictions: number
  readonly correct: number
  /** The 95 % interval of the share that comes true, 0-1. */
  readonly interval: Interval
}

/** From so many resolved predictions on, bands of half the width still hold enough to read. */
const narrowFrom = 200

/**
 * The width of the bands in points of confidence, for a number of resolved predictions.
 *
 * @example bandWidth(24) // 10
 * @example bandWidth(200) // 5
 */
export const bandWidth = (resolved: number): number => resolved < narrowFrom ? 10 : 5

/** Confidences are stated from 50 to 99 %. */
const first = 50
const last = 99

/**
 * Predictions in bands of equal width, ascending; bands without any are left out.
 *
 * @example reliabilityBands([{ confidence: 97, predictions: 4, observed: 0.75 }]).map(({ low, correct }) => [low, correct]) // [[90, 3]]
 */
export const reliabilityBands = (points: ReadonlyArray<CalibrationBin>): ReadonlyArray<ReliabilityBand> => {
  const width = bandWidth(predictionsOf(points))
  return Array.from({ length: Math.ceil((last + 1 - first) / width) }, (_, at) => first + at * width).flatMap((low) => {
    const high = low + width - 1
    const within = points.filter(({ confidence }) => confidence >= low && confidence <= high)
    const predictions = predictionsOf(within)
    if (predictions === 0) return []
    const sum = within.reduce((sum, point) => sum + point.confidence * point.predictions, 0)
    const correct = within.reduce((sum, point) => sum + Math.round(point.observed * point.predictions), 0)
    return [{
      low,
      high,
      stated: sum / predictions,
      predictions,
      correct,
      interval: wilsonInterval(correct, predictions)
    }]
  })
}
