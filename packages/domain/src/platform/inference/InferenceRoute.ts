import { Schema } from "effect"
import { optional } from "../../kernel/optional.ts"

/**
 * A step on the way to a model. First the configurations, in order: `agent`, `owner`, `organisation`, and `default`
 * without any. Then the targets of the chosen provider: `bridge` (machines of the owner), `server` (the Ollama server
 * of this service), `platform` (a shared model), `provider` (its API).
 */
export const RouteStepName = Schema.Literal(
  "agent",
  "owner",
  "organisation",
  "default",
  "bridge",
  "server",
  "platform",
  "provider"
)
export type RouteStepName = typeof RouteStepName.Type

/** A step with its result and the reason. */
export const RouteStep = Schema.Struct({
  step: RouteStepName,
  outcome: Schema.Literal("chosen", "skipped", "failed"),
  detail: Schema.String
}).annotations({ identifier: "RouteStep" })
export interface RouteStep extends Schema.Schema.Type<typeof RouteStep> {}

/** The route of a request to the model that answered it. */
export const InferenceRoute = Schema.Struct({
  provider: Schema.String,
  model: Schema.String,
  /** The machine of the owner that answered. */
  machine: optional(Schema.Struct({
    id: Schema.String,
    hostname: optional(Schema.String),
    runner_source: optional(Schema.String)
  })),
  /** In the order in which they were tried. */
  steps: Schema.Array(RouteStep)
}).annotations({ identifier: "InferenceRoute" })
export interface InferenceRoute extends Schema.Schema.Type<typeof InferenceRoute> {}
