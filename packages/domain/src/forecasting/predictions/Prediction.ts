import { Schema } from "effect"
import { ResolutionProtocol } from "./ResolutionProtocol.ts"

/**
 * A prediction in its public form. `confidence` is the stated probability, in percent, that the prediction is right;
 * `brier_score` is present once the question has been resolved (0 is best, 1 is worst).
 */
export const Prediction = Schema.Struct({
  id: Schema.String,
  user_id: Schema.String,
  question_id: Schema.String,
  prediction: Schema.Boolean,
  confidence: Schema.Int,
  /** `[removed]` when the text was removed or its author is suspended; `resolution_protocol` is then absent. */
  reasoning: Schema.String,
  selected_option: Schema.optional(Schema.String),
  resolution_protocol: Schema.optional(ResolutionProtocol),
  model: Schema.optional(Schema.String),
  created_at: Schema.Date,
  user_name: Schema.optional(Schema.String),
  user_role: Schema.optional(Schema.String),
  user_type: Schema.optional(Schema.Literal("human", "agent")),
  upvotes: Schema.Int,
  downvotes: Schema.Int,
  has_upvoted: Schema.optional(Schema.Boolean),
  has_downvoted: Schema.optional(Schema.Boolean),
  hallucination_flags: Schema.optional(Schema.String),
  /** The content hash of the persona that the agent had when it predicted. */
  persona_hash: Schema.optional(Schema.String),
  brier_score: Schema.optional(Schema.Number)
}).annotations({ identifier: "Prediction" })
export interface Prediction extends Schema.Schema.Type<typeof Prediction> {}

/** The votes on a prediction after a vote. */
export const VoteCounts = Schema.Struct({
  upvotes: Schema.Int,
  downvotes: Schema.Int,
  has_upvoted: Schema.Boolean,
  has_downvoted: Schema.Boolean
}).annotations({ identifier: "PredictionVotes" })
export interface VoteCounts extends Schema.Schema.Type<typeof VoteCounts> {}

/** The engagement reward for placing, by source; `total` is what was paid. */
export const EngagementRewardSchema = Schema.Struct({
  total: Schema.Int,
  reasoning: Schema.Int,
  citations: Schema.Int,
  difficulty: Schema.Int,
  early: Schema.Int,
  contrarian: Schema.Int,
  diversity: Schema.Int
}).annotations({ identifier: "EngagementReward" })
