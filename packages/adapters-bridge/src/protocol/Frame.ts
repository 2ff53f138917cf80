import { SystemInfo } from "@auspex/domain/inference"
import { optional } from "@auspex/domain/kernel"
import { Schema } from "effect"

/**
 * The texts of an `embed_request`. With texts and vectors of the maximum length both frames stay within their limits,
 * and this is the maximum number of chats that wait for a machine.
 */
export const embedTextsMax = 16

/** What a heartbeat says. Every field is optional. */
export const HeartbeatPayload = Schema.Struct({
  models: optional(Schema.Array(Schema.String)),
  uptime_seconds: optional(Schema.Number),
  runner_source: optional(Schema.String),
  /** How many requests the runner works on at a time; 1 when absent. */
  concurrency: optional(Schema.Int),
  /** Whether the runner answers `embed_request`s; it is sent none unless this is true. */
  embeds: optional(Schema.Boolean),
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

/** Service to client: a request for the vectors of texts. */
export const EmbedRequest = Schema.Struct({
  type: Schema.Literal("embed_request"),
  request_id: Schema.String,
  payload: Schema.Struct({ model: Schema.String, texts: Schema.Array(Schema.String) })
}).annotations({ identifier: "EmbedRequest" })
export interface EmbedRequest extends Schema.Schema.Type<typeof EmbedRequest> {}

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

/** Client to service: the vectors, one for each text in their order, as `vectorText` writes them; ends the request. */
export const EmbedDone = Schema.Struct({
  type: Schema.Literal("embed_done"),
  request_id: Schema.String,
  payload: Schema.Struct({ vectors: Schema.Array(Schema.String).pipe(Schema.maxItems(embedTextsMax)) })
}).annotations({ identifier: "EmbedDone" })

/**
 * Client to service: the request failed; ends the request. The reason `input` says that the model does not accept these
 * texts, while it may accept others.
 */
export const InferError = Schema.Struct({
  type: Schema.Literal("infer_error"),
  request_id: Schema.String,
  payload: Schema.Struct({ error: Schema.String, reason: optional(Schema.Literal("input")) })
}).annotations({ identifier: "InferError" })

/** The frames that an owner's machine sends. */
export const ClientFrame = Schema.Union(Heartbeat, InferChunk, InferDone, EmbedDone, InferError)
export type ClientFrame = typeof ClientFrame.Type

/** The frames that the service sends. */
export const ServiceFrame = Schema.Union(InferRequest, EmbedRequest, InferCancel)
export type ServiceFrame = typeof ServiceFrame.Type

/** Decodes a text frame of the service; a Left has the decoding error. The service itself uses `readClientFrame`. */
export const decodeServiceFrame = Schema.decodeUnknownEither(Schema.parseJson(ServiceFrame))
