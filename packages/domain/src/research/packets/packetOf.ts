import type { Effect } from "effect"
import { atOnce, inTurns } from "../../kernel/inTurns.ts"
import { answerReading } from "./answerReading.ts"
import type { PanelQuestion } from "../panels/PanelQuestion.ts"
import type { PanelReasoning } from "../panels/PanelReasoning.ts"
import { isAudiencePanel, isSimulationPanel } from "../panels/ProjectPanel.ts"
import { roundStateOf } from "./advanceRounds.ts"
import { audienceAnswer } from "./audienceAnswer.ts"
import { audienceHeadline, audienceReading, audienceRecommendation } from "./audienceTexts.ts"
import { type CheckedClaim, checkedClaims } from "./checkedClaims.ts"
import type { DecisionPacket } from "./DecisionPacket.ts"
import { evidenceTable } from "./evidenceTable.ts"
import { inOrder } from "./inOrder.ts"
import { mindChangers } from "./mindChangers.ts"
import { latestReasonings, type MadeAnswer, packetAnswer } from "./packetAnswers.ts"
import { packetChanges, type UncomparedPacket } from "./packetChanges.ts"
import { packetClaims } from "./packetClaims.ts"
import { canonicalJson } from "./packetJson.ts"
import { packetHeadline } from "./packetHeadline.ts"
import type { PacketInputs } from "./PacketInputs.ts"
import { packetMethod } from "./packetMethod.ts"
import { packetRecommendation } from "./packetRecommendation.ts"
import { roundEstimates } from "./roundEstimates.ts"
import { roundsReading } from "./roundsReading.ts"
import { specialistWeights } from "./specialistWeights.ts"

/**
 * The decision packet of a project. It depends only on its inputs: equal inputs give packets that are equal byte for byte,
 * in any order of reasonings, sources, records and crowds. No model writes any part of it; headline and recommendation
 * follow from the numbers by rule. Quotes are checked against the given passages, even if they were checked before, and
 * claims with a false quote are left out. With a previous packet, the new packet has the next version and lists the
 * changes.
 */
export const packetOf = (inputs: PacketInputs): DecisionPacket => atOnce(packetSteps(inputs))

/** Makes the same packet in steps, between which the event loop runs: a step for each question, then some for all. */
export const packetInSteps = (inputs: PacketInputs): Effect.Effect<DecisionPacket> => inTurns(() => packetSteps(inputs))

function* packetSteps(inputs: PacketInputs): Generator<void, DecisionPacket, undefined> {
  const { passages, previous, project: { audience, brief, id: project_id, kind, title }, sources } = inputs
  const questions = inputs.questions.map(plainQuestion)
  const reasonings = latestReasonings(questions, inputs.reasonings)
  const weighted = specialistWeights(reasonings.map(({ specialist }) => specialist), inputs.records)
  const weights = new Map(weighted.map(({ specialist, weight }) => [specialist, weight]))
  const { claims, dropped } = checkedClaims(reasonings, { sources, passages })
  const panel = inputs.panel ?? null
  const isAudience = isAudiencePanel(panel)
  const answerTo = answering(inputs, { claims, reasonings, weights })
  const answered: Array<MadeAnswer> = []
  for (const question of questions) {
    yield
    answered.push(answerTo(question))
  }
  yield
  const answers = answered.map(({ answer }) => ({
    ...answer,
    reading: isAudience ? audienceReading(answer) : answerReading(answer) + roundsReading(answer)
  }))
  const positions = new Map(
    answers.map(({ aggregate, question }) => [question.id, { kind: question.kind, answer: aggregate?.answer ?? null }])
  )
  const { findings, risks } = packetClaims(claims, positions, weights)
  yield
  const changers = mindChangers(reasonings, weights)
  yield
  const mode = reasonings.some(({ model }) => model !== null) ? "panel" : "extractive"
  const packet: UncomparedPacket = {
    id: inputs.id,
    project_id,
    version: (previous?.version ?? 0) + 1,
    published_at: inputs.published_at,
    project: { id: project_id, kind, title, brief, audience },
    mode,
    headline: isAudience ? audienceHeadline(answers) : packetHeadline(mode, answers),
    recommendation: isAudience ? audienceRecommendation : packetRecommendation(mode, answers, changers),
    answers,
    key_findings: findings,
    risks,
    what_would_change_our_mind: changers,
    evidence_table: evidenceTable(claims, [...findings, ...risks], sources),
    method: packetMethod({
      reasonings,
      panel,
      weights: weighted,
      families: answered.flatMap(({ families }) => families === undefined ? [] : [families]),
      quotesKept: claims.length,
      quotesDropped: dropped,
      answersDropped: answered.reduce((sum, made) => sum + made.dropped, 0)
    })
  }
  return { ...packet, changes: previous === undefined ? null : packetChanges(previous, packet) }
}

/** The parts of a packet from which its answers are made. */
interface AnswerParts {
  readonly claims: ReadonlyArray<CheckedClaim>
  readonly reasonings: ReadonlyArray<PanelReasoning>
  readonly weights: ReadonlyMap<string, number>
}

/** Makes the answer to a question: of respondents, of experts in rounds, or of specialists. */
const answering = (inputs: PacketInputs, { claims, reasonings, weights }: AnswerParts) => {
  const { crowd = [], panel = null, rounds = [] } = inputs
  // Of several crowds of one question, the largest counts.
  const crowds = inOrder(crowd, (answer) => [-answer.predictors, canonicalJson(answer)])
  return (question: PanelQuestion): MadeAnswer => {
    const own = reasonings.filter(({ question_id }) => question_id === question.id)
    if (isAudiencePanel(panel)) return audienceAnswer(question, own, panel.segments)
    const { answer, ...made } = packetAnswer({
      question,
      reasonings: own,
      claims: claims.filter(({ question_id }) => question_id === question.id),
      weights,
      crowd: crowds.find(({ question_id }) => question_id === question.id)
    })
    return {
      answer: isSimulationPanel(panel)
        ? { ...answer, ...roundsOf(question, rounds, panel.rounds_max) }
        : answer,
      ...made
    }
  }
}

/** The fields that a simulation adds to an answer. */
const roundsOf = (question: PanelQuestion, reasonings: PacketInputs["reasonings"], roundsMax: number) => {
  const rounds = roundEstimates(question, reasonings)
  const state = roundStateOf(rounds.map(({ width }) => width), roundsMax)
  // A question is still open when its run had to end before its last round.
  return { rounds, ...(state === "open" ? {} : { rounds_ended: state }) }
}

/** Only the fields of a panel's question, because callers may pass more. */
const plainQuestion = (question: PanelQuestion): PanelQuestion => ({
  id: question.id,
  text: question.text,
  kind: question.kind,
  kind_options: question.kind_options,
  resolution_signal: question.resolution_signal,
  resolution_date: question.resolution_date,
  resolution_threshold: question.resolution_threshold
})
