import { SystemInfo } from "@auspex/domain/inference"
import { optional } from "@auspex/domain/kernel"
import { Schema } from "effect"

/** What a heartbeat says. Every field is optional. */
export const HeartbeatPayload = Schema.Struct({
  models: optional(Schema.Array(Schema.String)),
  uptime_seconds: optional(Schema.Number),
  runner_source: optional(Schema.String),
  /** How many requests the runner works on at a time; 1 when absent. */
  concurrency: optional(Schema.Int),
  system_info: optional(SystemInfo)
}).annotations({ identifier: "HeartbeatPayload" })
export interface HeartbeatPayload extends Schema.Schema.Type<typeof HeartbeatPayload> {}

/** Client to service: sent on connect, and every 30 seconds after that. */
export const Heartbeat = Schema.Struct({
  type: Schema.Literal("heartbeat"),
  payload: HeartbeatPayload
}).annotations({ identifier: "Heartbeat" })

/** Service to client: an inference request. Unset fields are left out, never null or "". */
export const InferRequest = Schema.Struct({
  type: Schema.Literal("infer_request"),
  request_id: Schema.String,
  payload: Schema.Struct({
    model: Schema.String,
    system_prompt: optional(Schema.String),
    messages: Schema.Array(Schema.Struct({ role: Schema.String, content: Schema.String })),
    provider_type: optional(Schema.Literal("ollama", "openai-compatible")),
    base_url: optional(Schema.String)
  })
}).annotations({ identifier: "InferRequest" })
export interface InferRequest extends Schema.Schema.Type<typeof InferRequest> {}

/** Service to client: cancels a request. A client that does not support this frame ignores it. */
export const InferCancel = Schema.Struct({
  type: Schema.Literal("infer_cancel"),
  request_id: Schema.String
}).annotations({ identifier: "InferCancel" })

/** Client to service: the next part of the answer. */
export const InferChunk = Schema.Struct({
  type: Schema.Literal("infer_chunk"),
  request_id: Schema.String,
  payload: Schema.Struct({ content: Schema.String })
}).annotations({ identifier: "InferChunk" })

/** Client to service: the complete answer; ends the request. */
export const InferDone = Schema.Struct({
  type: Schema.Literal("infer_done"),
  request_id: Schema.String,
  payload: Schema.Struct({ full_response: Schema.String })
}).annotations({ identifier: "InferDone" })

/** Client to service: the request failed; ends the request. */
export const InferError = Schema.Struct({
  type: Schema.Literal("infer_error"),
  request_id: Schema.String,
  payload: Schema.Struct({ error: Schema.String })
}).annotations({ identifier: "InferError" })

/** The frames that an owner's machine sends. */
export const ClientFrame = Schema.Union(Heartbeat, InferChunk, InferDone, InferError)
export type ClientFrame = typeof ClientFrame.Type

/** The frames that the service sends. */
export const ServiceFrame = Schema.Union(InferRequest, InferCancel)
export type ServiceFrame = typeof ServiceFrame.Type

/** Decodes a text frame of the service; a Left has the decoding error. The service itself uses `readClientFrame`. */
export const decodeServiceFrame = Schema.decodeUnknownEither(Schema.parseJson(ServiceFrame))
