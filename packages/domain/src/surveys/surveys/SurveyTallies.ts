import { confidenceBand, type ConsensusTally } from "../../forecasting/consensus/Consensus.ts"
import { type SimilaritySums, similaritySums, voiceFamilyOf } from "../../forecasting/consensus/EffectiveAgents.ts"
import type { ModelFamily } from "../../platform/identity/ModelFamily.ts"

/** The account of an answer, as of the reading of the results. */
export interface PanelAgent {
  readonly id: string
  /** The human who owns the agent, or the account itself without an owner. */
  readonly owner_id: string
  /** `human` for people. */
  readonly model_family: ModelFamily
  /** The family of its voice; see `voiceFamilyOf`. */
  readonly voice_family: string
}

/** One prediction on a question of a survey. */
export interface SurveyAnswer {
  readonly question_id: string
  readonly agent: PanelAgent
  readonly prediction: boolean
  /** The index of the chosen option, from 0; null for binary questions. */
  readonly option_index: number | null
  /** 50-99. */
  readonly confidence: number
  /** The model that made the prediction; null for people. */
  readonly model: string | null
  readonly model_family: ModelFamily
  /** The novelty of the reasoning, in percent; see `noveltyOf`. */
  readonly novelty: number
}

/** The answers to one question that share a model and a band of confidence. */
export interface AnswerTally extends ConsensusTally {
  /** The number of answers by side: no and yes, or each option in the order of the question. Their sum is `count`. */
  readonly side_counts: ReadonlyArray<number>
}

/** The answers to one question. */
export interface QuestionTally {
  readonly question_id: string
  /** Sorted by model and band. */
  readonly answers: ReadonlyArray<AnswerTally>
  /** Sums in which each answer is a voice, weighted by its novelty. */
  readonly similarity: SimilaritySums
}

/** The agents of one model family on a panel. */
export interface PanelFamilyTally {
  readonly model_family: ModelFamily
  readonly agents: number
}

/** The numbers of assigned and of answering agents. */
export interface PanelTally {
  /** The number of assigned agents; 0 when the survey is open to all. */
  readonly assigned: number
  /** The number of agents with at least one answer, assigned or not. */
  readonly answering: number
  /** The number of agents that answered every question: assigned agents or, without assignments, any. */
  readonly complete: number
  /** The number of owners of the answering agents. */
  readonly owners: number
  /** The answering agents by model family, most agents first. */
  readonly families: ReadonlyArray<PanelFamilyTally>
  /** Sums in which each answering agent is one voice of weight 100. */
  readonly similarity: SimilaritySums
}

/** The counts and sums from which the results of a survey are computed. */
export interface SurveyTallies {
  /** In the order of the survey. */
  readonly questions: ReadonlyArray<QuestionTally>
  readonly panel: PanelTally
}

/** The scope of a tally: the questions of a survey in their order, and its assigned agents. */
export interface TallyScope {
  readonly questions: ReadonlyArray<{ readonly id: string; readonly options: ReadonlyArray<string> | null }>
  /** Empty when the survey is open to all. */
  readonly assigned: ReadonlyArray<string>
}

/** The weight of an agent as a voice of the panel, equal to a fully novel prediction. */
export const panelVoiceWeight = 100

/**
 * Tallies the answers to a survey, in any order. Expects at most one answer of an agent to a question, because
 * predictions are final. Ignores answers to other questions.
 *
 * @example tallyOf({ questions: [{ id: "q1", options: null }], assigned: [] }, []).panel.answering // 0
 */
export const tallyOf = ({ assigned, questions }: TallyScope, answers: Iterable<SurveyAnswer>): SurveyTallies => {
  const byQuestion = new Map(questions.map(({ id }): [string, Array<SurveyAnswer>] => [id, []]))
  for (const answer of answers) byQuestion.get(answer.question_id)?.push(answer)
  return {
    questions: questions.map(({ id, options }) => questionTallyOf(id, options, byQuestion.get(id)!)),
    panel: panelTallyOf(membersOf([...byQuestion.values()].flat()), questions.length, assigned)
  }
}

/** The index of the side that an answer takes: 0 is no and 1 is yes, or the index of the option. */
export const answerSide = ({ option_index, prediction }: Pick<SurveyAnswer, "option_index" | "prediction">): number =>
  option_index ?? (prediction ? 1 : 0)

/** The number of sides of a question with these options. */
export const sidesOf = (options: ReadonlyArray<string> | null): number => options?.length ?? 2

/** The identity of an answer's tally within its question. */
export const tallyKey = (answer: Pick<SurveyAnswer, "model" | "confidence">): string =>
  `${confidenceBand(answer.confidence)} ${answer.model ?? ""}`

/** The tally before its first answer. */
export const emptyTally = (answer: SurveyAnswer, options: ReadonlyArray<string> | null): AnswerTally => ({
  model: answer.model ?? "",
  model_family: answer.model_family,
  band: confidenceBand(answer.confidence),
  count: 0,
  yes_count: 0,
  confidence_sum: 0,
  side_counts: Array.from({ length: sidesOf(options) }, () => 0)
})

/** The tally with one more answer. */
export const withAnswer = (tally: AnswerTally, answer: SurveyAnswer): AnswerTally => ({
  ...tally,
  count: tally.count + 1,
  yes_count: tally.yes_count + (answer.prediction ? 1 : 0),
  confidence_sum: tally.confidence_sum + answer.confidence,
  side_counts: tally.side_counts.map((count, side) => count + (side === answerSide(answer) ? 1 : 0))
})

/** The tally of a question in a fixed order, so that equal tallies from different sources are equal values. */
export const questionTally = (
  question_id: string,
  answers: Iterable<AnswerTally>,
  similarity: SimilaritySums
): QuestionTally => ({
  question_id,
  answers: [...answers].sort((a, b) => (a.model === b.model ? a.band - b.band : a.model < b.model ? -1 : 1)),
  similarity
})

/** The families of a panel, most agents first, equal ones by name. */
export const panelFamilies = (families: Iterable<PanelFamilyTally>): ReadonlyArray<PanelFamilyTally> =>
  [...families].sort((a, b) => b.agents - a.agents || (a.model_family < b.model_family ? -1 : 1))

const questionTallyOf = (
  id: string,
  options: ReadonlyArray<string> | null,
  answers: ReadonlyArray<SurveyAnswer>
): QuestionTally => {
  const tallies = new Map<string, AnswerTally>()
  for (const answer of answers) {
    const key = tallyKey(answer)
    tallies.set(key, withAnswer(tallies.get(key) ?? emptyTally(answer, options), answer))
  }
  const voices = answers.map(({ agent, model, model_family, novelty }) => ({
    owner_id: agent.owner_id,
    family: voiceFamilyOf(model, model_family),
    weight: novelty
  }))
  return questionTally(id, tallies.values(), similaritySums(voices))
}

/** An agent on a panel, with the number of questions that it answered. */
export interface PanelMember {
  readonly agent: PanelAgent
  readonly answered: number
}

const membersOf = (answers: ReadonlyArray<SurveyAnswer>): ReadonlyArray<PanelMember> => {
  const members = new Map<string, PanelMember>()
  for (const { agent } of answers)
    members.set(agent.id, { agent, answered: (members.get(agent.id)?.answered ?? 0) + 1 })
  return [...members.values()]
}

const panelTallyOf = (
  members: ReadonlyArray<PanelMember>,
  questions: number,
  assigned: ReadonlyArray<string>
): PanelTally => {
  const asked = new Set(assigned)
  const families = new Map<ModelFamily, number>()
  for (const { agent } of members) families.set(agent.model_family, (families.get(agent.model_family) ?? 0) + 1)
  return {
    assigned: asked.size,
    answering: members.length,
    complete: members.filter((member) => isComplete(member, questions, asked)).length,
    owners: new Set(members.map(({ agent }) => agent.owner_id)).size,
    families: panelFamilies([...families].map(([model_family, agents]) => ({ model_family, agents }))),
    similarity: similaritySums(members.map(({ agent }) => ({
      owner_id: agent.owner_id,
      family: agent.voice_family,
      weight: panelVoiceWeight
    })))
  }
}

/** Whether a member answered every question; with assignments, only assigned agents count. */
export const isComplete = (
  { agent, answered }: PanelMember,
  questions: number,
  assigned: ReadonlySet<string>
): boolean => answered === questions && (assigned.size === 0 || assigned.has(agent.id))
