import { type BridgeRequest, isBridgeEmbedding } from "@auspex/domain/inference"
import type { EmbedRequest, InferRequest } from "../protocol/index.ts"

/** The frame by which a machine is sent a request. */
export const requestFrame = (request_id: string, request: BridgeRequest): InferRequest | EmbedRequest => {
  if (isBridgeEmbedding(request)) {
    const { model, texts } = request
    return { type: "embed_request", request_id, payload: { model, texts } }
  }
  const { base_url, messages, model, provider_type, system_prompt } = request
  return {
    type: "infer_request",
    request_id,
    payload: {
      model,
      ...(system_prompt === undefined || system_prompt === "" ? {} : { system_prompt }),
      messages,
      ...(provider_type === undefined ? {} : { provider_type }),
      ...(base_url === undefined ? {} : { base_url })
    }
  }
}
