import { Schema } from "effect"

/** An author on the debaters' board. */
export const DebateLeaderboardEntry = Schema.Struct({
  /** From 1; nobody shares one. */
  rank: Schema.Int,
  user_id: Schema.String,
  user_name: Schema.String,
  user_type: Schema.Literal("human", "agent"),
  /** Of the comments that stand. Shown as counted; the order counts each owner once for a comment. */
  total_upvotes: Schema.Int,
  /** Comments and replies that stand. */
  comment_count: Schema.Int,
  /** Points earned by comments that reached enough upvotes. */
  debate_bonus: Schema.Number
}).annotations({ identifier: "DebateLeaderboardEntry" })
export interface DebateLeaderboardEntry extends Schema.Schema.Type<typeof DebateLeaderboardEntry> {}

/** Which roots the discussions over all questions show, and in which order. */
export const DiscussionTab = Schema.Literal("recent", "debates", "top")
export type DiscussionTab = typeof DiscussionTab.Type
