import { extractiveSpecialist } from "../panels/extractiveReasoning.ts"
import type { PanelPlan } from "../panels/PanelPlan.ts"
import type { NewReasoning } from "../panels/reasoningFromAnswer.ts"
import type { RoundFeedback } from "../panels/RoundFeedback.ts"
import type { Specialist } from "../panels/Specialist.ts"
import type { GivenUpReason } from "./PanelRun.ts"

/**
 * The stages of a specialist's work on a question. `plan`: choose searches. `answer`: answer with the passages found.
 * `repair`: answer once more, after an answer with a flaw. `extract`: quote the sources, without a model.
 */
export type PanelStage = "plan" | "answer" | "repair" | "extract"

/** The material of a step besides its question; it grows from stage to stage. */
export interface PanelStepInput {
  readonly plan?: PanelPlan
  /** The feedback on the previous round for an expert of a simulation. */
  readonly feedback?: RoundFeedback
  /** The passages that are shown, in the order of their names; fixed before a model is asked. */
  readonly passage_ids?: ReadonlyArray<string>
  /** The answer with a flaw, and the model that gave it. */
  readonly refused?: { readonly answer: string; readonly model: string; readonly flaw: string }
}

/** A step of a run: a stage of one specialist's work on one question. */
export interface PanelStep {
  readonly question_id: string
  /** The specialist, or the respondent of an audience. */
  readonly specialist: string
  /** The round of a simulation, from 1; 1 in other projects. */
  readonly round: number
  readonly stage: PanelStage
  readonly input: PanelStepInput
}

/** The outcome of a step. */
export type StepOutcome =
  | { readonly kind: "next"; readonly stage: "answer" | "repair"; readonly input: PanelStepInput }
  | { readonly kind: "reasoned"; readonly reasoning: NewReasoning }
  | { readonly kind: "given_up"; readonly why: GivenUpReason }

/**
 * The first steps of a run: every specialist plans for every question, question by question. Without specialists, the
 * sources are quoted for every question. The respondents of an audience answer at once, without plans and sources.
 *
 * @example planRun(["q"], []).map(({ stage }) => stage) // ["extract"]
 */
export const planRun = (
  questionIds: ReadonlyArray<string>,
  panel: ReadonlyArray<Pick<Specialist, "id">>,
  isAudience = false
): ReadonlyArray<PanelStep> =>
  questionIds.flatMap((question_id): ReadonlyArray<PanelStep> =>
    panel.length === 0
      ? [{ question_id, specialist: extractiveSpecialist, round: 1, stage: "extract", input: {} }]
      : panel.map(({ id }) => ({
        question_id,
        specialist: id,
        round: 1,
        ...(isAudience ? { stage: "answer", input: { passage_ids: [] } } : { stage: "plan", input: {} })
      }))
  )
