import { Schema } from "effect"
import { effectiveAgents } from "../../forecasting/consensus/EffectiveAgents.ts"
import { ModelFamily } from "../../platform/identity/ModelFamily.ts"
import { Interval } from "../../kernel/Interval.ts"
import { percentOf } from "../../kernel/percentOf.ts"
import { FamilyAgreement, meanOfIntervals, ModelAgreement, SplitAlert } from "./FamilyAgreement.ts"
import type { MeasuredQuestion, MeasuredSide } from "./MeasuredQuestion.ts"
import { Percent, SurveyQuestionRow } from "./SurveyQuestionRow.ts"
import type { PanelTally } from "./SurveyTallies.ts"

/** The maximum number of questions in each ranking. */
export const rankedQuestionsMax = 5

/** The balance of a panel: if its agents have few owners or families, it has fewer independent voices than agents. */
export const PanelBalance = Schema.Struct({
  agents: Schema.Int,
  /** The humans who own the agents; an agent without an owner counts as its own. */
  owners: Schema.Int,
  families: Schema.Array(Schema.Struct({ model_family: ModelFamily, agents: Schema.Int, percent: Percent })),
  /** The effective number of independent agents, 0 to `agents`. */
  effective_agents: Schema.Number,
  /** The effective number of owners: 1 / Σp², where p is an owner's share of the agents. 0 to `owners`. */
  effective_owners: Schema.Number,
  /** The effective number of model families likewise, 0 to the number of `families`. */
  effective_families: Schema.Number
}).annotations({ identifier: "PanelBalance" })
export interface PanelBalance extends Schema.Schema.Type<typeof PanelBalance> {}

/** The analytics of all answers to a survey. */
export const SurveyAnalytics = Schema.Struct({
  /** The questions with the smallest leads, at most five; ties by more answers, then in the order of the survey. */
  most_contested: Schema.Array(SurveyQuestionRow),
  /** The questions with the largest leads, at most five; ties likewise. */
  highest_consensus: Schema.Array(SurveyQuestionRow),
  /** Most predictions first, equal ones by name. */
  model_agreement: Schema.Array(ModelAgreement),
  family_agreement: FamilyAgreement,
  /** Largest gap first, at most one for each question. */
  split_alerts: Schema.Array(SplitAlert),
  panel: PanelBalance,
  avg_confidence: Schema.Number,
  /** The 95 % interval of `avg_confidence`. */
  confidence_interval: Interval,
  total_predictions: Schema.Int
}).annotations({ identifier: "SurveyAnalytics" })
export interface SurveyAnalytics extends Schema.Schema.Type<typeof SurveyAnalytics> {}

/** The counts by which a question is ranked. */
export interface RankedQuestion {
  readonly measured: Pick<MeasuredSide, "lead" | "total">
}

/** Compares the leads of two questions in whole numbers, without rounding. */
const byLead = (a: RankedQuestion, b: RankedQuestion): number =>
  a.measured.lead * b.measured.total - b.measured.lead * a.measured.total

const byAnswers = (a: RankedQuestion, b: RankedQuestion): number => b.measured.total - a.measured.total

const answered = <Question extends RankedQuestion>(questions: ReadonlyArray<Question>): ReadonlyArray<Question> =>
  questions.filter(({ measured }) => measured.total > 0)

/**
 * The answered questions whose sides are closest: with the smallest lead of the first side over the second, as a share
 * of the answers. On binary questions that is the smallest |yes % - 50|. Equal leads are ordered by more answers, then
 * by the order of the survey.
 */
export const mostContested = <Question extends RankedQuestion>(
  questions: ReadonlyArray<Question>
): ReadonlyArray<Question> =>
  [...answered(questions)].sort((a, b) => byLead(a, b) || byAnswers(a, b)).slice(0, rankedQuestionsMax)

/** The answered questions with the largest leads; ties as in `mostContested`. */
export const highestConsensus = <Question extends RankedQuestion>(
  questions: ReadonlyArray<Question>
): ReadonlyArray<Question> =>
  [...answered(questions)].sort((a, b) => byLead(b, a) || byAnswers(a, b)).slice(0, rankedQuestionsMax)

/**
 * The balance of a panel. `effective_agents` counts each agent as one voice: all agents of an owner count about as one,
 * and agents of a model family as fewer than their number (`effectiveAgents`). `effective_owners` and
 * `effective_families` show how evenly the agents are spread over owners and over families.
 */
export const panelBalance = (panel: PanelTally): PanelBalance => ({
  agents: panel.answering,
  owners: panel.owners,
  families: panel.families.map(({ agents, model_family }) => ({
    model_family,
    agents,
    percent: percentOf(agents, panel.answering)
  })),
  effective_agents: round2(effectiveAgents(panel.similarity)),
  effective_owners: effectiveNumber(panel.similarity.weight, panel.similarity.owner_squares),
  effective_families: effectiveNumber(
    panel.answering,
    panel.families.reduce((sum, { agents }) => sum + agents * agents, 0)
  )
})

const round2 = (value: number): number => Math.round(value * 100) / 100

/**
 * The effective number of groups, from the sum of their sizes and the sum of the squared sizes: (Σn)² / Σn², which is
 * 1 / Σp² for their shares p, the inverse of Simpson's index ("Measurement of diversity", Nature 163, 1949), or the
 * diversity of order 2 of Hill ("Diversity and evenness", Ecology 54, 1973). Groups of equal size count fully.
 */
const effectiveNumber = (sum: number, squares: number): number => squares === 0 ? 0 : round2((sum * sum) / squares)

/** The mean confidence of all answers. Its interval is the mean of the questions' intervals (`meanOfIntervals`). */
export const confidenceOf = (
  questions: ReadonlyArray<MeasuredQuestion>
): Pick<SurveyAnalytics, "avg_confidence" | "confidence_interval" | "total_predictions"> => {
  const counted = answered(questions)
  const total_predictions = counted.reduce((sum, { measured }) => sum + measured.total, 0)
  const sum = counted.reduce(
    (sum, { tally }) => sum + tally.answers.reduce((sum, { confidence_sum }) => sum + confidence_sum, 0),
    0
  )
  return {
    total_predictions,
    avg_confidence: total_predictions === 0 ? 0 : Math.round((sum * 100) / total_predictions) / 100,
    confidence_interval: counted.length === 0
      ? { low: 50, high: 99 }
      : meanOfIntervals(counted.map(({ confidence_interval, measured }) => ({
        weight: measured.total,
        interval: confidence_interval
      })))
  }
}
