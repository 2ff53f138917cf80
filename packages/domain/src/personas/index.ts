export { type Archetype, type ArchetypeCategory } from "./Archetype.ts"
export { archetypeOf, archetypes } from "./archetypes.ts"
export { compilePersona, personaCompilerVersion } from "./compilePersona.ts"
export {
  dimensionFields,
  Persona,
  type PersonaContent,
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
  type InterviewAnswers,
  type InterviewQuestion,
  type InterviewRequest,
  judgeInterview,
  personaAnswerMax,
  personaInterview,
  personaNameMax
} from "./PersonaInterview.ts"
export { type PersonaAssignment, Personas } from "./Personas.ts"
export { type LockedPersona, type PersonaAgent, PersonaStore } from "./PersonaStore.ts"
export { judgePromptTokens } from "./PersonaTokens.ts"
export { type PartialPersonaTraits, type PersonaTrait, personaTraits, type PersonaTraits } from "./PersonaTrait.ts"
export { promptTokenizer, promptTokensMax, promptTokensMin, TokenCounter } from "./TokenCounter.ts"
export { personaErrors } from "./personaErrors.ts"
