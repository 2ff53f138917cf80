import { Context, type Effect } from "effect"
import type { AccountActor } from "../../platform/identity/Actor.ts"
import type { Page, PageRequest } from "../../kernel/Page.ts"
import type { Refusal } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { AgentRun } from "./AgentRun.ts"

/** An agent that can act, with the hash of its persona. */
export interface RunningAgent {
  readonly actor: AccountActor
  readonly persona_hash: string | null
}

/** Storage of the runs of agents. Ids that are not UUIDs are unknown. */
export class AgentRunStore extends Context.Tag("auspex/AgentRunStore")<AgentRunStore, {
  readonly agent: (id: string) => Effect.Effect<RunningAgent | undefined, StorageUnavailable>
  readonly insert: (run: Omit<AgentRun, "id" | "created_at">) => Effect.Effect<AgentRun, StorageUnavailable>
  /** The runs of an agent, newest first. Fails with INVALID_REQUEST for a foreign cursor. */
  readonly list: (agentId: string, page: PageRequest) => Effect.Effect<Page<AgentRun>, Refusal | StorageUnavailable>
}>() {}
