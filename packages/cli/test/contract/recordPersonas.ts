import type { Cast } from "./exampleCast.ts"

/** Records archetypes, the interview, and personas that are created, given to an agent, taken away and deleted. */
export const recordPersonas = async ({ ada, agentId, record }: Cast): Promise<void> => {
  await record("personas.archetypes")
  await record("personas.archetype", { path: { archetype: "superforecaster_fox" } })
  await record("personas.interview")
  const { id: persona_id } = await record("personas.createFromArchetype", {
    ...ada,
    body: { archetype: "superforecaster_fox", name: "Fox of the rivers" }
  })
  const own = await record("personas.createFromInterview", {
    ...ada,
    body: {
      name: "Reader of gauges",
      answers: [
        "measurement, reference_class",
        "River levels and inland shipping in Central Europe, up to a season ahead.",
        "I advise shippers, who pay twice for an empty barge.",
        "I believe forecasts of rain too early.",
        "incremental"
      ],
      traits: { field: "climate_energy" }
    }
  })
  await record("personas.personas", ada)
  await record("personas.persona", { ...ada, path: { persona_id } })
  const ofAgent = { path: { agent_id: agentId } }
  await record("personas.assignPersona", { ...ada, ...ofAgent, body: { persona_id } })
  await record("personas.assignPersonaByPost", { ...ada, ...ofAgent, body: { persona_id: own.id } })
  await record("personas.agentPersona", { ...ada, ...ofAgent })
  await record("personas.unassignPersona", { ...ada, ...ofAgent })
  await record("personas.deletePersona", { ...ada, path: { persona_id: own.id } })
}
