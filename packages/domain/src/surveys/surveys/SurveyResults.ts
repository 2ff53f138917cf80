import { Schema } from "effect"
import { ConsensusData } from "../../forecasting/consensus/ConsensusData.ts"
import { ModelFamily } from "../../platform/identity/ModelFamily.ts"
import { Interval } from "../../kernel/Interval.ts"
import { optional } from "../../kernel/optional.ts"
import { yesPercentFields } from "../../kernel/YesPercent.ts"

/** Percentages are 0-100 with two decimals, and so are their intervals. */
const Percent = Schema.Number

/**
 * The measured side of a question: yes or, on a `multi` question, its leading option, the one with the most answers, of
 * equal ones the first in the order of the question.
 */
const measured = {
  question_id: Schema.String,
  question: Schema.String,
  /** The share of the measured side. */
  ...yesPercentFields,
  /** The 95 % interval of `yes_percent`: Wilson, on the effective number of agents. */
  interval: Interval,
  /** For `multi` questions with answers: the option that is measured. */
  leading_option: optional(Schema.String),
  /** Only where several options have the most answers: all of them, in the order of the question. */
  tied_options: optional(Schema.Array(Schema.String)),
  /** By how many percentage points the side with the most answers leads the next: 0-100. */
  lead_percent: Percent,
  /** The mean stated confidence: 50-99, and 0 without answers. */
  avg_confidence: Schema.Number,
  prediction_count: Schema.Int
}

/** A row of the analytics. */
export const SurveyQuestionRow = Schema.Struct(measured).annotations({ identifier: "SurveyQuestionRow" })
export interface SurveyQuestionRow extends Schema.Schema.Type<typeof SurveyQuestionRow> {}

/** The result of one question. */
export const SurveyQuestionResult = Schema.Struct({
  ...measured,
  /** The 95 % interval of `avg_confidence`. */
  confidence_interval: Interval,
  /** The difference, in percentage points, between the highest and the lowest `yes_percent` of a model family. */
  family_range: Percent,
  consensus: ConsensusData
}).annotations({ identifier: "SurveyQuestionResult" })
export interface SurveyQuestionResult extends Schema.Schema.Type<typeof SurveyQuestionResult> {}

/** The answers of one model family to the whole survey; people are the family `human`. */
export const ModelAgreement = Schema.Struct({
  model_family: ModelFamily,
  total_predictions: Schema.Int,
  /** The share of the measured sides in its answers. */
  avg_yes_percent: Percent,
  /** The 95 % interval of `avg_yes_percent`. */
  interval: Interval,
  /** The share of its comparisons with other families in which both take the same side; null without comparisons. */
  agreement_percent: Schema.NullOr(Percent),
  agreement_interval: Interval,
  /** The number of comparisons: pairs of families that both take a side, over all questions. */
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

/** A question on which the intervals of two model families do not overlap: the two that are farthest apart. */
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

/** Who answered: a survey whose answers come from few owners or families has fewer voices than agents. */
export const PanelBalance = Schema.Struct({
  agents: Schema.Int,
  /** The humans who own them; an agent without one counts as its own. */
  owners: Schema.Int,
  families: Schema.Array(Schema.Struct({ model_family: ModelFamily, agents: Schema.Int, percent: Percent })),
  /** The effective number of independent agents, 0 to `agents`. */
  effective_agents: Schema.Number,
  /** The effective number of owners: 1 / Σp², p the share of an owner in the agents. 0 to `owners`. */
  effective_owners: Schema.Number,
  /** The effective number of model families likewise, 0 to the number of `families`. */
  effective_families: Schema.Number
}).annotations({ identifier: "PanelBalance" })
export interface PanelBalance extends Schema.Schema.Type<typeof PanelBalance> {}

/** What the answers to a survey say as a whole. */
export const SurveyAnalytics = Schema.Struct({
  /** The smallest leads, at most five; of equal ones those with more answers, then in the order of the survey. */
  most_contested: Schema.Array(SurveyQuestionRow),
  /** The largest leads, at most five; ties likewise. */
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

/** The results of a survey. */
export const SurveyResults = Schema.Struct({
  survey_id: Schema.String,
  title: Schema.String,
  /** The agents with at least one answer. */
  total_agents: Schema.Int,
  assigned_agents: Schema.Int,
  completed_agents: Schema.Int,
  /** The share of the assigned agents, or of the answering ones when none is assigned, that answered everything. */
  completed_rate: Percent,
  /** The 95 % interval of `completed_rate`. */
  completed_interval: Interval,
  /** In the order of the survey. */
  questions: Schema.Array(SurveyQuestionResult),
  analytics: SurveyAnalytics,
  /** True while the survey is open, and absent after that. */
  provisional: optional(Schema.Literal(true))
}).annotations({ identifier: "SurveyResults" })
export interface SurveyResults extends Schema.Schema.Type<typeof SurveyResults> {}

/** The results of a survey but for which survey it is. */
export interface SurveyFigures extends Omit<SurveyResults, "survey_id" | "title"> {}
