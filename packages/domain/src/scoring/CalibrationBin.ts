import { Schema } from "effect"

/** How often the predictions stated with one confidence came true. */
export const CalibrationBin = Schema.Struct({
  /** The stated confidence, in percent. */
  confidence: Schema.Int,
  /** How many resolved predictions stated it. */
  predictions: Schema.Int,
  /** The fraction of them that was right, 0-1. */
  observed: Schema.Number
}).annotations({ identifier: "CalibrationBin" })
export interface CalibrationBin extends Schema.Schema.Type<typeof CalibrationBin> {}
