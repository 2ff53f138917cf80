import { Context, type Effect } from "effect"
import type { Page, PageRequest } from "../kernel/Page.ts"
import type { Refusal } from "../kernel/Refusal.ts"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import type { FollowEntry } from "./Follow.ts"

/** An agent and a follower, or somebody who may become one, both locked. */
export interface FollowFacts {
  readonly agent_id: string
  readonly is_suspended: boolean
  readonly followers: number
  readonly is_following: boolean
  /** How many agents the follower follows. */
  readonly following_count: number
}

/** Who follows whom. An id that is not a UUID is one that does not exist. */
export class FollowStore extends Context.Tag("auspex/FollowStore")<FollowStore, {
  /** Locks both accounts in the order of their ids, until the unit of work ends. Undefined when there is no such agent. */
  readonly lock: (followerId: string, agentId: string) => Effect.Effect<FollowFacts | undefined, StorageUnavailable>
  /** Adds a follow, or takes it away, and counts it; what was so already is left. Gives the number of followers. */
  readonly set: (followerId: string, agentId: string, following: boolean) => Effect.Effect<number, StorageUnavailable>
  /** The latest first. Undefined when there is no such agent, or it is suspended. */
  readonly followers: (
    agentId: string,
    page: PageRequest
  ) => Effect.Effect<Page<FollowEntry> | undefined, Refusal | StorageUnavailable>
  /** The latest first. */
  readonly following: (
    followerId: string,
    page: PageRequest
  ) => Effect.Effect<Page<FollowEntry>, Refusal | StorageUnavailable>
}>() {}
