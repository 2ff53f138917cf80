import { Schema } from "effect"
import { caseFold } from "../../text/CaseFold.ts"
import { type Failure, failure } from "../../kernel/Failure.ts"
import { Interval } from "../../kernel/Interval.ts"
import { optional } from "../../kernel/optional.ts"
import type { Survey } from "./Survey.ts"
import { SurveyStatus } from "./SurveyStatus.ts"
import type { SurveyFigures, SurveyQuestionResult } from "./SurveyResults.ts"

const shareFields = {
  before_percent: Schema.Number,
  after_percent: Schema.Number,
  /** After minus before, in percentage points. */
  change: Schema.Number,
  /** The 95 % interval of `change`. */
  interval: Interval
}

/** The change of one question between two runs. */
export const QuestionChange = Schema.Struct({
  question: Schema.String,
  before_id: Schema.String,
  after_id: Schema.String,
  before_count: Schema.Int,
  after_count: Schema.Int,
  /** The share of yes or, on a `multi` question, of the option that led the earlier run; `option` names it. */
  ...shareFields,
  option: optional(Schema.String),
  /** For `multi` questions: every option, in the order of the question. */
  options: optional(Schema.Array(Schema.Struct({ option: Schema.String, ...shareFields }))),
  /** Whether the interval excludes 0. */
  changed: Schema.Boolean
}).annotations({ identifier: "QuestionChange" })
export interface QuestionChange extends Schema.Schema.Type<typeof QuestionChange> {}

/** A question of only one of the two runs. */
const UnmatchedQuestion = Schema.Struct({ question_id: Schema.String, question: Schema.String })

/** One of two compared surveys. */
const ComparedSurvey = Schema.Struct({
  id: Schema.String,
  title: Schema.String,
  status: SurveyStatus,
  opened_at: Schema.NullOr(Schema.Date),
  closed_at: Schema.NullOr(Schema.Date)
}).annotations({ identifier: "ComparedSurvey" })

const comparedQuestions = {
  /** In the order of the later run. */
  questions: Schema.Array(QuestionChange),
  only_before: Schema.Array(UnmatchedQuestion),
  only_after: Schema.Array(UnmatchedQuestion)
}

/** The questions of two runs of a survey side by side. */
export interface ComparedQuestions extends Schema.Schema.Type<Schema.Struct<typeof comparedQuestions>> {}

/** Two runs of a survey side by side. */
export const SurveyComparison = Schema.Struct({
  before: ComparedSurvey,
  after: ComparedSurvey,
  ...comparedQuestions,
  /** True while one of the two surveys is open, and absent after that. */
  provisional: optional(Schema.Literal(true))
}).annotations({ identifier: "SurveyComparison" })
export interface SurveyComparison extends Schema.Schema.Type<typeof SurveyComparison> {}

/** The comparison of two surveys by their results. */
export const surveyComparison = (
  before: { readonly survey: Survey; readonly results: SurveyFigures },
  after: { readonly survey: Survey; readonly results: SurveyFigures }
): SurveyComparison => ({
  before: comparedSurvey(before.survey),
  after: comparedSurvey(after.survey),
  ...compareRuns(before.results, after.results),
  ...(before.results.provisional === true || after.results.provisional === true ? { provisional: true } : {})
})

/**
 * Refuses to compare a survey with itself.
 *
 * @example judgeTwo("a", "b") // undefined
 */
export const judgeTwo = (before: string, after: string): Failure | undefined =>
  before.toLowerCase() !== after.toLowerCase()
    ? undefined
    : failure("INVALID_REQUEST", "A survey cannot be compared with itself; name two.", {
      field: "other_id",
      measured: after.slice(0, 60)
    })

const comparedSurvey = ({ closed_at, id, opened_at, status, title }: Survey) => ({
  id,
  title,
  status,
  opened_at,
  closed_at
})

/** A share and its 95 % interval, in percent. */
export interface EstimatedShare {
  readonly percent: number
  readonly interval: Interval
}

interface ShareChange extends Schema.Schema.Type<Schema.Struct<typeof shareFields>> {}

const round2 = (value: number): number => Math.round(value * 100) / 100

/**
 * The change of a share, with its 95 % interval: method 10 of Newcombe ("Interval estimation for the difference between
 * independent proportions: comparison of eleven methods", Statistics in Medicine 17, 1998), which combines the Wilson
 * intervals of the two shares: d - √((p₂ - l₂)² + (u₁ - p₁)²) to d + √((u₂ - p₂)² + (p₁ - l₁)²). It treats the samples
 * as independent. If the same agents answer both times, their errors partly cancel out, and the interval is too wide.
 *
 * @example shareChange({ percent: 50, interval: { low: 40, high: 60 } }, { percent: 80, interval: { low: 70, high: 87.5 } }).interval // { low: 15.86, high: 42.5 }
 */
export const shareChange = (before: EstimatedShare, after: EstimatedShare): ShareChange => {
  const change = after.percent - before.percent
  const below = (share: EstimatedShare): number => share.percent - share.interval.low
  const above = (share: EstimatedShare): number => share.interval.high - share.percent
  return {
    before_percent: before.percent,
    after_percent: after.percent,
    change: round2(change),
    interval: {
      low: round2(Math.max(-100, change - Math.hypot(below(after), above(before)))),
      high: round2(Math.min(100, change + Math.hypot(above(after), below(before))))
    }
  }
}

/** Folds case and white space, so that a question retyped for the second run is still found. */
const textKey = (question: string): string => caseFold(question).replace(/\s+/g, " ").trim()

/** The options of a question with their shares; undefined for binary questions. */
const optionShares = ({ consensus }: SurveyQuestionResult): ReadonlyMap<string, EstimatedShare> | undefined =>
  consensus.option_breakdown === undefined ? undefined : new Map(
    consensus.option_breakdown.map(({ interval = { low: 0, high: 100 }, option, percent }) => [
      option,
      { percent, interval }
    ])
  )

const sameOptions = (a: SurveyQuestionResult, b: SurveyQuestionResult): boolean => {
  const [ofA, ofB] = [optionShares(a), optionShares(b)]
  return ofA === undefined || ofB === undefined
    ? ofA === ofB
    : ofA.size === ofB.size && [...ofA.keys()].every((option) => ofB.has(option))
}

const shareOf = ({ interval, yes_percent }: SurveyQuestionResult): EstimatedShare => ({
  percent: yes_percent,
  interval
})

const changeOf = (before: SurveyQuestionResult, after: SurveyQuestionResult): QuestionChange => {
  const [sharesBefore, sharesAfter] = [optionShares(before), optionShares(after)]
  const options = sharesAfter === undefined ? undefined : [...sharesAfter].map(([option, share]) => ({
    option,
    ...shareChange(sharesBefore!.get(option)!, share)
  }))
  const led = before.leading_option ?? after.leading_option
  const { option, ...measured } = options?.find((row) => row.option === led) ?? options?.[0] ??
    { option: undefined, ...shareChange(shareOf(before), shareOf(after)) }
  return {
    question: after.question,
    before_id: before.question_id,
    after_id: after.question_id,
    before_count: before.prediction_count,
    after_count: after.prediction_count,
    ...measured,
    ...(option === undefined ? {} : { option }),
    ...(options === undefined ? {} : { options }),
    changed: measured.interval.low > 0 || measured.interval.high < 0
  }
}

/**
 * Compares two runs of a survey. Questions of the two runs are matched by id, else by equal options and text, ignoring
 * case and white space; the first match counts. Predictions are final, so a second run with the same questions only
 * adds answers to the first, and a run with new questions starts without any.
 */
export const compareRuns = (
  before: Pick<SurveyFigures, "questions">,
  after: Pick<SurveyFigures, "questions">
): ComparedQuestions => {
  const left = new Set(before.questions)
  const take = (found: SurveyQuestionResult | undefined): SurveyQuestionResult | undefined => {
    if (found !== undefined) left.delete(found)
    return found
  }
  const withSame = (one: SurveyQuestionResult, keyOf: (question: SurveyQuestionResult) => string) =>
    take([...left].find((other) => keyOf(other) === keyOf(one) && sameOptions(one, other)))
  // Ids are matched first, because a repeated text must not take a question that has a match by its id.
  const byId = new Map(after.questions.map((one) => [one, withSame(one, ({ question_id }) => question_id)]))
  const pairs = after.questions.map((one) => ({
    one,
    other: byId.get(one) ?? withSame(one, ({ question }) => textKey(question))
  }))
  const named = ({ question, question_id }: SurveyQuestionResult) => ({ question_id, question })
  return {
    questions: pairs.flatMap(({ one, other }) => other === undefined ? [] : [changeOf(other, one)]),
    only_before: [...left].map(named),
    only_after: pairs.flatMap(({ one, other }) => other === undefined ? [named(one)] : [])
  }
}
