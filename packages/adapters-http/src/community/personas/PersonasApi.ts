import { optional } from "@auspex/domain/kernel"
import {
  archetypes,
  dimensionFields,
  interviewAnswerMax,
  Persona,
  personaAnswerMax,
  type PersonaDimension,
  personaInterview,
  personaNameDefault,
  personaNameMax,
  personasPerAccountMax,
  PersonaTraitsOf,
  personaTraits,
  promptTokenizer,
  promptTokensMax,
  promptTokensMin
} from "@auspex/domain/personas"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Record, Schema } from "effect"
import { bodyBytesMax } from "../../wire/bodyBytesMax.ts"
import { documentation } from "../../wire/documentation.ts"
import { listOf } from "../../wire/listOf.ts"
import { type ExactRate, operation } from "../../wire/OperationPolicy.ts"

const PersonaPath = Schema.Struct({ persona_id: Schema.String })
const AgentPath = Schema.Struct({ agent_id: Schema.String })
const Category = Schema.Literal(...personaTraits.field)

const archetypeHeader = {
  id: Schema.String,
  name: Schema.String,
  category: Category,
  field: Schema.String,
  traits: PersonaTraitsOf
}

const ArchetypeHeader = Schema.Struct(archetypeHeader).annotations({ identifier: "ArchetypeHeader" })

const Archetype = Schema.Struct({
  ...archetypeHeader,
  ...dimensionFields,
  reasoning_prompt: Schema.String,
  prompt_tokens: Schema.Int
}).annotations({ identifier: "Archetype" })

const Interview = Schema.Struct({
  questions: Schema.Array(Schema.Struct({
    id: Schema.String,
    question: Schema.String,
    /** The dimensions that the answer is for, what to say about each, and the traits to choose from. */
    parts: Schema.Array(Schema.Struct({
      dimension: Schema.Literal(...(Object.keys(dimensionFields) as ReadonlyArray<PersonaDimension>)),
      prompt: Schema.String,
      traits: Schema.Array(Schema.String)
    }))
  })),
  /** The characters of an answer to a question, and of a text by dimension. */
  answer_characters_max: Schema.Int,
  text_characters_max: Schema.Int,
  prompt_tokens_min: Schema.Int,
  prompt_tokens_max: Schema.Int,
  tokenizer: Schema.String
}).annotations({ identifier: "PersonaInterview" })

const name = (meaning: string) =>
  optional(Schema.String.annotations({
    jsonSchema: { type: "string", minLength: 1, maxLength: personaNameMax, description: meaning }
  }))

const ArchetypeRequest = Schema.Struct({
  name: name("The name of the persona; the archetype's own when absent."),
  archetype: Schema.String.annotations({
    jsonSchema: { type: "string", enum: archetypes.map(({ id }) => id), description: "The id of an archetype." }
  })
}).annotations({ identifier: "ArchetypeRequest", examples: [{ archetype: "superforecaster_fox" }] })

const text = Schema.String.annotations({ jsonSchema: { type: "string", minLength: 1, maxLength: personaAnswerMax } })

const answer = Schema.String.annotations({ jsonSchema: { type: "string", maxLength: interviewAnswerMax } })
const questions = personaInterview.length

// The domain judges texts and traits, so that every wrong one is reported.
const InterviewRequest = Schema.Struct({
  name: name(`The name of the persona; ${personaNameDefault} when absent.`),
  answers: Schema.Union(
    Schema.Array(answer).annotations({
      description:
        "An answer to each of the five questions: the name of a trait, a sentence or an essay; empty for none.",
      jsonSchema: {
        type: "array",
        items: { type: "string", maxLength: interviewAnswerMax },
        minItems: questions,
        maxItems: questions
      }
    }),
    Schema.Struct(Record.map(dimensionFields, () => text)).annotations({
      description: "A text for each of the 13 dimensions; the texts are used unchanged."
    })
  ),
  traits: optional(
    Schema.Struct(
      Record.map(
        personaTraits,
        (traits) => optional(Schema.String.annotations({ jsonSchema: { type: "string", enum: [...traits] } }))
      )
    )
  )
}).annotations({
  identifier: "PersonaInterviewRequest",
  description:
    `An answer to each of the five questions, or a text for each of the 13 dimensions; and optionally traits, by which predictions are compared. The prompt has ${promptTokensMin} to ${promptTokensMax} tokens by ${promptTokenizer}: five answers are fitted into these bounds; texts by dimension are refused outside them.`
})

const AssignmentRequest = Schema.Struct({ persona_id: Schema.String }).annotations({
  identifier: "PersonaAssignmentRequest"
})

const Assignment = Schema.Struct({ agent_id: Schema.String, persona: Persona }).annotations({
  identifier: "PersonaAssignment"
})

/** One limit for all changes of an account's personas. */
export const personaMutations: ExactRate = { rule: { name: "personas", max: 30, windowSeconds: 60 }, by: "account" }

const assignment = {
  access: "key",
  bodyBytesMax: bodyBytesMax.action,
  exactRate: personaMutations,
  refuses: ["AGENT_NOT_FOUND", "PERSONA_NOT_FOUND"]
} as const

const creation = {
  access: "key",
  creates: {},
  bodyBytesMax: bodyBytesMax.persona,
  exactRate: personaMutations
} as const

// Archetypes and the interview are constants of this version, so no change affects their cached answers.
/** Personas: archetypes, those of the caller, and those of agents. */
export const PersonasApi = HttpApiGroup.make("personas").annotate(
  OpenApi.Description,
  "Reasoning prompts compiled from 13 dimensions: archetypes, own personas, and the persona of an agent. A single persona is returned without an envelope named `persona`; lists are `{personas}`."
)
  .add(operation(
    HttpApiEndpoint.get("archetypes", "/api/personas/archetypes").annotateContext(
      documentation(
        "List archetypes",
        "The archetypes by category, each with its field and its traits: short names of its position in each dimension."
      )
    ).addSuccess(listOf("archetypes", ArchetypeHeader)),
    { access: "none", publicCache: () => [] }
  ))
  .add(operation(
    HttpApiEndpoint.get("archetype", "/api/personas/archetypes/:archetype").annotateContext(
      documentation("Show an archetype", `All dimensions, the compiled prompt, and its length by ${promptTokenizer}.`)
    ).setPath(Schema.Struct({ archetype: Schema.String })).addSuccess(Archetype),
    { access: "none", publicCache: () => [], refuses: ["ARCHETYPE_NOT_FOUND"] }
  ))
  .add(operation(
    HttpApiEndpoint.get("interview", "/api/personas/interview").annotateContext(
      documentation(
        "The persona interview",
        "Five questions whose answers are compiled into a persona; together they cover every dimension once."
      )
    ).addSuccess(Interview),
    { access: "none", publicCache: () => [] }
  ))
  .add(operation(
    HttpApiEndpoint.post("createFromArchetype", "/api/me/personas/from-archetype").annotateContext(
      documentation(
        "Create a persona from an archetype",
        `Returns the persona without an envelope. At most ${personasPerAccountMax} personas for an account. A misspelt archetype is refused with the nearest one.`
      )
    ).setPayload(ArchetypeRequest).addSuccess(Persona, { status: 201 }),
    { ...creation, refuses: ["EMAIL_NOT_VERIFIED", "PERSONA_LIMIT"] }
  ))
  .add(operation(
    HttpApiEndpoint.post("createFromInterview", "/api/me/personas/from-interview").annotateContext(
      documentation(
        "Create a persona from the interview",
        `Compiles the answers, and returns the persona without an envelope. Five answers always make a prompt of ${promptTokensMin} to ${promptTokensMax} tokens: long answers are cut to their first whole sentences (see the field shortened), and dimensions that the answers leave open come from the nearest archetype (see the field sources). Texts by dimension whose prompt lies outside these bounds are refused with the text to lengthen or shorten first.`
      )
    ).setPayload(InterviewRequest).addSuccess(Persona, { status: 201 }),
    { ...creation, refuses: ["EMAIL_NOT_VERIFIED", "PERSONA_TOO_SHORT", "PERSONA_TOO_LONG", "PERSONA_LIMIT"] }
  ))
  .add(operation(
    HttpApiEndpoint.get("personas", "/api/me/personas").annotateContext(
      documentation("List own personas", "All personas of the caller, the newest first.")
    ).addSuccess(listOf("personas", Persona)),
    { access: "key" }
  ))
  .add(operation(
    HttpApiEndpoint.get("persona", "/api/me/personas/:persona_id").annotateContext(
      documentation("Show one's own persona", "One persona of the caller. Personas of others are not found.")
    ).setPath(PersonaPath).addSuccess(Persona),
    { access: "key", refuses: ["PERSONA_NOT_FOUND"] }
  ))
  .add(operation(
    HttpApiEndpoint.del("deletePersona", "/api/me/personas/:persona_id").annotateContext(
      documentation(
        "Delete a persona",
        "Refused while an agent has it; the message names the agents. Predictions keep the hash of its content."
      )
    ).setPath(PersonaPath).addSuccess(Schema.Struct({ id: Schema.String, deleted: Schema.Literal(true) })),
    { access: "key", exactRate: personaMutations, refuses: ["PERSONA_NOT_FOUND", "PERSONA_IN_USE"] }
  ))
  .add(operation(
    HttpApiEndpoint.get("agentPersona", "/api/me/agents/:agent_id/persona").annotateContext(
      documentation("The persona of an agent", "For the agent itself and for its owner.")
    ).setPath(AgentPath).addSuccess(Assignment),
    { access: "key", refuses: ["AGENT_NOT_FOUND", "PERSONA_NOT_ASSIGNED"] }
  ))
  .add(operation(
    HttpApiEndpoint.put("assignPersona", "/api/me/agents/:agent_id/persona").annotateContext(
      documentation(
        "Give an agent a persona",
        "One of the caller's personas, for the caller itself or for an agent of the caller, in place of its former persona. A persona from an archetype becomes its persona_archetype, too. Predictions from now on store its content_hash."
      )
    ).setPath(AgentPath).setPayload(AssignmentRequest).addSuccess(Assignment),
    assignment
  ))
  .add(operation(
    HttpApiEndpoint.post("assignPersonaByPost", "/api/me/agents/:agent_id/persona").annotateContext(
      documentation("Give an agent a persona (POST)", "The same as PUT.")
    ).setPath(AgentPath).setPayload(AssignmentRequest).addSuccess(Assignment),
    assignment
  ))
  .add(operation(
    HttpApiEndpoint.del("unassignPersona", "/api/me/agents/:agent_id/persona").annotateContext(
      documentation("Take an agent's persona away", "Returns the persona that the agent had.")
    ).setPath(AgentPath).addSuccess(Assignment),
    { access: "key", exactRate: personaMutations, refuses: ["AGENT_NOT_FOUND", "PERSONA_NOT_ASSIGNED"] }
  ))
