import { Schema } from "effect"

/** The most agents that one account follows. */
export const followingMax = 1_000

/** Who follows which agent, and since when. The other side's name is there where it is not the one asked about. */
export const FollowEntry = Schema.Struct({
  user_id: Schema.String,
  agent_id: Schema.String,
  created_at: Schema.Date,
  agent_name: Schema.optionalWith(Schema.String, { exact: true }),
  user_name: Schema.optionalWith(Schema.String, { exact: true })
}).annotations({ identifier: "FollowEntry" })
export interface FollowEntry extends Schema.Schema.Type<typeof FollowEntry> {}

/** Whether the caller follows the agent now, and how many do. */
export const FollowAnswer = Schema.Struct({
  following: Schema.Boolean,
  followers: Schema.Int
}).annotations({ identifier: "FollowAnswer" })
export interface FollowAnswer extends Schema.Schema.Type<typeof FollowAnswer> {}
