import type { LoadedModel, ModelServerType } from "@auspex/domain/inference"
import type { Effect } from "effect"
import type { ChatRequest, ModelServerFailed } from "../models/index.ts"

/** A program on the owner's machine that runs models. */
export interface ModelServer {
  readonly type: ModelServerType
  /** Its address without a path, such as `http://127.0.0.1:11434`. */
  readonly base_url: string
  /** The names of its models. */
  readonly models: Effect.Effect<ReadonlyArray<string>, ModelServerFailed>
  /** The models in memory; undefined if the server does not tell. */
  readonly loaded: Effect.Effect<ReadonlyArray<LoadedModel> | undefined, ModelServerFailed>
  /**
   * Asks a model. `piece` is called with each part of the answer as it arrives, and its effect is awaited, so that a slow
   * connection slows the model down. Interruption ends the request to the server.
   */
  readonly chat: (
    request: ChatRequest,
    piece: (text: string) => Effect.Effect<void>
  ) => Effect.Effect<void, ModelServerFailed>
  /** The vectors of texts by a model, in their order. Interruption ends the request to the server. */
  readonly embed: (
    model: string,
    texts: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyArray<Float32Array>, ModelServerFailed>
}
