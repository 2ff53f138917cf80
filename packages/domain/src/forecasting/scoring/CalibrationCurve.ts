import { Schema } from "effect"
import { Interval, wilsonInterval } from "../../kernel/Interval.ts"
import { calibrationBins, type CalibrationCount } from "./Calibration.ts"
import { CalibrationBin } from "./CalibrationBin.ts"

/** A calibration bin with the 95 % interval of the fraction that comes true. */
export const CalibrationPoint = Schema.Struct({
  ...CalibrationBin.fields,
  /** The Wilson interval of the fraction. */
  interval: Interval
}).annotations({ identifier: "CalibrationPoint" })
export interface CalibrationPoint extends Schema.Schema.Type<typeof CalibrationPoint> {}

/**
 * The calibration curve: one point for each stated confidence that occurs, ascending. Counts with the same confidence
 * are added. A forecaster is calibrated when the diagonal is within the intervals.
 *
 * @example calibrationCurve([{ confidence: 70, predictions: 4, correct: 3 }]).map((point) => point.observed) // [0.75]
 */
export const calibrationCurve = (counts: Iterable<CalibrationCount>): ReadonlyArray<CalibrationPoint> =>
  calibrationBins(counts).map(({ confidence, correct, predictions }) => ({
    confidence,
    predictions,
    observed: correct / predictions,
    interval: wilsonInterval(correct, predictions)
  }))
