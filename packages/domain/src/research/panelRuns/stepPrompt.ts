import type { EvidencePassage } from "../evidence/EvidencePassage.ts"
import { answerPrompt, planPrompt, repairPrompt, specialistPrompt } from "../panels/panelPrompt.ts"
import { specialistOf } from "../panels/panelOf.ts"
import { type AudienceSegment, isAudiencePanel, isSimulationPanel } from "../panels/ProjectPanel.ts"
import { respondentsOf } from "../panels/Respondent.ts"
import { respondentPrompt, respondentSystemPrompt } from "../panels/respondentPrompt.ts"
import { archetypeOf } from "../../community/personas/archetypes.ts"
import { dimensionTitle, personaDimensions } from "../../community/personas/PersonaDimension.ts"
import type { ClaimedStep } from "./PanelRunStore.ts"

/** The prompt for a model. */
export interface StepPrompt {
  readonly system_prompt: string
  readonly content: string
}

/** The description of the persona of a segment; undefined for an archetype that this version does not know. */
const personaOf = ({ archetype, persona }: AudienceSegment): string | undefined => {
  if (archetype === null) return persona ?? undefined
  const known = archetypeOf(archetype)
  return known && [
    `${known.name}.`,
    ...personaDimensions.map((dimension) => `${dimensionTitle(dimension)}: ${known.dimensions[dimension]}`)
  ].join("\n")
}

/**
 * The prompt for the model of a step. Undefined when this version does not know the specialist; an instance of another
 * version may.
 */
export const stepPrompt = (
  { audience, input, now, panel, question, specialist: id, stage }: ClaimedStep,
  shown: ReadonlyArray<EvidencePassage | undefined>
): StepPrompt | undefined => {
  const asked = { question, today: now.toISOString().slice(0, 10) }
  if (isAudiencePanel(panel)) {
    const respondent = respondentsOf(panel.segments).find((one) => one.id === id)
    const persona = respondent && personaOf(respondent.segment)
    if (respondent === undefined || persona === undefined) return undefined
    return {
      system_prompt: respondentSystemPrompt,
      content: respondentPrompt({ ...asked, persona, variation: respondent.variation }, input.refused)
    }
  }
  const specialist = specialistOf(id)
  if (specialist === undefined) return undefined
  const plan = input.plan ?? { look_for: [], queries: [] }
  return {
    system_prompt: specialistPrompt(specialist, audience, isSimulationPanel(panel)),
    content: stage === "plan"
      ? planPrompt(asked)
      : input.refused === undefined
      ? answerPrompt(asked, plan, shown, input.feedback)
      : repairPrompt(asked, plan, shown, input.refused, input.feedback)
  }
}
