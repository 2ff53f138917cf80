import { excerpt } from "../../kernel/Excerpt.ts"
import { advanceRounds } from "../packets/advanceRounds.ts"
import { quantileOf } from "../packets/bootstrapIntervals.ts"
import { inOrder, rounded } from "../packets/inOrder.ts"
import { roundEstimates } from "../packets/roundEstimates.ts"
import { answerSpaceOf } from "../panels/AnswerSpace.ts"
import type { PanelQuestion } from "../panels/PanelQuestion.ts"
import type { SimulationPanel } from "../panels/ProjectPanel.ts"
import type { PanelReasoning } from "../panels/PanelReasoning.ts"
import { expertsOf } from "../panels/expertsOf.ts"
import type { RoundFeedback } from "../panels/RoundFeedback.ts"
import { termOf } from "../retrieval/termOf.ts"
import type { PanelStep } from "./PanelStep.ts"

/** The maximum length of an argument in the feedback to other experts, in characters. */
const argumentLengthMax = 700

/** The quantiles of the other experts' estimates for each option. */
const quantilesOf = (question: PanelQuestion, others: ReadonlyArray<PanelReasoning>): RoundFeedback["estimates"] =>
  (answerSpaceOf(question)?.rows ?? []).flatMap((row, at) =>
    answerSpaceOf(question)!.options.flatMap((option, place) => {
      const sorted = Float64Array.from(others.flatMap(({ distribution }) => distribution?.[at]?.[place] ?? [])).sort()
      if (sorted.length === 0) return []
      const share = (of: number): number => rounded(quantileOf(sorted, of))
      return [{
        ...(row === "" ? {} : { row }),
        option,
        lowest: share(0),
        lower_quartile: share(0.25),
        median: share(0.5),
        upper_quartile: share(0.75),
        highest: share(1)
      }]
    })
  )

/**
 * The feedback to an expert on a round: its own answer, and the quantiles and arguments of the other experts. It names no
 * other expert, and the order of the arguments depends only on their words.
 */
export const roundFeedback = (
  question: PanelQuestion,
  round: number,
  expert: string,
  latest: ReadonlyArray<PanelReasoning>
): RoundFeedback => {
  const own = latest.find(({ specialist }) => specialist === expert)
  const others = latest.filter(({ specialist }) => specialist !== expert)
  return {
    round,
    own: own === undefined
      ? null
      : { distribution: own.distribution, narrative: excerpt(own.narrative, argumentLengthMax) },
    others: others.length,
    estimates: quantilesOf(question, others),
    arguments: inOrder(others.map(({ narrative }) => excerpt(narrative, argumentLengthMax)), (text) => [
      termOf(text),
      text
    ])
  }
}

/**
 * The steps of the round after `lastRound`, whose steps are all settled: every expert answers each open question once
 * more. None when the simulation is over.
 */
export const nextRound = (
  questions: ReadonlyArray<PanelQuestion>,
  reasonings: ReadonlyArray<PanelReasoning>,
  { experts, rounds_max }: SimulationPanel,
  lastRound: number
): ReadonlyArray<PanelStep> => {
  const byQuestion = questions.map((question) => ({ question, estimates: roundEstimates(question, reasonings) }))
  const open = new Set(
    advanceRounds(
      byQuestion.map(({ estimates, question }) => ({
        question_id: question.id,
        widths: estimates.map(({ width }) => width)
      })),
      rounds_max
    )
  )
  return byQuestion.flatMap(({ estimates, question }) => {
    // A question without answers in the last round is over, at any interval width.
    if (!open.has(question.id) || estimates.length < lastRound) return []
    const own = inOrder(reasonings.filter(({ question_id }) => question_id === question.id), ({ round = 1 }) => [round])
    const latest = [...new Map(own.map((reasoning) => [reasoning.specialist, reasoning])).values()]
    return expertsOf(experts).map(({ id }): PanelStep => ({
      question_id: question.id,
      specialist: id,
      round: lastRound + 1,
      stage: "answer",
      input: { feedback: roundFeedback(question, lastRound, id, latest) }
    }))
  })
}
