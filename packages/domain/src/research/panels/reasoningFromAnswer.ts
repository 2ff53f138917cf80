import { checkQuotes } from "./checkQuotes.ts"
import type { EvidencePassage } from "../evidence/EvidencePassage.ts"
import type { PanelAnswer } from "./PanelAnswer.ts"
import type { PanelReasoning } from "./PanelReasoning.ts"

/** A reasoning that is not stored yet. */
export type NewReasoning = Omit<PanelReasoning, "id" | "created_at" | "round">

/** An answered question: the specialist, its model, and the passages that it was shown, in the order of their names. */
export interface AnsweredQuestion {
  readonly question_id: string
  readonly specialist: string
  readonly model: string
  readonly shown: ReadonlyArray<EvidencePassage | undefined>
}

/** The reasoning of a specialist: its answer, and its claims with the quotes that stand in the passages. */
export const reasoningFromAnswer = (
  { model, question_id, shown, specialist }: AnsweredQuestion,
  { answer, claims_against, claims_for, confidence, distribution, falsifiers, narrative, probability }: PanelAnswer
): NewReasoning => {
  const [pro, contra] = [checkQuotes(claims_for, shown), checkQuotes(claims_against, shown)]
  return {
    question_id,
    specialist,
    model,
    answer,
    probability,
    distribution,
    confidence,
    narrative,
    evidence: pro.supported,
    counter_evidence: contra.supported,
    unsupported: [...pro.unsupported, ...contra.unsupported],
    falsifiers
  }
}
