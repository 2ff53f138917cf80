import { Schema } from "effect"
import type { SurveyResults } from "./SurveyResults.ts"

/** The limits of a target: the width of a 95 % interval, in percentage points. */
export const targetWidthMin = 1
export const targetWidthMax = 99

/** How far one question is from the target. */
export const QuestionPrecision = Schema.Struct({
  question_id: Schema.String,
  question: Schema.String,
  /** The width of its widest interval, in percentage points: of yes or, on a `multi` question, of any option. */
  width: Schema.Number,
  settled: Schema.Boolean
}).annotations({ identifier: "QuestionPrecision" })
export interface QuestionPrecision extends Schema.Schema.Type<typeof QuestionPrecision> {}

/** How far a survey is from the precision that it states. */
export const SurveyPrecision = Schema.Struct({
  target_width: Schema.Number,
  settled: Schema.Int,
  total: Schema.Int,
  /** Whether every question is settled; a survey without questions is not. */
  reached: Schema.Boolean,
  questions: Schema.Array(QuestionPrecision)
}).annotations({ identifier: "SurveyPrecision" })
export interface SurveyPrecision extends Schema.Schema.Type<typeof SurveyPrecision> {}

/**
 * Which questions of a survey are settled: those whose 95 % intervals are at most `targetWidth` percentage points wide.
 * A survey may be closed when this is so without spoiling the intervals: stopping by the width of an interval, unlike
 * stopping by its position, keeps its coverage for large samples (Chow and Robbins, "On the asymptotic theory of
 * fixed-width sequential confidence intervals for the mean", Annals of Mathematical Statistics 36, 1965).
 */
export const surveyPrecision = (
  { questions }: Pick<SurveyResults, "questions">,
  targetWidth: number
): SurveyPrecision => {
  const rows = questions.map(({ consensus, interval, question, question_id }): QuestionPrecision => {
    const intervals = consensus.option_breakdown?.map((option) => option.interval ?? interval) ?? [interval]
    const width = Math.max(...intervals.map(({ high, low }) => Math.round((high - low) * 100) / 100))
    return { question_id, question, width, settled: width <= targetWidth }
  })
  const settled = rows.filter((row) => row.settled).length
  return {
    target_width: targetWidth,
    settled,
    total: rows.length,
    reached: rows.length > 0 && settled === rows.length,
    questions: rows
  }
}
