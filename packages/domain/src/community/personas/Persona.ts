import { Record, Schema } from "effect"
import { optional } from "../../kernel/optional.ts"
import type { PersonaDimension, PersonaDimensions } from "./PersonaDimension.ts"
import { allFrom, PersonaSource, type PersonaSources, ShortenedAnswer } from "./PersonaSources.ts"
import { type PartialPersonaTraits, personaTraits } from "./PersonaTrait.ts"

/** The maximum number of personas of an account. */
export const personasPerAccountMax = 20

/** A text for each of the 13 dimensions, in their order. */
export const dimensionFields = {
  epistemology: Schema.String,
  methodology: Schema.String,
  field: Schema.String,
  expertise_areas: Schema.String,
  time_horizon: Schema.String,
  role: Schema.String,
  geographic_lens: Schema.String,
  stakes: Schema.String,
  blind_spots: Schema.String,
  contrarian_views: Schema.String,
  confidence_triggers: Schema.String,
  evidence_hierarchy: Schema.String,
  update_policy: Schema.String
} as const satisfies Record<PersonaDimension, Schema.Schema.Any>

/** The traits of a persona; a dimension that was written freely may have none. */
export const PersonaTraitsOf = Schema.Struct({
  epistemology: optional(Schema.Literal(...personaTraits.epistemology)),
  methodology: optional(Schema.Literal(...personaTraits.methodology)),
  field: optional(Schema.Literal(...personaTraits.field)),
  expertise_areas: optional(Schema.Literal(...personaTraits.expertise_areas)),
  time_horizon: optional(Schema.Literal(...personaTraits.time_horizon)),
  role: optional(Schema.Literal(...personaTraits.role)),
  geographic_lens: optional(Schema.Literal(...personaTraits.geographic_lens)),
  stakes: optional(Schema.Literal(...personaTraits.stakes)),
  blind_spots: optional(Schema.Literal(...personaTraits.blind_spots)),
  contrarian_views: optional(Schema.Literal(...personaTraits.contrarian_views)),
  confidence_triggers: optional(Schema.Literal(...personaTraits.confidence_triggers)),
  evidence_hierarchy: optional(Schema.Literal(...personaTraits.evidence_hierarchy)),
  update_policy: optional(Schema.Literal(...personaTraits.update_policy))
}).annotations({ identifier: "PersonaTraits" })

/** A structured reasoning prompt of an account. `id` and `persona_id` are the same. */
export const Persona = Schema.Struct({
  id: Schema.String,
  persona_id: Schema.String,
  name: Schema.String,
  /** Absent for a persona from an interview. */
  archetype: optional(Schema.String),
  ...dimensionFields,
  traits: PersonaTraitsOf,
  /** For each dimension, whose words its text is. */
  sources: Schema.Struct(Record.map(dimensionFields, () => PersonaSource)).annotations({
    identifier: "PersonaSources"
  }),
  /** The answers of the interview that were too long; of each the first whole sentences were kept. */
  shortened: Schema.Array(ShortenedAnswer),
  reasoning_prompt: Schema.String,
  /** Counted by `promptTokenizer`. */
  prompt_tokens: Schema.Int,
  /** The version of the compiler that made the prompt. */
  version: Schema.Int,
  /** SHA-256 of the content (`contentText`), 64 hexadecimal characters. Predictions store it. */
  content_hash: Schema.String,
  /** How many agents have it. */
  agent_count: Schema.Int,
  created_at: Schema.Date
}).annotations({ identifier: "Persona" })
export interface Persona extends Schema.Schema.Type<typeof Persona> {}

/** A compiled persona: what its hash stands for, whoever has it. */
export interface PersonaContent {
  readonly content_hash: string
  readonly name: string
  readonly archetype: string | null
  readonly dimensions: PersonaDimensions
  readonly traits: PartialPersonaTraits
  readonly reasoning_prompt: string
  readonly prompt_tokens: number
  readonly version: number
}

/** Where the words of a persona come from. It belongs to the persona of an account, not to its content. */
export interface PersonaOrigin {
  readonly sources: PersonaSources
  readonly shortened: ReadonlyArray<ShortenedAnswer>
}

/** A stored persona of an account; null for the sources of one that was stored before they were. */
export interface PersonaRow extends PersonaContent, Omit<PersonaOrigin, "sources"> {
  readonly sources: PersonaSources | null
  readonly id: string
  readonly account_id: string
  readonly agent_count: number
  readonly created_at: Date
}

/** The form of a stored persona in responses. */
export const toPersona = ({ account_id: _, archetype, dimensions, sources, ...row }: PersonaRow): Persona => ({
  ...row,
  sources: sources ?? allFrom(archetype === null ? "answer" : `archetype:${archetype}`),
  persona_id: row.id,
  ...(archetype === null ? {} : { archetype }),
  ...dimensions
})
