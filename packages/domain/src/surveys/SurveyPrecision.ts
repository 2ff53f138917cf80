import { Schema } from "effect"
import { shareInterval } from "../consensus/Consensus.ts"
import { effectiveAgents, effectiveAgentsLimit } from "../consensus/EffectiveAgents.ts"
import { sideCounts, type SurveyedQuestion } from "./MeasuredQuestion.ts"
import type { SurveyFacts } from "./SurveyAnalytics.ts"
import type { QuestionTally } from "./SurveyTallies.ts"

/** The limits of a target: the width of a 95 % interval, in percentage points. */
export const targetWidthMin = 1
export const targetWidthMax = 99

/** How far one question is from the target. */
export const QuestionPrecision = Schema.Struct({
  question_id: Schema.String,
  question: Schema.String,
  /** The width of its widest interval, in percentage points: of yes or, on a `multi` question, of any option. */
  width: Schema.Number,
  /**
   * The width that more and more agents of the same model families in the same proportions approach, with the same
   * shares. A target below it needs other families, or people.
   */
  width_limit: Schema.Number,
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
export const surveyPrecision = ({ questions, tallies }: SurveyFacts, targetWidth: number): SurveyPrecision => {
  const byId = new Map(tallies.questions.map((tally) => [tally.question_id, tally]))
  const rows = questions.flatMap((asked) => {
    const tally = byId.get(asked.id)
    return tally === undefined ? [] : [precisionOf(asked, tally, targetWidth)]
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

const precisionOf = (asked: SurveyedQuestion, tally: QuestionTally, targetWidth: number): QuestionPrecision => {
  const counts = sideCounts(asked, tally.answers)
  const width = widestOf(counts, effectiveAgents(tally.similarity))
  return {
    question_id: asked.id,
    question: asked.question,
    width,
    width_limit: widestOf(counts, effectiveAgentsLimit(tally.similarity)),
    settled: width <= targetWidth
  }
}

/** The width of the widest interval of a share; the two shares of a binary question have equally wide ones. */
const widestOf = (counts: ReadonlyArray<number>, effective: number): number => {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return 100
  if (effective === Infinity) return 0
  return Math.max(...counts.map((count) => {
    const { high, low } = shareInterval(count, total, effective)
    return Math.round((high - low) * 100) / 100
  }))
}
