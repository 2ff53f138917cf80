import { Record, Schema } from "effect"
import { personaDimensions, type PersonaDimension } from "./PersonaDimension.ts"

/**
 * Whose words the text of a dimension is: `answer`, `archetype:<id>`, or `answer+archetype:<id>` for an answer that is
 * followed by the words of an archetype.
 */
export const PersonaSource = Schema.String.pipe(
  Schema.pattern(/^(answer|(answer\+)?archetype:[a-z_]+)$/)
).annotations({
  description:
    "Whose words the text is: answer, archetype:<id>, or answer+archetype:<id> for an answer that is followed by the words of an archetype."
})

/** For each dimension, whose words its text is. */
export type PersonaSources = Readonly<Record<PersonaDimension, string>>

/** An answer of an interview of which the persona has only the beginning. */
export const ShortenedAnswer = Schema.Struct({
  /** The id of the question. */
  question: Schema.String,
  dimension: Schema.Literal(...personaDimensions),
  /** The characters of the answer, and of the part that was kept. */
  characters: Schema.Int,
  kept: Schema.Int
}).annotations({ identifier: "ShortenedAnswer" })
export interface ShortenedAnswer extends Schema.Schema.Type<typeof ShortenedAnswer> {}

/** The sources of a persona all of whose texts have the same one. */
export const allFrom = (source: string): PersonaSources =>
  Record.fromEntries(personaDimensions.map((dimension) => [dimension, source])) as PersonaSources
