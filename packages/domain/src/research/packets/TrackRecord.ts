import { Schema } from "effect"
import type { SpecialistScore } from "./scoreSpecialists.ts"

/** How the forecasts of a specialist turned out, as sums, so that records of several projects can be added. */
export const TrackRecord = Schema.Struct({
  specialist: Schema.String,
  /** The resolved questions that it answered with a distribution. */
  resolved: Schema.Int,
  /** The sum of its Brier scores, each from 0 (best) to 1. */
  brier_sum: Schema.Number,
  /** The sum of its log scores (natural logarithms), each at most 0. */
  log_sum: Schema.Number
}).annotations({ identifier: "TrackRecord" })
export interface TrackRecord extends Schema.Schema.Type<typeof TrackRecord> {}

/** The record of a specialist before its first resolved question. */
export const noRecord = (specialist: string): TrackRecord => ({ specialist, resolved: 0, brier_sum: 0, log_sum: 0 })

/**
 * The record after further scores; scores of other specialists are ignored.
 *
 * @example recordOf(noRecord("macro"), [{ specialist: "macro", brier: 0.25, log: -0.7 }]).resolved // 1
 */
export const recordOf = (record: TrackRecord, scores: ReadonlyArray<SpecialistScore>): TrackRecord =>
  scores.filter(({ specialist }) => specialist === record.specialist).reduce((sum, { brier, log }) => ({
    ...sum,
    resolved: sum.resolved + 1,
    brier_sum: sum.brier_sum + brier,
    log_sum: sum.log_sum + log
  }), record)
