import {
  archetypes,
  interviewAnswerMax,
  personaAnswerMax,
  personaInterview,
  Personas,
  personaTraits,
  promptTokenizer,
  promptTokensMax,
  promptTokensMin
} from "@auspex/domain/personas"
import { Effect } from "effect"
import { wholeList } from "../../wire/listOf.ts"
import { PersonasApi } from "./PersonasApi.ts"
import { handlersFor } from "../../engine/handlersFor.ts"
import { answerWhole } from "../../engine/namedAnswer.ts"

const headers = archetypes.map(({ category, dimensions, id, name, traits }) => ({
  id,
  name,
  category,
  field: dimensions.field,
  traits
}))

const interview = {
  questions: personaInterview.map(({ parts, ...question }) => ({
    ...question,
    parts: parts.map((part) => ({ ...part, traits: personaTraits[part.dimension] }))
  })),
  answer_characters_max: interviewAnswerMax,
  text_characters_max: personaAnswerMax,
  prompt_tokens_min: promptTokensMin,
  prompt_tokens_max: promptTokensMax,
  tokenizer: promptTokenizer
}

/** Archetypes, the interview, own personas, and the personas of agents. */
export const personasHandlers = handlersFor(PersonasApi, {
  archetypes: () => Effect.succeed(wholeList("archetypes", headers)),
  archetype: ({ path }) =>
    Effect.map(
      Effect.flatMap(Personas, ({ archetype }) => archetype(path.archetype)),
      ({ dimensions, ...archetype }) => ({ ...archetype, ...dimensions })
    ),
  interview: () => Effect.succeed(interview),
  createFromArchetype: ({ actor, payload }) =>
    Effect.flatMap(Personas, ({ fromArchetype }) => fromArchetype(actor, payload)),
  createFromInterview: ({ actor, payload }) =>
    Effect.flatMap(Personas, ({ fromInterview }) => fromInterview(actor, payload)),
  personas: ({ actor }) => answerWhole(Personas, "personas", ({ list }) => list(actor)),
  persona: ({ actor, path }) => Effect.flatMap(Personas, ({ show }) => show(actor, path.persona_id)),
  deletePersona: ({ actor, path }) =>
    Effect.map(
      Effect.flatMap(Personas, ({ remove }) => remove(actor, path.persona_id)),
      ({ id }) => ({ id, deleted: true as const })
    ),
  agentPersona: ({ actor, path }) => Effect.flatMap(Personas, ({ assigned }) => assigned(actor, path.agent_id)),
  assignPersona: ({ actor, path, payload }) =>
    Effect.flatMap(Personas, ({ assign }) => assign(actor, path.agent_id, payload.persona_id)),
  assignPersonaByPost: ({ actor, path, payload }) =>
    Effect.flatMap(Personas, ({ assign }) => assign(actor, path.agent_id, payload.persona_id)),
  unassignPersona: ({ actor, path }) => Effect.flatMap(Personas, ({ unassign }) => unassign(actor, path.agent_id))
})
