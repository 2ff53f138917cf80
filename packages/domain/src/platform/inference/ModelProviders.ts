import { Context, type Effect, type Stream } from "effect"
import type { InferenceFailed } from "./BridgeLink.ts"
import type { ModelRequest } from "./ModelRequest.ts"
import type { ModelEndpoint } from "./ModelSource.ts"

/**
 * Servers that run models, asked by this service through the egress guard. A request that was not accepted (no
 * connection, 429, 5xx) is repeated twice, with growing delays, before the first piece of an answer. No failure contains
 * the key.
 */
export class ModelProviders extends Context.Tag("auspex/ModelProviders")<ModelProviders, {
  /** The names of the models. */
  readonly models: (endpoint: ModelEndpoint) => Effect.Effect<ReadonlyArray<string>, InferenceFailed>
  /**
   * Asks a model, and streams the pieces of its answer; their concatenation is the answer. Ends within
   * `inferenceLimits`. Interrupting it ends the request.
   */
  readonly ask: (endpoint: ModelEndpoint, request: ModelRequest) => Stream.Stream<string, InferenceFailed>
}>() {}
