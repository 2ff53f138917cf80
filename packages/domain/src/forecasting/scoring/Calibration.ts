import { Schema } from "effect"
import type { CalibrationBin } from "./CalibrationBin.ts"

/** How many resolved predictions with one stated confidence there are, and how many were correct. */
export interface CalibrationCount {
  readonly confidence: number
  readonly predictions: number
  readonly correct: number
}

/**
 * The reliability diagram: one bin for each stated confidence that occurs, ascending. Counts with the same confidence
 * are added.
 *
 * @example calibration([{ confidence: 70, predictions: 4, correct: 3 }]) // [{ confidence: 70, predictions: 4, observed: 0.75 }]
 */
export const calibration = (counts: Iterable<CalibrationCount>): ReadonlyArray<CalibrationBin> =>
  calibrationBins(counts).map(({ confidence, correct, predictions }) => ({
    confidence,
    predictions,
    observed: correct / predictions
  }))

/** The decomposition of the Brier score: `brier_score` = `reliability` − `resolution` + `uncertainty`. */
export const CalibrationTerms = Schema.Struct({
  predictions: Schema.Int,
  brier_score: Schema.Number,
  /** The mean squared difference between stated and observed frequency; 0 is perfectly calibrated. */
  reliability: Schema.Number,
  /** The mean squared difference between the observed frequency of a bin and the base rate; higher is better. */
  resolution: Schema.Number,
  /** The variance of the outcomes: the score of always stating the base rate. */
  uncertainty: Schema.Number
}).annotations({ identifier: "CalibrationTerms" })
export interface CalibrationTerms extends Schema.Schema.Type<typeof CalibrationTerms> {}

/**
 * Decomposes the Brier score (Murphy 1973). Exact, because each stated confidence has its own bin, and corrected for
 * the bias of small bins (Ferro & Fricker 2012); the terms still sum to the score. Null when nothing is resolved.
 */
export const calibrationTerms = (counts: Iterable<CalibrationCount>): CalibrationTerms | null => {
  const bins = calibrationBins(counts)
  const total = bins.reduce((sum, bin) => sum + bin.predictions, 0)
  if (total === 0) return null
  const base = bins.reduce((sum, bin) => sum + bin.correct, 0) / total
  let brier = 0
  let reliability = 0
  let resolution = 0
  let bias = 0
  for (const { confidence, correct, predictions } of bins) {
    const stated = confidence / 100
    const observed = correct / predictions
    brier += correct * (1 - stated) ** 2 + (predictions - correct) * stated ** 2
    reliability += predictions * (stated - observed) ** 2
    resolution += predictions * (observed - base) ** 2
    // A bin with one prediction has no variance to estimate.
    if (predictions > 1) bias += (predictions * observed * (1 - observed)) / (predictions - 1)
  }
  const baseBias = total > 1 ? (base * (1 - base)) / (total - 1) : 0
  return {
    predictions: total,
    brier_score: brier / total,
    reliability: (reliability - bias) / total,
    resolution: (resolution - bias) / total + baseBias,
    uncertainty: base * (1 - base) + baseBias
  }
}

/** Merges counts with the same confidence; ascending by confidence, without empty bins. */
export const calibrationBins = (counts: Iterable<CalibrationCount>): ReadonlyArray<CalibrationCount> => {
  const byConfidence = new Map<number, CalibrationCount>()
  for (const { confidence, correct, predictions } of counts) {
    const before = byConfidence.get(confidence)
    byConfidence.set(confidence, {
      confidence,
      predictions: predictions + (before?.predictions ?? 0),
      correct: correct + (before?.correct ?? 0)
    })
  }
  return [...byConfidence.values()].filter((bin) => bin.predictions > 0).sort((a, b) => a.confidence - b.confidence)
}
