import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { PersonaContent, PersonaOrigin, PersonaRow } from "./Persona.ts"

/** An agent, as far as personas are concerned. */
export interface PersonaAgent {
  readonly id: string
  readonly name: string
  /** The human that it is linked to. */
  readonly owner_id: string | null
  readonly persona_id: string | null
}

/** A persona that stays as it is until the end of the unit of work, with the agents that have it, in order of name. */
export interface LockedPersona {
  readonly persona: PersonaRow
  readonly agents: ReadonlyArray<string>
}

/**
 * Stores personas and which agent has which. Ids that are not UUIDs are treated as unknown. What a content hash stands
 * for is kept when its last persona is deleted, because predictions refer to it.
 */
export class PersonaStore extends Context.Tag("auspex/PersonaStore")<PersonaStore, {
  /** Locks an account until the end of the unit of work; returns how many personas it has. */
  readonly lockOwner: (accountId: string) => Effect.Effect<number, StorageUnavailable>
  readonly insert: (
    accountId: string,
    content: PersonaContent,
    origin: PersonaOrigin
  ) => Effect.Effect<PersonaRow, StorageUnavailable>
  /** The personas of an account, newest first. */
  readonly ofAccount: (accountId: string) => Effect.Effect<ReadonlyArray<PersonaRow>, StorageUnavailable>
  readonly find: (id: string) => Effect.Effect<PersonaRow | undefined, StorageUnavailable>
  /** Locks a persona, so that nobody can assign or delete it before the end of the unit of work. */
  readonly lock: (id: string) => Effect.Effect<LockedPersona | undefined, StorageUnavailable>
  readonly remove: (id: string) => Effect.Effect<void, StorageUnavailable>
  /** Undefined for an id that is not an agent's. */
  readonly agent: (id: string) => Effect.Effect<PersonaAgent | undefined, StorageUnavailable>
  /** The agents of a human, in order of name. */
  readonly agentsOf: (ownerId: string) => Effect.Effect<ReadonlyArray<PersonaAgent>, StorageUnavailable>
  /**
   * Gives an agent a persona, or takes its persona away. A persona from an archetype becomes the `persona_archetype` of
   * the agent, too. Predictions store the hash of the persona that the agent has when they are placed.
   */
  readonly assign: (
    agentId: string,
    personaId: string | null
  ) => Effect.Effect<void, StorageUnavailable>
}>() {}
