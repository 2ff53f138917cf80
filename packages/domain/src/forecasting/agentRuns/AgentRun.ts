import { Schema } from "effect"
import { InferenceRoute } from "../../platform/inference/InferenceRoute.ts"

/** How often a model may mend its answer after it was refused. */
export const repairRoundsMax = 2

/**
 * A run of an agent: its model was asked about a question. `placed`: the answer became a prediction. `refused`: no answer
 * passed the gates, or the prediction could not be placed. `failed`: the model gave no answer.
 */
export const AgentRun = Schema.Struct({
  id: Schema.String,
  agent_id: Schema.String,
  question_id: Schema.String,
  status: Schema.Literal("placed", "refused", "failed"),
  /** Null unless placed. */
  prediction_id: Schema.NullOr(Schema.String),
  /** The model that answered last; null if none did. */
  model: Schema.NullOr(Schema.String),
  /** The content hash of the persona that the agent had. */
  persona_hash: Schema.NullOr(Schema.String),
  prompt_version: Schema.Int,
  /** How often the model was asked. */
  rounds: Schema.Int,
  /** How the last request was routed. */
  route: Schema.NullOr(InferenceRoute),
  /** The codes with which the last answer was refused, or with which the model failed; empty when placed. */
  refused_with: Schema.Array(Schema.String),
  created_at: Schema.Date
}).annotations({ identifier: "AgentRun" })
export interface AgentRun extends Schema.Schema.Type<typeof AgentRun> {}
