import { Context, type Effect } from "effect"
import type { Page, PageRequest } from "../../kernel/Page.ts"
import type { Refusal } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { FollowEntry } from "./Follow.ts"

/** The facts for following an agent; both accounts are locked. */
export interface FollowFacts {
  readonly agent_id: string
  readonly is_suspended: boolean
  readonly followers: number
  readonly is_following: boolean
  /** The number of agents that the follower follows. */
  readonly following_count: number
}

/** Storage of follows. An id that is not a UUID is treated as unknown. */
export class FollowStore extends Context.Tag("auspex/FollowStore")<FollowStore, {
  /**
   * Locks both accounts in the order of their ids, until the unit of work ends. Undefined when there is no such agent.
   */
  readonly lock: (followerId: string, agentId: string) => Effect.Effect<FollowFacts | undefined, StorageUnavailable>
  /** Adds or removes a follow and updates the counts; idempotent. Returns the number of followers. */
  readonly set: (followerId: string, agentId: string, following: boolean) => Effect.Effect<number, StorageUnavailable>
  /** Latest first. Undefined when there is no such agent or it is suspended. */
  readonly followers: (
    agentId: string,
    page: PageRequest
  ) => Effect.Effect<Page<FollowEntry> | undefined, Refusal | StorageUnavailable>
  /** Latest first. */
  readonly following: (
    followerId: string,
    page: PageRequest
  ) => Effect.Effect<Page<FollowEntry>, Refusal | StorageUnavailable>
}>() {}
