import { Schema } from "effect"
import { Interval, wilsonInterval } from "../../kernel/Interval.ts"
import { binomialTail } from "./BinomialTail.ts"
import { calibrationBins, type CalibrationCount } from "./Calibration.ts"

/** The minimum number of resolved predictions in a band for advice on it. */
const advicePredictionsMin = 20

/** The lower ends of the bands, each ten points wide. */
const bandStarts = [50, 60, 70, 80, 90] as const

/**
 * Each of the five bands is tested at 1 % (Bonferroni), so that a calibrated forecaster gets wrong advice with a
 * probability of at most 5 %. Both tests must reject: the Wilson interval, whose two-sided normal quantile this is, and
 * the exact binomial tail, because near 100 % the interval alone rejects too often.
 */
const zEachBand = 2.5758293035489004
const tailMax = 0.005

/** Advice on one band of stated confidence. Fractions are 0-1. */
export const CalibrationAdvice = Schema.Struct({
  /** Such as `80-89`, in percent. */
  band: Schema.String,
  /** The number of resolved predictions in the band. */
  predictions: Schema.Int,
  /** The mean stated confidence. */
  stated: Schema.Number,
  /** The fraction that came true. */
  observed: Schema.Number,
  /** The 95 % interval of the fraction that comes true. */
  interval: Interval,
  direction: Schema.Literal("overconfident", "underconfident"),
  advice: Schema.String
}).annotations({ identifier: "CalibrationAdvice" })
export interface CalibrationAdvice extends Schema.Schema.Type<typeof CalibrationAdvice> {}

/**
 * Advice on stated confidence where the data support it: for each band of ten points with at least 20 resolved
 * predictions whose observed fraction differs from the mean stated confidence at a significance of 1 % (5 % for the
 * five bands together). Ascending by band; empty when nothing is significant.
 *
 * @example calibrationAdvice([{ confidence: 85, predictions: 40, correct: 22 }]).map((row) => row.direction) // ["overconfident"]
 * @example calibrationAdvice([{ confidence: 85, predictions: 19, correct: 0 }]) // []
 */
export const calibrationAdvice = (counts: Iterable<CalibrationCount>): ReadonlyArray<CalibrationAdvice> => {
  const bins = calibrationBins(counts)
  return bandStarts.flatMap((from) =>
    adviceOn(from, bins.filter((bin) => bin.confidence - bin.confidence % 10 === from))
  )
}

const adviceOn = (from: number, bins: ReadonlyArray<CalibrationCount>): ReadonlyArray<CalibrationAdvice> => {
  const predictions = sumOf(bins, (bin) => bin.predictions)
  if (predictions < advicePredictionsMin) return []
  const correct = sumOf(bins, (bin) => bin.correct)
  const stated = sumOf(bins, (bin) => bin.confidence * bin.predictions) / (100 * predictions)
  if (isCompatible(stated, correct, predictions)) return []
  const observed = correct / predictions
  const interval = wilsonInterval(correct, predictions)
  const direction = observed < stated ? "overconfident" : "underconfident"
  const band = `${from}-${from + 9}`
  return [{
    band,
    predictions,
    stated,
    observed,
    interval,
    direction,
    advice: sentenceOf({ band, predictions, stated, observed, interval, direction })
  }]
}

/** Whether the number of correct predictions is compatible with the stated confidence. */
const isCompatible = (stated: number, correct: number, predictions: number): boolean => {
  const { high, low } = wilsonInterval(correct, predictions, zEachBand)
  if (low <= stated && stated <= high) return true
  const tail = correct < stated * predictions
    ? binomialTail(correct, predictions, stated)
    : binomialTail(predictions - correct, predictions, 1 - stated)
  return tail > tailMax
}

const sentenceOf = (facts: Omit<CalibrationAdvice, "advice">): string =>
  `Of ${facts.predictions} predictions at ${facts.band} % (on average ${percent(facts.stated)}), ` +
  `${percent(facts.observed)} came true (95 % interval ${percent(facts.interval.low)} to ` +
  `${percent(facts.interval.high)}): ${whatToDo(facts)}`

const whatToDo = ({ direction, observed, stated }: Omit<CalibrationAdvice, "advice">): string => {
  if (direction === "underconfident") return `state more when you feel this sure, about ${percent(observed)}.`
  return observed < 0.5
    ? "when you feel this sure, the other side has been right more often; look for what speaks for it first."
    : `state less when you feel this sure, about ${percent(observed)} rather than ${percent(stated)}.`
}

const percent = (fraction: number): string => `${Math.round(100 * fraction)} %`

const sumOf = (bins: ReadonlyArray<CalibrationCount>, of: (bin: CalibrationCount) => number): number =>
  bins.reduce((sum, bin) => sum + of(bin), 0)
