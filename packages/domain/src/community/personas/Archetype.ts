import { Record, Schema } from "effect"
import type { PersonaDimensions } from "./PersonaDimension.ts"
import { type PersonaTrait, personaTraits, type PersonaTraits } from "./PersonaTrait.ts"

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

/** An archetype in a data file: for each dimension a trait of this dimension, and a text. */
export const ArchetypeData = Schema.Struct({
  id: Schema.NonEmptyTrimmedString,
  name: Schema.NonEmptyTrimmedString,
  dimensions: Schema.Struct(
    Record.map(
      personaTraits,
      (traits: ReadonlyArray<PersonaTrait>) =>
        Schema.Struct({ trait: Schema.Literal(...traits), text: Schema.NonEmptyTrimmedString })
    )
  )
})

/** Builds an archetype from its data. */
export const archetypeFrom = ({ dimensions, id, name }: typeof ArchetypeData.Type): Archetype => {
  // The schema guarantees that each trait belongs to its dimension.
  const traits = Record.map(dimensions, ({ trait }) => trait) as PersonaTraits
  return { id, name, category: traits.field, dimensions: Record.map(dimensions, ({ text }) => text), traits }
}
