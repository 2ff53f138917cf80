import { Schema } from "effect"
import { shareInterval } from "../../forecasting/consensus/Consensus.ts"
import { ConsensusData } from "../../forecasting/consensus/ConsensusData.ts"
import { Interval } from "../../kernel/Interval.ts"
import { optional } from "../../kernel/optional.ts"
import { percentOf } from "../../kernel/percentOf.ts"
import { familyAgreement, familyAnswers, familyRange, modelAgreement, splitAlerts } from "./FamilyAgreement.ts"
import { measureQuestion, type SurveyedQuestion } from "./MeasuredQuestion.ts"
import { confidenceOf, highestConsensus, mostContested, panelBalance, SurveyAnalytics } from "./SurveyAnalytics.ts"
import { measuredFields, Percent } from "./SurveyQuestionRow.ts"
import type { SurveyTallies } from "./SurveyTallies.ts"

/** The result of one question. */
export const SurveyQuestionResult = Schema.Struct({
  ...measuredFields,
  /** The 95 % interval of `avg_confidence`. */
  confidence_interval: Interval,
  /** The difference, in percentage points, between the highest and the lowest `yes_percent` of a model family. */
  family_range: Percent,
  consensus: ConsensusData
}).annotations({ identifier: "SurveyQuestionResult" })
export interface SurveyQuestionResult extends Schema.Schema.Type<typeof SurveyQuestionResult> {}

/** The results of a survey. */
export const SurveyResults = Schema.Struct({
  survey_id: Schema.String,
  title: Schema.String,
  /** The agents with at least one answer. */
  total_agents: Schema.Int,
  assigned_agents: Schema.Int,
  completed_agents: Schema.Int,
  /** The share of the assigned agents (of the answering agents, without assignments) that answered all questions. */
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

/** The results of a survey without its id and title. */
export interface SurveyFigures extends Omit<SurveyResults, "survey_id" | "title"> {}

/** The facts from which the results of a survey are computed. */
export interface SurveyFacts {
  /** In the order of the survey. */
  readonly questions: ReadonlyArray<SurveyedQuestion>
  readonly tallies: SurveyTallies
}

/**
 * Computes the results of a survey from its tallies alone, so that equal tallies have equal results, wherever they were
 * counted. `provisional` means that the survey is still open.
 */
export const surveyResults = ({ questions, tallies }: SurveyFacts, provisional: boolean): SurveyFigures => {
  const byId = new Map(tallies.questions.map((tally) => [tally.question_id, tally]))
  const measured = questions.flatMap((asked) => {
    const tally = byId.get(asked.id)
    return tally === undefined ? [] : [measureQuestion(asked, tally)]
  })
  const families = measured.map(familyAnswers)
  const { panel } = tallies
  const expected = panel.assigned === 0 ? panel.answering : panel.assigned
  return {
    total_agents: panel.answering,
    assigned_agents: panel.assigned,
    completed_agents: panel.complete,
    completed_rate: percentOf(panel.complete, expected),
    completed_interval: shareInterval(panel.complete, expected, expected),
    questions: measured.map(({ confidence_interval, consensus, row }, index) => ({
      ...row,
      confidence_interval,
      family_range: familyRange(families[index]!),
      consensus
    })),
    analytics: {
      most_contested: mostContested(measured).map(({ row }) => row),
      highest_consensus: highestConsensus(measured).map(({ row }) => row),
      model_agreement: modelAgreement(families),
      family_agreement: familyAgreement(families),
      split_alerts: splitAlerts(families),
      panel: panelBalance(panel),
      ...confidenceOf(measured)
    },
    ...(provisional ? { provisional } : {})
  }
}
