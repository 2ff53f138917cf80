export type {} from "../../platform/inference/inferenceErrors.ts"
export { type AnswerSpace, answerSpaceOf } from "./AnswerSpace.ts"
export { Audience } from "./Audience.ts"
export { type CheckedClaims, checkQuotes, type CitedClaim, passageName } from "./checkQuotes.ts"
export { quoteLengthMin } from "./ClaimSupport.ts"
export { type DataFence, dataFence, fencedText, shownText } from "./DataFence.ts"
export { expertsOf } from "./expertsOf.ts"
export { extractiveReasoning, extractiveSpecialist } from "./extractiveReasoning.ts"
export { type PanelAnswer, readPanelAnswer, textAnswerLengthMax } from "./PanelAnswer.ts"
export { panelOf, specialistOf } from "./panelOf.ts"
export { type PanelPlan, readPlan } from "./PanelPlan.ts"
export {
  answerPrompt,
  type PanelAsk,
  panelPromptVersion,
  planPrompt,
  repairPrompt,
  specialistPrompt
} from "./panelPrompt.ts"
export { PanelQuestion } from "./PanelQuestion.ts"
export { type AnsweredQuestion, type NewReasoning, reasoningFromAnswer } from "./reasoningFromAnswer.ts"
export { expertsMax, expertsMin, respondentsMax, segmentsMax, segmentSizeMax } from "./PanelSize.ts"
export {
  AudiencePanel,
  AudienceSegment,
  isAudiencePanel,
  isSimulationPanel,
  personaTextMax,
  personaTextMin,
  ProjectPanel,
  segmentNameMax,
  segmentWeightMax,
  SimulationPanel
} from "./ProjectPanel.ts"
export { type Respondent, respondentsOf } from "./Respondent.ts"
export { type RespondentAsk, respondentPrompt, respondentSystemPrompt } from "./respondentPrompt.ts"
export { type OptionQuantiles, type RoundFeedback } from "./RoundFeedback.ts"
export { Quote, PanelReasoning, UnsupportedClaim } from "./PanelReasoning.ts"
export { roundsMax, roundsMin } from "./SimulationRounds.ts"
export { type Specialist } from "./Specialist.ts"
