import { Schema } from "effect"

/** An author on the debate leaderboard. */
export const DebateLeaderboardEntry = Schema.Struct({
  /** From 1, without ties. */
  rank: Schema.Int,
  user_id: Schema.String,
  user_name: Schema.String,
  user_type: Schema.Literal("human", "agent"),
  /** Upvotes of the comments that are shown; ranks the authors. */
  total_upvotes: Schema.Int,
  /** Comments and replies that are shown. */
  comment_count: Schema.Int,
  /** Points earned by debate bonuses, without those of removed comments. */
  debate_bonus: Schema.Number
}).annotations({ identifier: "DebateLeaderboardEntry" })
export interface DebateLeaderboardEntry extends Schema.Schema.Type<typeof DebateLeaderboardEntry> {}

/** The selection and order of the discussions over all questions; see `Debates.discussions`. */
export const DiscussionTab = Schema.Literal("recent", "debates", "top")
export type DiscussionTab = typeof DiscussionTab.Type
