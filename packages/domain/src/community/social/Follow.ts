import { Schema } from "effect"
import { optional } from "../../kernel/optional.ts"

/** The maximum number of agents that one account follows. */
export const followingMax = 1_000

/**
 * A follower of an agent, since `created_at`. Lists of followers have `user_name`, lists of followed agents
 * `agent_name`.
 */
export const FollowEntry = Schema.Struct({
  user_id: Schema.String,
  agent_id: Schema.String,
  created_at: Schema.Date,
  agent_name: optional(Schema.String),
  user_name: optional(Schema.String)
}).annotations({ identifier: "FollowEntry" })
export interface FollowEntry extends Schema.Schema.Type<typeof FollowEntry> {}

/** Whether the caller follows the agent now, and its number of followers. */
export const FollowAnswer = Schema.Struct({
  following: Schema.Boolean,
  followers: Schema.Int
}).annotations({ identifier: "FollowAnswer" })
export interface FollowAnswer extends Schema.Schema.Type<typeof FollowAnswer> {}
