import { type SimilaritySums, voiceFamilyOf } from "../../forecasting/consensus/EffectiveAgents.ts"
import type { ModelFamily } from "../../platform/identity/ModelFamily.ts"
import {
  type AnswerTally,
  emptyTally,
  isComplete,
  panelFamilies,
  type PanelMember,
  panelVoiceWeight,
  questionTally,
  type SurveyAnswer,
  type SurveyTallies,
  tallyKey,
  type TallyScope,
  withAnswer
} from "./SurveyTallies.ts"

/** Sums of weights by key, and the sum of their squares. */
class SquaredSums {
  private readonly sums = new Map<string, number>()
  squares = 0

  add(key: string, weight: number): void {
    const before = this.sums.get(key) ?? 0
    this.sums.set(key, before + weight)
    // The growth of a square: (W + w)² - W².
    this.squares += weight * (2 * before + weight)
  }
}

/** `SimilaritySums` that are updated voice by voice. */
class RunningVoices {
  private weight = 0
  private overlap = 0
  private readonly owners = new SquaredSums()
  private readonly families = new SquaredSums()
  private readonly ownerFamilies = new SquaredSums()

  add(owner: string, family: string, weight: number): void {
    this.weight += weight
    this.overlap += weight * (100 - weight)
    this.owners.add(owner, weight)
    if (family === "") return
    this.families.add(family, weight)
    this.ownerFamilies.add(`${owner} ${family}`, weight)
  }

  sums(): SimilaritySums {
    return {
      weight: this.weight,
      overlap: this.overlap,
      owner_squares: this.owners.squares,
      family_squares: this.families.squares,
      owner_family_squares: this.ownerFamilies.squares
    }
  }
}

interface RunningQuestion {
  readonly id: string
  readonly options: ReadonlyArray<string> | null
  readonly answers: Map<string, AnswerTally>
  readonly voices: RunningVoices
}

/**
 * Tallies of a survey that are updated with each answer, at a constant cost. They equal `tallyOf` of all answers, in
 * any order. Keeps one number for each agent, owner and model, not the answers.
 */
export class RunningTallies {
  private readonly questions: ReadonlyMap<string, RunningQuestion>
  private readonly assigned: ReadonlySet<string>
  private readonly members = new Map<string, PanelMember>()
  private readonly owners = new Set<string>()
  private readonly families = new Map<ModelFamily, number>()
  private readonly voices = new RunningVoices()
  private complete = 0

  constructor({ assigned, questions }: TallyScope) {
    this.assigned = new Set(assigned)
    this.questions = new Map(questions.map(({ id, options }) => [
      id,
      { id, options, answers: new Map(), voices: new RunningVoices() }
    ]))
  }

  /**
   * Adds an answer. An agent has one answer to a question, because a prediction is final; adding it twice counts it
   * twice. Answers to other questions are ignored.
   */
  add(answer: SurveyAnswer): void {
    const question = this.questions.get(answer.question_id)
    if (question === undefined) return
    const key = tallyKey(answer)
    question.answers.set(
      key,
      withAnswer(question.answers.get(key) ?? emptyTally(answer, question.options), answer)
    )
    question.voices.add(answer.agent.owner_id, voiceFamilyOf(answer.model, answer.model_family), answer.novelty)
    this.seat(answer.agent)
  }

  /** The tallies of all added answers. */
  tallies(): SurveyTallies {
    return {
      questions: [...this.questions.values()].map(({ answers, id, voices }) =>
        questionTally(id, answers.values(), voices.sums())
      ),
      panel: {
        assigned: this.assigned.size,
        answering: this.members.size,
        complete: this.complete,
        owners: this.owners.size,
        families: panelFamilies([...this.families].map(([model_family, agents]) => ({ model_family, agents }))),
        similarity: this.voices.sums()
      }
    }
  }

  private seat(agent: PanelMember["agent"]): void {
    const before = this.members.get(agent.id)
    if (before === undefined) {
      this.owners.add(agent.owner_id)
      this.families.set(agent.model_family, (this.families.get(agent.model_family) ?? 0) + 1)
      this.voices.add(agent.owner_id, agent.voice_family, panelVoiceWeight)
    }
    const member = { agent, answered: (before?.answered ?? 0) + 1 }
    this.members.set(agent.id, member)
    if (isComplete(member, this.questions.size, this.assigned)) this.complete += 1
  }
}
