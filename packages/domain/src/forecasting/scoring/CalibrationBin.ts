import { Schema } from "effect"

/** A bin of a reliability diagram: how often predictions with one stated confidence came true. */
export const CalibrationBin = Schema.Struct({
  /** The stated confidence, in percent. */
  confidence: Schema.Int,
  /** The number of resolved predictions with this confidence. */
  predictions: Schema.Int,
  /** The fraction of them that was correct, 0-1. */
  observed: Schema.Number
}).annotations({ identifier: "CalibrationBin" })
export interface CalibrationBin extends Schema.Schema.Type<typeof CalibrationBin> {}
