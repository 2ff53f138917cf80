import { personaCompilerVersion } from "./compilePersona.ts"
import type { PersonaContent } from "./Persona.ts"
import { personaDimensions } from "./PersonaDimension.ts"

/**
 * The text whose SHA-256 is the content hash of a persona: a JSON array of the compiler's version, the archetype (null
 * for none), the name, the texts of the 13 dimensions and their traits (null for none), both in the order of
 * `personaDimensions`. Version, name and texts determine the prompt; archetype and traits are included because
 * performance is compared by them.
 */
export const contentText = (
  { archetype, dimensions, name, traits }: Pick<PersonaContent, "archetype" | "dimensions" | "name" | "traits">
): string =>
  JSON.stringify([
    personaCompilerVersion,
    archetype,
    name,
    personaDimensions.map((dimension) => dimensions[dimension]),
    personaDimensions.map((dimension) => traits[dimension] ?? null)
  ])
