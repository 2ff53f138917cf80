import { answerSpaceOf } from "../panels/AnswerSpace.ts"
import type { PanelQuestion } from "../panels/PanelQuestion.ts"
import type { PanelReasoning } from "../panels/PanelReasoning.ts"
import { isForecast } from "./answerPool.ts"
import type { CheckedClaim } from "./checkedClaims.ts"
import type { PacketCrowd, PacketDissent } from "./DecisionPacket.ts"
import { fitsSpace } from "./Distribution.ts"
import { inOrder, rounded } from "./inOrder.ts"
import { mergeTexts } from "./mergeTexts.ts"
import type { CrowdAnswer } from "./PacketInputs.ts"
import type { UnreadAnswer } from "./answerReading.ts"
import { type PanelPool, poolAnswers } from "./poolAnswers.ts"
import type { PooledAnswer } from "./PooledAnswer.ts"
import { rankMerged } from "./rankMerged.ts"

/** What the answer to one question is made of. */
export interface AnswerFacts {
  readonly question: PanelQuestion
  /** The reasonings that count, one of each specialist, in order. */
  readonly reasonings: ReadonlyArray<PanelReasoning>
  /** The checked claims of the question. */
  readonly claims: ReadonlyArray<CheckedClaim>
  readonly weights: ReadonlyMap<string, number>
  readonly crowd: CrowdAnswer | undefined
}

/**
 * The latest reasoning of each specialist on each of the questions, in the order of questions and specialists. Of two that
 * are equally old, the one with the greater id counts.
 */
export const latestReasonings = (
  questions: ReadonlyArray<PanelQuestion>,
  reasonings: ReadonlyArray<PanelReasoning>
): ReadonlyArray<PanelReasoning> => {
  const order = new Map(questions.map(({ id }, at) => [id, at]))
  const latest = new Map<string, PanelReasoning>()
  for (const reasoning of inOrder(reasonings, ({ created_at, id }) => [created_at.getTime(), id])) {
    if (order.has(reasoning.question_id))
      latest.set(JSON.stringify([reasoning.question_id, reasoning.specialist]), reasoning)
  }
  return inOrder(latest.values(), ({ question_id, specialist }) => [order.get(question_id)!, specialist])
}

/** The answer to one question, without the sentence that reads it, and how it was made. */
export interface MadeAnswer {
  readonly answer: UnreadAnswer
  /** How many answers did not fit the question. */
  readonly dropped: number
  /** The model families whose forecasts were pooled; absent where nothing was, or opinions. */
  readonly families?: ReadonlyArray<string>
}

/** What a panel answers to one question. */
export const packetAnswer = ({ claims, crowd, question, reasonings, weights }: AnswerFacts): MadeAnswer => {
  const answering = reasonings.filter(({ model }) => model !== null)
  const pooled = poolAnswers({ question, answers: answering, weights })
  const inPool = new Set(pooled?.pooled)
  const all = [...inPool].reduce((sum, specialist) => sum + weights.get(specialist)!, 0)
  return {
    answer: {
      question_id: question.id,
      question,
      aggregate: pooled?.aggregate ?? null,
      interval: pooled?.interval ?? null,
      agreement: pooled?.agreement ?? null,
      dissent: dissentOf(pooled, reasonings, claims, weights),
      contributions: reasonings.map(({ answer, distribution, id, model, probability, specialist }) => ({
        specialist,
        reasoning_id: id,
        model,
        answer: model === null ? null : answer,
        probability: model === null ? null : probability,
        distribution: model === null ? null : distribution,
        weight: inPool.has(specialist) ? rounded(weights.get(specialist)! / all) : 0
      })),
      crowd: crowdOf(question, crowd, pooled?.aggregate ?? null)
    },
    dropped: answering.filter(({ distribution, specialist }) => distribution !== null && !inPool.has(specialist))
      .length,
    ...(pooled === null || question.kind === null || !isForecast(question.kind) ? {} : { families: pooled.families })
  }
}

/** The dissenter's reasoning, with its most supported claim (by specialists and sources) for its answer. */
const dissentOf = (
  pooled: PanelPool | null,
  reasonings: ReadonlyArray<PanelReasoning>,
  claims: ReadonlyArray<CheckedClaim>,
  weights: ReadonlyMap<string, number>
): PacketDissent | null => {
  const dissenter = pooled?.dissent ?? null
  if (dissenter === null) return null
  const { answer, id, probability } = reasonings.find(({ specialist }) => specialist === dissenter.specialist)!
  const isOwn = ({ specialist, stance }: CheckedClaim): boolean =>
    specialist === dissenter.specialist && stance === "for"
  const [strongest] = rankMerged(
    mergeTexts(claims, ({ claim }) => claim).filter(({ items }) => items.some(isOwn)),
    ({ citation, specialist }) => ({ specialist, source_id: citation.source_id }),
    weights,
    1
  )
  const [own] = inOrder(
    (strongest?.items ?? []).filter(isOwn),
    ({ citation, claim }) => [citation.source_id, citation.start, citation.end, claim]
  )
  return {
    specialist: dissenter.specialist,
    reasoning_id: id,
    answer,
    probability,
    distance: dissenter.distance,
    claim: own === undefined ? null : { claim: own.claim, citation: own.citation }
  }
}

/** The crowd's answer; null when there is none or it does not fit the question. */
const crowdOf = (
  question: PanelQuestion,
  crowd: CrowdAnswer | undefined,
  panel: PooledAnswer | null
): PacketCrowd | null => {
  const space = answerSpaceOf(question)
  if (space === null || crowd === undefined) return null
  const { predictors, probability } = crowd
  const distribution = crowd.distribution ??
    (question.kind === "binary" && probability !== undefined ? [[probability, 1 - probability]] : null)
  if (distribution === null || !fitsSpace(distribution, space)) return null
  const measured = question.kind === "binary" ? "yes" : panel?.answer
  const at = typeof measured === "string" ? space.options.indexOf(measured) : -1
  return {
    predictors,
    probability: at === -1 ? null : rounded(distribution[0]![at]!),
    distribution: distribution.map((row) => row.map(rounded))
  }
}
