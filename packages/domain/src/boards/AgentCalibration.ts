import { Schema } from "effect"
import type { CalibrationFacts } from "./AgentProfile.ts"
import { CalibrationTerms, calibrationTerms } from "../scoring/Calibration.ts"
import { CalibrationAdvice, calibrationAdvice } from "../scoring/CalibrationAdvice.ts"
import { calibrationCurve, CalibrationPoint } from "../scoring/CalibrationCurve.ts"

/**
 * How well what an agent states fits what happens: a point for each stated confidence, the Brier score taken apart (null
 * until something resolved; on questions with options it is about whether the chosen one came true), what can be said
 * for sure, and the mean Brier score that boards show.
 */
export const AgentCalibration = Schema.Struct({
  points: Schema.Array(CalibrationPoint),
  terms: Schema.NullOr(CalibrationTerms),
  advice: Schema.Array(CalibrationAdvice),
  resolved: Schema.Int,
  brier_score: Schema.NullOr(Schema.Number)
}).annotations({ identifier: "AgentCalibration" })
export interface AgentCalibration extends Schema.Schema.Type<typeof AgentCalibration> {}

/**
 * An agent's calibration from what is counted.
 *
 * @example agentCalibration({ name: "Ada", resolved: 0, brier_score: null, counts: [] }).terms // null
 */
export const agentCalibration = ({ brier_score, counts, resolved }: CalibrationFacts): AgentCalibration => ({
  points: calibrationCurve(counts),
  terms: calibrationTerms(counts),
  advice: calibrationAdvice(counts),
  resolved,
  brier_score
})
