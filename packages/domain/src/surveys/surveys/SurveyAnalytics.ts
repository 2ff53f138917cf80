import { shareInterval } from "../../forecasting/consensus/Consensus.ts"
import { effectiveAgents } from "../../forecasting/consensus/EffectiveAgents.ts"
import { percentOf } from "../../kernel/percentOf.ts"
import {
  familyAgreement,
  familyAnswers,
  familyRange,
  meanOfIntervals,
  modelAgreement,
  splitAlerts
} from "./FamilyAgreement.ts"
import { type MeasuredQuestion, type MeasuredSide, measureQuestion, type SurveyedQuestion } from "./MeasuredQuestion.ts"
import type { PanelBalance, SurveyAnalytics, SurveyFigures } from "./SurveyResults.ts"
import type { PanelTally, SurveyTallies } from "./SurveyTallies.ts"

/** The maximum number of questions in each ranking. */
export const rankedQuestionsMax = 5

/** What the results of a survey are computed from. */
export interface SurveyFacts {
  /** In the order of the survey. */
  readonly questions: ReadonlyArray<SurveyedQuestion>
  readonly tallies: SurveyTallies
}

/**
 * Computes the results of a survey from its tallies, and from nothing else, so that equal tallies have equal results,
 * wherever they were counted. `provisional` is whether the survey is still open.
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

/** What a question is ranked by. */
export interface RankedQuestion {
  readonly measured: Pick<MeasuredSide, "lead" | "total">
}

/** How the leads of two questions compare, exactly: in whole numbers. */
const byLead = (a: RankedQuestion, b: RankedQuestion): number =>
  a.measured.lead * b.measured.total - b.measured.lead * a.measured.total

const byAnswers = (a: RankedQuestion, b: RankedQuestion): number => b.measured.total - a.measured.total

const answered = <Question extends RankedQuestion>(questions: ReadonlyArray<Question>): ReadonlyArray<Question> =>
  questions.filter(({ measured }) => measured.total > 0)

/**
 * The questions with answers whose sides are closest: the smallest lead of the side with the most answers over the
 * next, as a share of the answers. On binary questions that is the smallest |yes % - 50|. Equal leads are ordered by
 * more answers, then by the order of the survey.
 */
export const mostContested = <Question extends RankedQuestion>(
  questions: ReadonlyArray<Question>
): ReadonlyArray<Question> =>
  [...answered(questions)].sort((a, b) => byLead(a, b) || byAnswers(a, b)).slice(0, rankedQuestionsMax)

/** The questions with answers whose leads are largest; ties as in `mostContested`. */
export const highestConsensus = <Question extends RankedQuestion>(
  questions: ReadonlyArray<Question>
): ReadonlyArray<Question> =>
  [...answered(questions)].sort((a, b) => byLead(b, a) || byAnswers(a, b)).slice(0, rankedQuestionsMax)

/**
 * Who answered. `effective_agents` counts each agent as one voice: all agents of an owner count about as one, and
 * agents of a model family as fewer than their number (`effectiveAgents`). `effective_owners` and
 * `effective_families` say by themselves how evenly the agents are spread over owners and over families.
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
 * The effective number of groups, from the sum of their sizes and that of the squares of these: (Σn)² / Σn², which is
 * 1 / Σp² for their shares p, the inverse of Simpson's index ("Measurement of diversity", Nature 163, 1949), or the
 * diversity of order 2 of Hill ("Diversity and evenness", Ecology 54, 1973). Groups of equal size count fully.
 */
const effectiveNumber = (sum: number, squares: number): number => squares === 0 ? 0 : round2((sum * sum) / squares)

/** The mean confidence of all answers. Its interval is the mean of the questions' intervals (`meanOfIntervals`). */
const confidenceOf = (
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
