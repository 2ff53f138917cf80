import type { EmbeddingPurpose } from "../../research/retrieval/Embeddings.ts"
import {
  embeddingLimits,
  firstTokenMillisMaxUnloaded,
  inferenceLimits,
  type InferenceLimits
} from "./InferenceProgress.ts"
import type { ModelRequest, ModelServerType } from "./ModelRequest.ts"

/** A chat as it is sent to a machine. Without a `base_url` the runner uses the model server that it found. */
export interface BridgeChat extends ModelRequest {
  readonly provider_type?: ModelServerType
  readonly base_url?: string
}

/** A request for the vectors of texts. Each text begins with the prefix that the model expects for its purpose. */
export interface BridgeEmbedding {
  readonly model: string
  readonly texts: ReadonlyArray<string>
  readonly purpose: EmbeddingPurpose
}

/** A request as it is sent to a machine. */
export type BridgeRequest = BridgeChat | BridgeEmbedding

export const isBridgeEmbedding = (request: BridgeRequest): request is BridgeEmbedding => "texts" in request

/** The limits of a request; its model may have to be loaded first. */
export const bridgeLimitsOf = (request: BridgeRequest, isLoaded: boolean): InferenceLimits =>
  isBridgeEmbedding(request)
    ? embeddingLimits
    : isLoaded
    ? inferenceLimits
    : { ...inferenceLimits, firstTokenMillisMax: firstTokenMillisMaxUnloaded }
