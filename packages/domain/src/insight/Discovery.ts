import { Schema } from "effect"
import { Question } from "../questions/Question.ts"

/** Why a question is worth going for, each from 0 to 100. */
export const DiscoveryTerms = Schema.Struct({
  closing_soon: Schema.Number,
  contested: Schema.Number,
  under_predicted: Schema.Number,
  moving: Schema.Number
}).annotations({ identifier: "DiscoveryTerms" })
export interface DiscoveryTerms extends Schema.Schema.Type<typeof DiscoveryTerms> {}

/** What part of the score each term makes up; together 1. */
export const discoveryWeights: DiscoveryTerms = {
  closing_soon: 0.3,
  contested: 0.3,
  under_predicted: 0.2,
  moving: 0.2
}

/** Within so many hours before its window ends, what a question is worth for closing soon doubles. */
export const closingHalfLifeHours = 72

/** With so many voices, an even split counts half of what it does with any number of them. */
export const contestedVoicesHalf = 10

/** A share says something from so many voices on. */
export const movingVoicesMin = 5

/** How far back a move is looked for, in days, and how many points of it count in full. */
export const movingDays = 7
export const movingPointsMax = 25

/** An open question that is worth going for. `score` is the weighted sum of its terms, from 0 to 100. */
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

/** What the terms are made from. */
export interface DiscoveryFacts {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly window_ends_ms: number
  /** Voices now: yes and no, or one number for each option. */
  readonly counts: ReadonlyArray<number>
  /**
   * Those at the end of the day (UTC) seven days ago, or when there were five voices for the first time since then; null
   * when neither is known.
   */
  readonly before: ReadonlyArray<number> | null
}

/** What the terms of all questions are measured by. */
export interface DiscoveryMeasure {
  /** Milliseconds since 1970. */
  readonly now_ms: number
  /** Of the number of predictions, over all questions that take some. */
  readonly median: number
}

const sum = (counts: ReadonlyArray<number>): number => counts.reduce((total, count) => total + count, 0)

/** One decimal: what is shown is what is added up. */
const shown = (term: number): number => Math.round(10 * Math.min(100, Math.max(0, term))) / 10

/**
 * 100 at the end of the window, half of it 72 hours before, a quarter 144 hours before.
 *
 * @example closingSoon(72) // 50
 */
export const closingSoon = (hoursLeft: number): number =>
  shown(100 * 2 ** (-Math.max(0, hoursLeft) / closingHalfLifeHours))

/**
 * How little the strongest side leads the next, as a share of all n voices: 100 × (1 − lead) × n / (n + 10).
 *
 * @example contestedness([10, 10]) // 66.7
 * @example contestedness([20, 0, 0]) // 0
 */
export const contestedness = (counts: ReadonlyArray<number>): number => {
  const voices = sum(counts)
  if (voices === 0) return 0
  const [first = 0, second = 0] = [...counts].sort((a, b) => b - a)
  return shown(100 * (1 - (first - second) / voices) * (voices / (voices + contestedVoicesHalf)))
}

/**
 * How far the voices fall short of the median: 100 × (1 − n / median), 0 from the median on. While half of all questions
 * have none, only those without any stand out.
 *
 * @example underPredicted(3, 12) // 75
 * @example underPredicted(0, 0) // 100
 */
export const underPredicted = (voices: number, median: number): number =>
  shown(voices === 0 ? 100 : median <= 0 ? 0 : 100 * (1 - voices / median))

/**
 * The largest move of a share, 25 points and more being 100. 0 where it is not known, or rests on fewer than five voices.
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

/** All terms of a question. */
export const discoveryTerms = (facts: DiscoveryFacts, measure: DiscoveryMeasure): DiscoveryTerms => ({
  closing_soon: closingSoon((facts.window_ends_ms - measure.now_ms) / 3_600_000),
  contested: contestedness(facts.counts),
  under_predicted: underPredicted(sum(facts.counts), measure.median),
  moving: movement(facts.before, facts.counts)
})

/**
 * The weighted sum of the terms as they are shown, to two decimals.
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

/** Where a question stands. */
export interface DiscoveryRank {
  readonly id: string
  readonly score: number
  readonly terms: DiscoveryTerms
}

/** Highest score first; of equals, the one with the smaller id, which is the older one. */
export const compareDiscoveries = (
  a: Pick<DiscoveryRank, "id" | "score">,
  b: Pick<DiscoveryRank, "id" | "score">
): number => b.score - a.score || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

/** All questions in their order. */
export const rankDiscoveries = (
  questions: ReadonlyArray<DiscoveryFacts>,
  measure: DiscoveryMeasure
): ReadonlyArray<DiscoveryRank> =>
  questions.map((facts) => {
    const terms = discoveryTerms(facts, measure)
    return { id: facts.id, score: discoveryScore(terms), terms }
  }).sort(compareDiscoveries)
