import { Schema } from "effect"
import { Question } from "../questions/Question.ts"

/** The terms of a question's discovery score, each 0-100. */
export const DiscoveryTerms = Schema.Struct({
  closing_soon: Schema.Number,
  contested: Schema.Number,
  under_predicted: Schema.Number,
  moving: Schema.Number
}).annotations({ identifier: "DiscoveryTerms" })
export interface DiscoveryTerms extends Schema.Schema.Type<typeof DiscoveryTerms> {}

/** The weights of the terms, which sum to 1. */
export const discoveryWeights: DiscoveryTerms = {
  closing_soon: 0.3,
  contested: 0.3,
  under_predicted: 0.2,
  moving: 0.2
}

/** The half-life of `closing_soon`, in hours before the end of the window. */
const closingHalfLifeHours = 72

/** The number of predictions at which `contested` reaches half of its limit for an even split. */
const contestedPredictionsHalf = 10

/** The minimum number of predictions for `moving`. */
export const movingVoicesMin = 5

/** The period of `moving` in days, and the move in percentage points that scores 100. */
export const movingDays = 7
const movingPointsMax = 25

/** An open question with its discovery score: the weighted sum of its terms, 0-100. */
export interface Discovery {
  readonly question: Question
  readonly score: number
  readonly terms: DiscoveryTerms
}
interface DiscoveryEncoded {
  readonly question: Schema.Schema.Encoded<typeof Question>
  readonly score: number
  readonly terms: DiscoveryTerms
}
export const Discovery: Schema.Schema<Discovery, DiscoveryEncoded> = Schema.Struct({
  question: Question,
  score: Schema.Number,
  terms: DiscoveryTerms
}).annotations({ identifier: "Discovery" })

/** What the terms are computed from. */
export interface DiscoveryFacts {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly window_ends_ms: number
  /** The current number of predictions: of yes and no, or by option. */
  readonly counts: ReadonlyArray<number>
  /**
   * The numbers at the end of the UTC day seven days ago, or when there were five predictions for the first time since
   * then; null when neither is known.
   */
  readonly before: ReadonlyArray<number> | null
}

/** The reference values for all questions. */
export interface DiscoveryMeasure {
  /** Milliseconds since 1970. */
  readonly now_ms: number
  /** The median number of predictions of all questions that accept predictions. */
  readonly median: number
}

const sum = (counts: ReadonlyArray<number>): number => counts.reduce((total, count) => total + count, 0)

/** Clamps to 0-100 and rounds to one decimal, so that the score is computed from the terms as they are shown. */
const shown = (term: number): number => Math.round(10 * Math.min(100, Math.max(0, term))) / 10

/**
 * The closing-soon term: 100 at the end of the window, 50 at 72 hours before it, 25 at 144 hours.
 *
 * @example closingSoon(72) // 50
 */
export const closingSoon = (hoursLeft: number): number =>
  shown(100 * 2 ** (-Math.max(0, hoursLeft) / closingHalfLifeHours))

/**
 * The contested term, for n predictions and the lead of the strongest side over the next as a share of n: 100 × (1 −
 * lead) × n / (n + 10).
 *
 * @example contestedness([10, 10]) // 66.7
 * @example contestedness([20, 0, 0]) // 0
 */
export const contestedness = (counts: ReadonlyArray<number>): number => {
  const predictions = sum(counts)
  if (predictions === 0) return 0
  const [first = 0, second = 0] = [...counts].sort((a, b) => b - a)
  return shown(100 * (1 - (first - second) / predictions) * (predictions / (predictions + contestedPredictionsHalf)))
}

/**
 * The under-predicted term, for n predictions: 100 × (1 − n / median), and 0 from the median on. When the median is 0,
 * questions without predictions get 100 and all others 0.
 *
 * @example underPredicted(3, 12) // 75
 * @example underPredicted(0, 0) // 100
 */
export const underPredicted = (predictions: number, median: number): number =>
  shown(predictions === 0 ? 100 : median <= 0 ? 0 : 100 * (1 - predictions / median))

/**
 * The moving term: the largest change of a share, where 25 percentage points and more are 100. 0 when the earlier
 * counts are unknown or either time has fewer than five predictions.
 *
 * @example movement([6, 4], [8, 12]) // 80
 */
export const movement = (before: ReadonlyArray<number> | null, counts: ReadonlyArray<number>): number => {
  if (before === null || before.length !== counts.length) return 0
  const [then, now] = [sum(before), sum(counts)]
  if (then < movingVoicesMin || now < movingVoicesMin) return 0
  const points = counts.map((count, index) => 100 * Math.abs(count / now - before[index]! / then))
  return shown(100 * Math.max(...points) / movingPointsMax)
}

/** Computes all terms of a question. */
export const discoveryTerms = (facts: DiscoveryFacts, measure: DiscoveryMeasure): DiscoveryTerms => ({
  closing_soon: closingSoon((facts.window_ends_ms - measure.now_ms) / 3_600_000),
  contested: contestedness(facts.counts),
  under_predicted: underPredicted(sum(facts.counts), measure.median),
  moving: movement(facts.before, facts.counts)
})

/**
 * The weighted sum of the rounded terms, to two decimals.
 *
 * @example discoveryScore({ closing_soon: 50, contested: 66.7, under_predicted: 75, moving: 80 }) // 66.01
 */
export const discoveryScore = (terms: DiscoveryTerms): number => {
  const { closing_soon, contested, moving, under_predicted } = discoveryWeights
  return Math.round(
    100 * (
      closing_soon * terms.closing_soon + contested * terms.contested + under_predicted * terms.under_predicted
      + moving * terms.moving
    )
  ) / 100
}

/** A question's score in the ranking. */
export interface DiscoveryRank {
  readonly id: string
  readonly score: number
  readonly terms: DiscoveryTerms
}

/** Compares by score, highest first, then by id, which puts the older question first. */
export const compareDiscoveries = (
  a: Pick<DiscoveryRank, "id" | "score">,
  b: Pick<DiscoveryRank, "id" | "score">
): number => b.score - a.score || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

/** Ranks the questions. */
export const rankDiscoveries = (
  questions: ReadonlyArray<DiscoveryFacts>,
  measure: DiscoveryMeasure
): ReadonlyArray<DiscoveryRank> =>
  questions.map((facts) => {
    const terms = discoveryTerms(facts, measure)
    return { id: facts.id, score: discoveryScore(terms), terms }
  }).sort(compareDiscoveries)
