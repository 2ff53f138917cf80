import { Schema } from "effect"
import { shareInterval } from "../../forecasting/consensus/Consensus.ts"
import { ModelFamily } from "../../platform/identity/ModelFamily.ts"
import { Interval } from "../../kernel/Interval.ts"
import { percentOf } from "../../kernel/percentOf.ts"
import { optional } from "../../kernel/optional.ts"
import { yesPercent, yesPercentFields } from "../../kernel/YesPercent.ts"
import { leadingOption, type MeasuredQuestion, sideCounts } from "./MeasuredQuestion.ts"
import { Percent } from "./SurveyQuestionRow.ts"
import type { AnswerTally } from "./SurveyTallies.ts"

/** The answers of one model family to the whole survey; people are the family `human`. */
export const ModelAgreement = Schema.Struct({
  model_family: ModelFamily,
  total_predictions: Schema.Int,
  /** The share of its answers that take the measured side. */
  avg_yes_percent: Percent,
  /** The 95 % interval of `avg_yes_percent`. */
  interval: Interval,
  /** The share of its comparisons with other families in which both agree; null without comparisons. */
  agreement_percent: Schema.NullOr(Percent),
  agreement_interval: Interval,
  /** The number of comparisons: pairs of families that both take a side on a question, over all questions. */
  comparisons: Schema.Int
}).annotations({ identifier: "ModelAgreement" })
export interface ModelAgreement extends Schema.Schema.Type<typeof ModelAgreement> {}

/** The share of comparisons of two model families in which both take the same side. */
export const FamilyAgreement = Schema.Struct({
  /** Null without comparisons. */
  percent: Schema.NullOr(Percent),
  interval: Interval,
  comparisons: Schema.Int
}).annotations({ identifier: "FamilyAgreement" })
export interface FamilyAgreement extends Schema.Schema.Type<typeof FamilyAgreement> {}

/** The answers of one model family to one question. */
export const FamilyShare = Schema.Struct({
  model_family: ModelFamily,
  prediction_count: Schema.Int,
  ...yesPercentFields,
  /** The 95 % interval of `yes_percent`: Wilson, on the number of answers. */
  interval: Interval
}).annotations({ identifier: "FamilyShare" })
export interface FamilyShare extends Schema.Schema.Type<typeof FamilyShare> {}

/** A question on which the intervals of two model families do not overlap, with the two families farthest apart. */
export const SplitAlert = Schema.Struct({
  question_id: Schema.String,
  question: Schema.String,
  leading_option: optional(Schema.String),
  /** The distance between the two intervals, in percentage points. */
  gap_percent: Percent,
  lower: FamilyShare,
  higher: FamilyShare
}).annotations({ identifier: "SplitAlert" })
export interface SplitAlert extends Schema.Schema.Type<typeof SplitAlert> {}

/** The answers of one model family to one question. */
interface FamilyAnswers {
  readonly share: FamilyShare
  readonly counts: ReadonlyArray<number>
  /** The side with the most answers; null in a tie. */
  readonly side: number | null
}

/** A question with the answers of each family, by name. */
interface FamilyQuestion {
  readonly question: MeasuredQuestion
  readonly families: ReadonlyArray<FamilyAnswers>
}

/** The family of a tally; people have no model. */
const familyOf = ({ model, model_family }: AnswerTally): ModelFamily => model === "" ? "human" : model_family

/**
 * The answers of the families to a question. Their intervals are Wilson intervals on the number of answers: an interval
 * describes the family itself, so similarity between its agents adds no uncertainty.
 */
export const familyAnswers = (question: MeasuredQuestion): FamilyQuestion => {
  const byFamily = new Map<ModelFamily, Array<AnswerTally>>()
  for (const tally of question.tally.answers) {
    const family = familyOf(tally)
    byFamily.set(family, [...byFamily.get(family) ?? [], tally])
  }
  const families = [...byFamily].sort(([a], [b]) => (a < b ? -1 : 1)).map(([model_family, tallies]): FamilyAnswers => {
    const counts = sideCounts(question.asked, tallies)
    const total = counts.reduce((sum, count) => sum + count, 0)
    const agreed = counts[question.measured.side] ?? 0
    const most = Math.max(...counts)
    return {
      share: {
        model_family,
        prediction_count: total,
        ...yesPercent(agreed, total),
        interval: shareInterval(agreed, total, total)
      },
      counts,
      side: counts.filter((count) => count === most).length === 1 ? counts.indexOf(most) : null
    }
  })
  return { question, families }
}

/**
 * The difference between the highest and the lowest share of a family, in percentage points; 0 with fewer than two
 * families.
 */
export const familyRange = ({ families }: FamilyQuestion): number => {
  const shares = families.map(({ share }) => share.yes_percent)
  return shares.length === 0 ? 0 : round2(Math.max(...shares) - Math.min(...shares))
}

const round2 = (value: number): number => Math.round(value * 100) / 100

/** Comparisons of pairs of families, and the number of questions with a comparison. */
interface Comparisons {
  readonly same: number
  readonly all: number
  readonly questions: number
}

/** The comparisons on all questions; with `family`, only its comparisons with other families. */
const comparisonsOf = (questions: ReadonlyArray<FamilyQuestion>, family?: ModelFamily): Comparisons => {
  let [same, all, compared] = [0, 0, 0]
  for (const { families } of questions) {
    const before = all
    const sided = families.filter(({ side }) => side !== null)
    for (const [index, one] of sided.entries()) {
      for (const other of sided.slice(index + 1)) {
        if (family !== undefined && one.share.model_family !== family && other.share.model_family !== family) continue
        all += 1
        if (one.side === other.side) same += 1
      }
    }
    if (all > before) compared += 1
  }
  return { same, all, questions: compared }
}

/**
 * The share of comparisons of two families on one question in which both take the same side. A family takes the side
 * with the most of its answers; in a tie it takes no side and is not compared. The interval is a Wilson interval on the
 * number of questions, as if all comparisons on a question were one observation.
 */
const agreementOf = (comparisons: Comparisons): FamilyAgreement => ({
  percent: comparisons.all === 0 ? null : percentOf(comparisons.same, comparisons.all),
  interval: shareInterval(comparisons.same, comparisons.all, comparisons.questions),
  comparisons: comparisons.all
})

/** The agreement of all families with one another. */
export const familyAgreement = (questions: ReadonlyArray<FamilyQuestion>): FamilyAgreement =>
  agreementOf(comparisonsOf(questions))

/**
 * The weighted mean of intervals. Used as the interval of the weighted mean of the estimates, it assumes that their
 * errors are fully correlated, as when the same agents err on all questions. With less correlation it is too wide.
 *
 * @example meanOfIntervals([{ weight: 1, interval: { low: 10, high: 30 } }, { weight: 3, interval: { low: 50, high: 90 } }]) // { low: 40, high: 75 }
 */
export const meanOfIntervals = (
  parts: ReadonlyArray<{ readonly weight: number; readonly interval: Interval }>
): Interval => {
  const weight = parts.reduce((sum, part) => sum + part.weight, 0)
  const mean = (bound: (interval: Interval) => number): number =>
    round2(parts.reduce((sum, part) => sum + part.weight * bound(part.interval), 0) / weight)
  return { low: mean(({ low }) => low), high: mean(({ high }) => high) }
}

/** The rows of the families that answered, most predictions first, equal ones by name. */
export const modelAgreement = (questions: ReadonlyArray<FamilyQuestion>): ReadonlyArray<ModelAgreement> => {
  const names = new Set(questions.flatMap(({ families }) => families.map(({ share }) => share.model_family)))
  return [...names].map((model_family): ModelAgreement => {
    const answered = questions.flatMap(({ families, question }) =>
      families.filter(({ share }) => share.model_family === model_family).map(({ counts, share }) => ({
        weight: share.prediction_count,
        interval: share.interval,
        agreed: counts[question.measured.side] ?? 0
      }))
    )
    const total_predictions = answered.reduce((sum, { weight }) => sum + weight, 0)
    const { comparisons, interval, percent } = agreementOf(comparisonsOf(questions, model_family))
    return {
      model_family,
      total_predictions,
      avg_yes_percent: percentOf(answered.reduce((sum, { agreed }) => sum + agreed, 0), total_predictions),
      interval: meanOfIntervals(answered),
      agreement_percent: percent,
      agreement_interval: interval,
      comparisons
    }
  }).sort((a, b) => b.total_predictions - a.total_predictions || (a.model_family < b.model_family ? -1 : 1))
}

/**
 * The questions on which the intervals of two families do not overlap, each with the pair that is farthest apart,
 * largest gap first, equal gaps in the order of the survey. Two 95 % intervals that do not overlap differ beyond the
 * 95 % level (Schenker and Gentleman, The American Statistician 55, 2001). The number of pairs is not corrected for.
 */
export const splitAlerts = (questions: ReadonlyArray<FamilyQuestion>): ReadonlyArray<SplitAlert> =>
  questions.flatMap(({ families, question }) => {
    const shares = families.map(({ share }) => share)
    const pairs = shares.flatMap((lower) => shares.map((higher) => ({ lower, higher, gap: gapOf(lower, higher) })))
    const widest = pairs.reduce<(typeof pairs)[number] | undefined>(
      (found, pair) => pair.gap > (found?.gap ?? 0) ? pair : found,
      undefined
    )
    return widest === undefined ? [] : [{
      question_id: question.asked.id,
      question: question.asked.question,
      ...leadingOption(question.asked, question.measured),
      gap_percent: widest.gap,
      lower: widest.lower,
      higher: widest.higher
    }]
  }).sort((a, b) => b.gap_percent - a.gap_percent)

const gapOf = (lower: FamilyShare, higher: FamilyShare): number => round2(higher.interval.low - lower.interval.high)
