import { Schema } from "effect"
import { shareInterval } from "../../forecasting/consensus/Consensus.ts"
import { effectiveAgents, effectiveAgentsLimit } from "../../forecasting/consensus/EffectiveAgents.ts"
import { sideCounts, type SurveyedQuestion } from "./MeasuredQuestion.ts"
import type { QuestionTally, SurveyTallies } from "./SurveyTallies.ts"

/** The facts from which the precision of a survey is computed; they are part of the facts of its results. */
export interface PrecisionFacts {
  /** In the order of the survey. */
  readonly questions: ReadonlyArray<SurveyedQuestion>
  readonly tallies: Pick<SurveyTallies, "questions">
}

/** The precision of one question, compared with the target. */
export const QuestionPrecision = Schema.Struct({
  question_id: Schema.String,
  question: Schema.String,
  prediction_count: Schema.Int,
  /** The width of its widest interval, in percentage points: for yes or, on a `multi` question, for any option. */
  width: Schema.Number,
  /**
   * The limit of the width as the number of agents grows, with the same shares and the same proportions of model
   * families. A target below it needs other families, or people.
   */
  width_limit: Schema.Number,
  /** Whether the width is at most the target; false without a target. */
  settled: Schema.Boolean
}).annotations({ identifier: "QuestionPrecision" })
export interface QuestionPrecision extends Schema.Schema.Type<typeof QuestionPrecision> {}

/** The precision of a survey, compared with its target. */
export const SurveyPrecision = Schema.Struct({
  /** Null without a target; then no question is settled. */
  target_width: Schema.NullOr(Schema.Number),
  settled_count: Schema.Int,
  question_count: Schema.Int,
  /** Whether every question is settled; a survey without questions is not. */
  reached: Schema.Boolean,
  /** In the order of the survey. */
  questions: Schema.Array(QuestionPrecision)
}).annotations({ identifier: "SurveyPrecision" })
export interface SurveyPrecision extends Schema.Schema.Type<typeof SurveyPrecision> {}

/**
 * The precision of each question of a survey. A question is settled when its 95 % interval is at most `targetWidth`
 * percentage points wide. Closing a survey then does not bias the intervals: stopping by the width of an interval,
 * unlike stopping by its position, keeps its coverage for large samples (Chow and Robbins, "On the asymptotic theory of
 * fixed-width sequential confidence intervals for the mean", Annals of Mathematical Statistics 36, 1965).
 *
 * @example surveyPrecision({ questions: [], tallies: { questions: [] } }, 10).reached // false
 */
export const surveyPrecision = (
  { questions, tallies }: PrecisionFacts,
  targetWidth: number | null
): SurveyPrecision => {
  const byId = new Map(tallies.questions.map((tally) => [tally.question_id, tally]))
  const rows = questions.flatMap((asked) => {
    const tally = byId.get(asked.id)
    return tally === undefined ? [] : [precisionOf(asked, tally, targetWidth)]
  })
  const settled_count = rows.filter((row) => row.settled).length
  return {
    target_width: targetWidth,
    settled_count,
    question_count: rows.length,
    reached: rows.length > 0 && settled_count === rows.length,
    questions: rows
  }
}

const precisionOf = (
  asked: SurveyedQuestion,
  tally: QuestionTally,
  targetWidth: number | null
): QuestionPrecision => {
  const counts = sideCounts(asked, tally.answers)
  const width = widestOf(counts, effectiveAgents(tally.similarity))
  return {
    question_id: asked.id,
    question: asked.question,
    prediction_count: counts.reduce((sum, count) => sum + count, 0),
    width,
    width_limit: widestOf(counts, effectiveAgentsLimit(tally.similarity)),
    settled: targetWidth !== null && width <= targetWidth
  }
}

/** The width of the widest interval of a share; both shares of a binary question have the same width. */
const widestOf = (counts: ReadonlyArray<number>, effective: number): number => {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return 100
  if (effective === Infinity) return 0
  return Math.max(...counts.map((count) => {
    const { high, low } = shareInterval(count, total, effective)
    return Math.round((high - low) * 100) / 100
  }))
}
