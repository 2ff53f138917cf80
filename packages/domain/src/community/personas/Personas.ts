import { Context, Effect, Layer } from "effect"
import { type AccountActor, requireVerified } from "../../platform/identity/Actor.ts"
import { Secrets } from "../../platform/identity/Secrets.ts"
import { Changes } from "../../kernel/Changes.ts"
import { describeInvalidChoice } from "../../kernel/Choice.ts"
import { counted } from "../../kernel/Counted.ts"
import { foundOr, orRefuse, refuse } from "../../kernel/Refusal.ts"
import { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import type { UseCaseEffect } from "../../kernel/UseCaseEffect.ts"
import type { Archetype } from "./Archetype.ts"
import { archetypeOf, archetypes } from "./archetypes.ts"
import { compilePersona, personaCompilerVersion } from "./compilePersona.ts"
import { contentText } from "./contentText.ts"
import { fitInterview } from "./fitInterview.ts"
import { type Persona, type PersonaContent, type PersonaOrigin, personasPerAccountMax, toPersona } from "./Persona.ts"
import { type InterviewRequest, judgeInterview, judgePersonaName } from "./PersonaInterview.ts"
import { allFrom } from "./PersonaSources.ts"
import { type PersonaAgent, PersonaStore } from "./PersonaStore.ts"
import { judgePromptTokens } from "./judgePromptTokens.ts"
import { TokenCounter } from "./TokenCounter.ts"

/** What is compiled: a name, the dimensions with their traits, and the archetype that they come from. */
type Uncompiled = Pick<PersonaContent, "archetype" | "dimensions" | "name" | "traits">

/** The archetype to copy, and the name of the copy. */
export interface ArchetypeRequest {
  readonly archetype: string
  readonly name?: string | undefined
}

/** An agent with the persona that it has now. */
export interface PersonaAssignment {
  readonly agent_id: string
  readonly persona: Persona
}

/** A compiled persona that nothing has stored, and whose words it has. */
export type PersonaPreview = PersonaContent & PersonaOrigin

/**
 * Personas of the caller, and the personas of agents. An agent may be given a persona by itself and by the human that
 * it is linked to, each from their own personas.
 */
export class Personas extends Context.Tag("auspex/Personas")<Personas, {
  /** An archetype with its prompt. Fails with ARCHETYPE_NOT_FOUND, whose message names the nearest one. */
  readonly archetype: (
    id: string
  ) => UseCaseEffect<Archetype & { readonly reasoning_prompt: string; readonly prompt_tokens: number }>
  /**
   * Copies an archetype, under its own name unless another is given. At most `personasPerAccountMax` for an account. Fails with INVALID_REQUEST, whose message names
   * the nearest archetype, and with EMAIL_NOT_VERIFIED and PERSONA_LIMIT.
   */
  readonly fromArchetype: (actor: AccountActor, request: ArchetypeRequest) => UseCaseEffect<Persona>
  /**
   * Compiles an interview. Five answers always make a prompt within its bounds: long ones are shortened, and what they
   * leave open comes from the nearest archetype. Fails with EMAIL_NOT_VERIFIED, INVALID_REQUEST and PERSONA_LIMIT, and for
   * texts by dimension with PERSONA_TOO_SHORT and PERSONA_TOO_LONG.
   */
  readonly fromInterview: (actor: AccountActor, request: InterviewRequest) => UseCaseEffect<Persona>
  /** What `fromInterview` would keep; stores nothing. Fails likewise, but for PERSONA_LIMIT. */
  readonly preview: (actor: AccountActor, request: InterviewRequest) => UseCaseEffect<PersonaPreview>
  /** Newest first. */
  readonly list: (actor: AccountActor) => UseCaseEffect<ReadonlyArray<Persona>>
  /** Fails with PERSONA_NOT_FOUND. */
  readonly show: (actor: AccountActor, id: string) => UseCaseEffect<Persona>
  /** Fails with PERSONA_NOT_FOUND, and with PERSONA_IN_USE, whose message names the agents that have it. */
  readonly remove: (actor: AccountActor, id: string) => UseCaseEffect<Persona>
  /** The agents that the caller may give a persona: those that are linked to it, in order of name. */
  readonly agents: (actor: AccountActor) => UseCaseEffect<ReadonlyArray<PersonaAgent>>
  /** The persona of an agent, for itself and for its owner. Fails with AGENT_NOT_FOUND and PERSONA_NOT_ASSIGNED. */
  readonly assigned: (actor: AccountActor, agentId: string) => UseCaseEffect<PersonaAssignment>
  /**
   * Gives an agent a persona in place of the one that it had. A persona from an archetype becomes the agent's
   * `persona_archetype`, too. Fails with AGENT_NOT_FOUND and PERSONA_NOT_FOUND.
   */
  readonly assign: (actor: AccountActor, agentId: string, personaId: string) => UseCaseEffect<PersonaAssignment>
  /** Takes the persona of an agent away; returns it. Fails with AGENT_NOT_FOUND and PERSONA_NOT_ASSIGNED. */
  readonly unassign: (actor: AccountActor, agentId: string) => UseCaseEffect<PersonaAssignment>
}>() {
  static readonly layer: Layer.Layer<
    Personas,
    never,
    PersonaStore | TokenCounter | Secrets | UnitOfWork | Changes
  > = Layer.effect(
    Personas,
    Effect.gen(function*() {
      const changes = yield* Changes
      const secrets = yield* Secrets
      const store = yield* PersonaStore
      const tokens = yield* TokenCounter
      const unit = yield* UnitOfWork
      const services = { changes, secrets, store, tokens, unit }
      return Personas.of({
        ...reading(services),
        ...creating(services),
        remove: removeWith(services),
        ...assigning(services)
      })
    })
  )
}

type Service = Context.Tag.Service<Personas>

interface Services {
  readonly changes: Changes["Type"]
  readonly secrets: Secrets["Type"]
  readonly store: PersonaStore["Type"]
  readonly tokens: TokenCounter["Type"]
  readonly unit: UnitOfWork["Type"]
}

const reading = (services: Services): Pick<Service, "agents" | "archetype" | "list" | "show"> => {
  const { store } = services
  return {
    archetype: (id) =>
      Effect.gen(function*() {
        const { archetype, uncompiled } = yield* namedArchetype(id, "ARCHETYPE_NOT_FOUND")
        const { prompt_tokens, reasoning_prompt } = yield* compiled(services, uncompiled)
        return { ...archetype, reasoning_prompt, prompt_tokens }
      }),

    agents: (actor) => store.agentsOf(actor.id),

    list: (actor) => Effect.map(store.ofAccount(actor.id), (rows) => rows.map(toPersona)),

    show: (actor, id) =>
      Effect.flatMap(
        store.find(id),
        (persona) => persona?.account_id === actor.id ? Effect.succeed(toPersona(persona)) : noSuchPersona
      )
  }
}

const creating = (services: Services): Pick<Service, "fromArchetype" | "fromInterview" | "preview"> => ({
  fromArchetype: (actor, request) =>
    Effect.gen(function*() {
      yield* requireVerified(actor)
      const { archetype, uncompiled } = yield* namedArchetype(request.archetype, "INVALID_REQUEST")
      const name = request.name === undefined ? archetype.name : yield* orRefuse(judgePersonaName(request.name))
      const content = yield* compiled(services, { ...uncompiled, name })
      return yield* add(services, actor, content, { sources: allFrom(`archetype:${archetype.id}`), shortened: [] })
    }),

  fromInterview: (actor, request) =>
    Effect.flatMap(
      interviewed(services, actor, request),
      ({ shortened, sources, ...content }) => add(services, actor, content, { sources, shortened })
    ),

  preview: (actor, request) => interviewed(services, actor, request)
})

const interviewed = (
  services: Services,
  actor: AccountActor,
  request: InterviewRequest
): UseCaseEffect<PersonaPreview> =>
  Effect.gen(function*() {
    yield* requireVerified(actor)
    const answers = yield* orRefuse(judgeInterview(request))
    if ("answers" in answers) {
      const { shortened, sources, ...draft } = yield* fitInterview(answers, services.tokens)
      return { ...(yield* compiled(services, { archetype: null, ...draft })), shortened, sources }
    }
    const content = yield* compiled(services, { archetype: null, ...answers })
    yield* orRefuse(judgePromptTokens(content.prompt_tokens, content.dimensions))
    return { ...content, sources: allFrom("answer"), shortened: [] }
  })

const removeWith = (services: Services): Service["remove"] => (actor, id) =>
  services.unit.transact(Effect.gen(function*() {
    const { agents, persona } = yield* lockOwn(services, actor, id)
    if (agents.length > 0) return yield* inUse(agents)
    yield* services.store.remove(id)
    return toPersona(persona)
  }))

const assigning = (services: Services): Pick<Service, "assigned" | "assign" | "unassign"> => {
  const { changes, store, unit } = services

  const assigned: Service["assigned"] = (actor, agentId) =>
    Effect.gen(function*() {
      const agent = yield* agentOf(services, actor, agentId)
      const persona = agent.persona_id === null ? undefined : yield* store.find(agent.persona_id)
      if (persona === undefined) return yield* refuse("PERSONA_NOT_ASSIGNED", `${agent.name} has no persona.`)
      return { agent_id: agent.id, persona: toPersona(persona) }
    })

  const assign: Service["assign"] = (actor, agentId, personaId) =>
    Effect.gen(function*() {
      const agent = yield* agentOf(services, actor, agentId)
      yield* unit.transact(Effect.flatMap(
        lockOwn(services, actor, personaId),
        ({ persona }) => store.assign(agent.id, persona.id)
      ))
      yield* changes.announce(["leaderboard", "boards", `account:${agent.id}`])
      return { agent_id: agent.id, persona: toPersona(yield* foundOr(store.find(personaId), noSuchPersona)) }
    })

  const unassign: Service["unassign"] = (actor, agentId) =>
    Effect.gen(function*() {
      const had = yield* assigned(actor, agentId)
      yield* store.assign(agentId, null)
      const { agent_count } = had.persona
      return { ...had, persona: { ...had.persona, agent_count: agent_count - 1 } }
    })

  return { assigned, assign, unassign }
}

const compiled = ({ secrets, tokens }: Services, uncompiled: Uncompiled): Effect.Effect<PersonaContent> => {
  const reasoning_prompt = compilePersona(uncompiled.name, uncompiled.dimensions)
  return Effect.map(tokens.count(reasoning_prompt), (prompt_tokens) => ({
    ...uncompiled,
    reasoning_prompt,
    prompt_tokens,
    version: personaCompilerVersion,
    content_hash: hexOf(secrets.digestOf(contentText(uncompiled)))
  }))
}

const add = (
  { store, unit }: Services,
  actor: AccountActor,
  content: PersonaContent,
  origin: PersonaOrigin
): UseCaseEffect<Persona> =>
  unit.transact(Effect.gen(function*() {
    const existing = yield* store.lockOwner(actor.id)
    if (existing >= personasPerAccountMax) {
      const message = `${personasPerAccountMax} personas are the limit; delete one first.`
      return yield* refuse("PERSONA_LIMIT", message, { measured: existing, limit: personasPerAccountMax })
    }
    return toPersona(yield* store.insert(actor.id, content, origin))
  }))

/** Locks a persona of the caller. */
const lockOwn = ({ store }: Services, actor: AccountActor, id: string) =>
  Effect.flatMap(
    store.lock(id),
    (locked) => locked?.persona.account_id === actor.id ? Effect.succeed(locked) : noSuchPersona
  )

/** The caller itself, or an agent that is linked to it. */
const agentOf = ({ store }: Services, actor: AccountActor, id: string) =>
  Effect.flatMap(
    store.agent(id),
    (agent) =>
      agent !== undefined && (agent.id === actor.id || agent.owner_id === actor.id)
        ? Effect.succeed(agent)
        : refuse("AGENT_NOT_FOUND", "You have no agent with this id.")
  )

const noSuchPersona = refuse("PERSONA_NOT_FOUND", "You have no persona with this id.")

/** How many names of agents a message lists. */
const namesMax = 5

const inUse = (agents: ReadonlyArray<string>) => {
  const rest = agents.length - namesMax
  const names = agents.slice(0, namesMax).join(", ")
  const listed = rest > 0 ? `${names} and ${counted(rest, "more agent")}` : names
  return refuse("PERSONA_IN_USE", `The persona is in use by ${listed}; unassign it first.`, { measured: agents.length })
}

const namedArchetype = (id: string, code: "ARCHETYPE_NOT_FOUND" | "INVALID_REQUEST") => {
  const archetype = archetypeOf(id)
  if (archetype !== undefined) {
    const { dimensions, name, traits } = archetype
    const uncompiled: Uncompiled = { archetype: archetype.id, dimensions, name, traits }
    return Effect.succeed({ archetype, uncompiled })
  }
  const sent = describeInvalidChoice(id, archetypes.map((known) => known.id))
  return refuse(code, `No archetype is called ${sent}.`, { field: "archetype" })
}

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")
