import { Record } from "effect"
import { oneLine } from "./oneLine.ts"
import type { PersonaDimension, PersonaDimensions } from "./PersonaDimension.ts"
import type { PersonaTrait, PersonaTraits } from "./PersonaTrait.ts"

/** The seven categories of archetypes. */
export type ArchetypeCategory = PersonaTrait<"field">

/** A persona that comes with the platform. */
export interface Archetype {
  readonly id: string
  readonly name: string
  readonly category: ArchetypeCategory
  readonly dimensions: PersonaDimensions
  readonly traits: PersonaTraits
}

const separator = ": "

/** For each dimension its trait, a colon and its text. */
type DimensionTexts = { readonly [Dimension in PersonaDimension]: `${PersonaTrait<Dimension>}: ${string}` }

/** Builds an archetype. Line breaks and indentation in its texts count as single spaces. */
export const archetype = (id: string, name: string, texts: DimensionTexts): Archetype => {
  // The type of the texts guarantees that each begins with a trait of its dimension.
  const traits = Record.map(texts, (text) => text.slice(0, text.indexOf(separator))) as PersonaTraits
  const dimensions = Record.map(texts, (text) => oneLine(text.slice(text.indexOf(separator) + separator.length)))
  return { id, name, category: traits.field, dimensions, traits }
}
