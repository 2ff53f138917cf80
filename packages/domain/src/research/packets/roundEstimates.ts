import type { PanelQuestion } from "../panels/PanelQuestion.ts"
import type { PanelReasoning } from "../panels/PanelReasoning.ts"
import type { PacketRound } from "./DecisionPacket.ts"
import { inOrder, rounded } from "./inOrder.ts"
import { poolAnswers } from "./poolAnswers.ts"

/**
 * What the experts of a simulation estimated after each round of one run. Every expert counts the same; a specialist
 * without an answer in a round keeps its last answer. The width of a round is the mean width of the intervals of all
 * options.
 */
export const roundEstimates = (
  question: PanelQuestion,
  reasonings: ReadonlyArray<PanelReasoning>
): ReadonlyArray<PacketRound> => {
  const own = inOrder(reasonings.filter(({ question_id }) => question_id === question.id), ({ round = 1 }) => [round])
  const last = own.at(-1)?.round ?? (own.length === 0 ? 0 : 1)
  return Array.from({ length: last }, (_, at): PacketRound => {
    const latest = new Map(
      own.filter(({ round = 1 }) => round <= at + 1).map((reasoning) => [reasoning.specialist, reasoning])
    )
    const weights = new Map([...latest.keys()].map((specialist) => [specialist, 1]))
    const pooled = poolAnswers({ question, answers: [...latest.values()], weights })
    const intervals = (pooled?.aggregate.rows ?? []).flatMap(({ options }) => options.map(({ interval }) => interval))
      .filter((interval) => interval !== null)
    return {
      round: at + 1,
      experts: pooled?.pooled.length ?? 0,
      answer: pooled?.aggregate.answer ?? null,
      probability: pooled?.aggregate.probability ?? null,
      interval: pooled?.interval ?? null,
      width: intervals.length === 0
        ? null
        : rounded(intervals.reduce((sum, { high, low }) => sum + high - low, 0) / intervals.length)
    }
  })
}
