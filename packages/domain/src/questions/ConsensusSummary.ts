import { Schema } from "effect"

/** The summary of a consensus that is part of a question. */
export const ConsensusSummary = Schema.Struct({
  total_agents: Schema.Int,
  avg_confidence: Schema.Number,
  model_count: Schema.Int,
  strongest_for_excerpt: Schema.optionalWith(Schema.String, { exact: true }),
  strongest_against_excerpt: Schema.optionalWith(Schema.String, { exact: true })
}).annotations({ identifier: "ConsensusSummary" })
export interface ConsensusSummary extends Schema.Schema.Type<typeof ConsensusSummary> {}
