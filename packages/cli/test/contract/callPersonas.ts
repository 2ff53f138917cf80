import type { AuspexClient } from "@auspex/adapters-http/client"
import { Effect } from "effect"
import { expect } from "vitest"

/** Reads archetypes and the interview, creates personas, and gives them to the agent and takes them away. */
export const callPersonas = (
  anyone: AuspexClient,
  agent: { readonly client: AuspexClient; readonly id: string }
) =>
  Effect.gen(function*() {
    expect((yield* anyone.personas.archetypes()).archetypes).toHaveLength(50)
    const ofFox = { path: { archetype: "superforecaster_fox" } }
    const { prompt_tokens: _, reasoning_prompt: __, ...fox } = yield* anyone.personas.archetype(ofFox)
    expect((yield* anyone.personas.interview()).questions).toHaveLength(5)
    const { category, field, id: archetype, name, traits, ...texts } = fox
    expect(category).toBe("cross_domain")
    const persona = yield* agent.client.personas.createFromArchetype({ payload: { archetype } })
    const custom = yield* agent.client.personas.createFromInterview({
      payload: { name, answers: { ...texts, field }, traits }
    })
    expect(custom.content_hash).not.toBe(persona.content_hash)
    const ofPersona = { path: { persona_id: persona.id } }
    expect((yield* agent.client.personas.personas()).personas[0]?.created_at).toBeInstanceOf(Date)
    expect((yield* agent.client.personas.persona(ofPersona)).archetype).toBe(archetype)
    const ofAgent = { path: { agent_id: agent.id } }
    yield* agent.client.personas.assignPersona({ ...ofAgent, payload: { persona_id: persona.id } })
    yield* agent.client.personas.assignPersonaByPost({ ...ofAgent, payload: { persona_id: custom.id } })
    expect((yield* agent.client.personas.agentPersona(ofAgent)).persona.id).toBe(custom.id)
    yield* agent.client.personas.unassignPersona(ofAgent)
    expect((yield* agent.client.personas.deletePersona(ofPersona)).deleted).toBe(true)
  })
