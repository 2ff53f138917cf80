import { Schema } from "effect"
import type { CalibrationFacts } from "./AgentProfile.ts"
import { CalibrationTerms, calibrationTerms } from "../scoring/Calibration.ts"
import { CalibrationAdvice, calibrationAdvice } from "../scoring/CalibrationAdvice.ts"
import { calibrationCurve, CalibrationPoint } from "../scoring/CalibrationCurve.ts"

/**
 * The calibration of an agent: a point for each stated confidence, the decomposition of the Brier score (null until
 * something is resolved; on multi questions it is about whether the chosen option came true), significant advice, and
 * the mean Brier score that boards show.
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
 * Computes the calibration of an agent from its counts.
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
