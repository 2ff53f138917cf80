import { Either } from "effect"
import type { EvidencePassage } from "../evidence/EvidencePassage.ts"
import { type PanelAnswer, readPanelAnswer } from "../panels/PanelAnswer.ts"
import { readPlan } from "../panels/PanelPlan.ts"
import type { PanelQuestion } from "../panels/PanelQuestion.ts"
import { type NewReasoning, reasoningFromAnswer } from "../panels/reasoningFromAnswer.ts"
import type { PanelStage, PanelStepInput, StepOutcome } from "./PanelStep.ts"

/** A step whose model has answered. */
export interface AnsweredStep {
  readonly question: PanelQuestion
  readonly specialist: string
  readonly stage: Exclude<PanelStage, "extract">
  readonly input: PanelStepInput
  readonly answer: { readonly content: string; readonly model: string }
  /** The passages of `input.passage_ids`, in their order; undefined for a passage that is gone. */
  readonly shown: ReadonlyArray<EvidencePassage | undefined>
}

const misquoted =
  "No quote stands in the passage that it is cited from. Copy each quote character by character from the text of a passage that is shown, and name that passage."

/** Whether a specialist made claims and had passages to cite, but all of its quotes are wrong. */
const isMisquoted = (reasoning: NewReasoning, shown: AnsweredStep["shown"]): boolean =>
  reasoning.unsupported.length > 0 && reasoning.evidence.length + reasoning.counter_evidence.length === 0
  && shown.some((passage) => passage !== undefined)

/**
 * The outcome of an answered step. After a plan comes an answer. An answer becomes a reasoning, or a repair follows if it is
 * unreadable or all of its quotes are wrong. After a repair, the second answer becomes a reasoning, or the first if only
 * the first is readable; the specialist is given up if neither is.
 */
export const judgeStep = ({ answer, input, question, shown, specialist, stage }: AnsweredStep): StepOutcome => {
  if (stage === "plan") return { kind: "next", stage: "answer", input: { plan: readPlan(answer.content) } }
  const reasoningOf = (model: string) => (read: PanelAnswer): NewReasoning =>
    reasoningFromAnswer({ question_id: question.id, specialist, model, shown }, read)
  const read = Either.map(readPanelAnswer(question, answer.content), reasoningOf(answer.model))
  if (stage === "repair") {
    const earlier = input.refused === undefined
      ? Either.left("There was no earlier answer.")
      : Either.map(readPanelAnswer(question, input.refused.answer), reasoningOf(input.refused.model))
    return Either.match(Either.orElse(read, () => earlier), {
      onLeft: () => ({ kind: "given_up", why: "unreadable_answer" }),
      onRight: (reasoning) => ({ kind: "reasoned", reasoning })
    })
  }
  const repair = (flaw: string): StepOutcome => ({
    kind: "next",
    stage: "repair",
    input: { ...input, refused: { answer: answer.content, model: answer.model, flaw } }
  })
  return Either.match(read, {
    onLeft: repair,
    onRight: (reasoning) => isMisquoted(reasoning, shown) ? repair(misquoted) : { kind: "reasoned", reasoning }
  })
}
