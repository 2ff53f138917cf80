export { type Archetype, type ArchetypeCategory } from "./Archetype.ts"
export { archetypeOf, archetypes } from "./archetypes.ts"
export { fitInterview } from "./fitInterview.ts"
export { type InterviewDraft } from "./interviewDraft.ts"
export { compilePersona, personaCompilerVersion } from "./compilePersona.ts"
export {
  dimensionFields,
  Persona,
  type PersonaContent,
  type PersonaOrigin,
  type PersonaRow,
  personasPerAccountMax,
  PersonaTraitsOf
} from "./Persona.ts"
export {
  dimensionTitle,
  type PersonaDimension,
  personaDimensions,
  type PersonaDimensions,
  personaLayers
} from "./PersonaDimension.ts"
export {
  type DimensionAnswers,
  type InterviewAnswers,
  interviewAnswerMax,
  type InterviewQuestion,
  type InterviewRequest,
  judgeInterview,
  personaAnswerMax,
  personaInterview,
  personaNameDefault,
  personaNameMax,
  type QuestionAnswers
} from "./PersonaInterview.ts"
export { PersonaSource, type PersonaSources, ShortenedAnswer } from "./PersonaSources.ts"
export { type PersonaAssignment, type PersonaPreview, Personas } from "./Personas.ts"
export { type LockedPersona, type PersonaAgent, PersonaStore } from "./PersonaStore.ts"
export { judgePromptTokens } from "./judgePromptTokens.ts"
export { type PartialPersonaTraits, type PersonaTrait, personaTraits, type PersonaTraits } from "./PersonaTrait.ts"
export { promptTokenizer, promptTokensMax, promptTokensMin, TokenCounter } from "./TokenCounter.ts"
export { personaErrors } from "./personaErrors.ts"
