export { type Archetype, type ArchetypeCategory } from "./Archetype.ts"
export { archetypeOf, archetypes } from "./archetypes.ts"
export { compilePersona, personaCompilerVersion } from "./compilePersona.ts"
export {
  dimensionTitle,
  type PersonaDimension,
  personaDimensions,
  type PersonaDimensions,
  personaLayers
} from "./PersonaDimension.ts"
export { type PersonaTrait, personaTraits, type PersonaTraits } from "./PersonaTrait.ts"
export { promptTokenizer, promptTokensMax, promptTokensMin, TokenCounter } from "./TokenCounter.ts"
