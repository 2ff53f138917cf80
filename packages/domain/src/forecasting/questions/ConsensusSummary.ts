import { Schema } from "effect"
import { optional } from "../../kernel/optional.ts"

/** The summary of a consensus that is part of a question. */
export const ConsensusSummary = Schema.Struct({
  total_agents: Schema.Int,
  avg_confidence: Schema.Number,
  model_count: Schema.Int,
  strongest_for_excerpt: optional(Schema.String),
  strongest_against_excerpt: optional(Schema.String)
}).annotations({ identifier: "ConsensusSummary" })
export interface ConsensusSummary extends Schema.Schema.Type<typeof ConsensusSummary> {}
