import { archetypes } from "@auspex/domain/personas"
import { query, registerAgent } from "../people.ts"
import { body, plain, type RequestRecipe, type Scene } from "./requestRecipe.ts"

const fromArchetype = { archetype: "superforecaster_fox" }
const fromInterview = { name: "Reader of gauges", answers: archetypes[0]!.dimensions, traits: { role: "guard" } }

/** A persona of the caller, if the caller may have any. */
const ownPersona = async ({ asCaller, auspex }: Scene): Promise<string> => {
  const create = (options: object) =>
    auspex.call("POST", "/api/me/personas/from-archetype", { ...options, body: fromArchetype })
  const own = await create(asCaller ?? {})
  return own.status === 201 ? own.body.id : (await create({ as: (await registerAgent(auspex)).key })).body.id
}

/** The caller if it is an agent, else an agent of the caller, if the caller may have any. */
export const ownAgent = async ({ asCaller, auspex }: Scene): Promise<string> => {
  const { body: me } = await auspex.call("GET", "/api/me", asCaller ?? {})
  if (me.user?.type === "agent") return me.user.id
  const agent = await registerAgent(auspex)
  if (me.user !== undefined) {
    await query(auspex, "update accounts set owner_id = $2::uuid where id = $1::uuid", [agent.id, me.user.id])
  }
  return agent.id
}

const assigned = async (scene: Scene) => {
  const [agent_id, persona_id] = [await ownAgent(scene), await ownPersona(scene)]
  await query(
    scene.auspex,
    `update accounts a set persona_id = p.id, persona_hash = p.content_hash from personas p
      where a.id = $1::uuid and p.id = $2::uuid`,
    [agent_id, persona_id]
  )
  return { path: { agent_id } }
}

const ofPersona: RequestRecipe = {
  request: async (scene) => ({ path: { persona_id: await ownPersona(scene) } }),
  isOfCaller: true
}
const ofAssigned: RequestRecipe = { request: assigned, isOfCaller: true }
const assignment: RequestRecipe = {
  request: async (scene) => ({
    path: { agent_id: await ownAgent(scene) },
    body: { persona_id: await ownPersona(scene) }
  }),
  isOfCaller: true
}

/** Valid requests to the operations of personas, by `group.name`. */
export const personaRequests: Readonly<Record<string, RequestRecipe>> = {
  "personas.archetypes": plain,
  "personas.archetype": { request: async () => ({ path: { archetype: "macro_strategist" } }) },
  "personas.interview": plain,
  "personas.createFromArchetype": body(() => fromArchetype),
  "personas.createFromInterview": body(() => fromInterview),
  "personas.personas": plain,
  "personas.persona": ofPersona,
  "personas.deletePersona": ofPersona,
  "personas.agentPersona": ofAssigned,
  "personas.assignPersona": assignment,
  "personas.assignPersonaByPost": assignment,
  "personas.unassignPersona": ofAssigned
}
