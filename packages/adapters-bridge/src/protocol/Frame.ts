import { optional } from "@auspex/domain/kernel"
import { Schema } from "effect"

/** A model loaded in a runner's memory. Sizes are in gigabytes. */
export const LoadedModel = Schema.Struct({
  name: Schema.String,
  size_gb: optional(Schema.Number),
  vram_gb: optional(Schema.Number),
  ram_gb: optional(Schema.Number),
  expires_at: optional(Schema.String)
}).annotations({ identifier: "LoadedModel" })

/** Information about an owner's machine. Every field is optional, because not every system provides it. */
export const SystemInfo = Schema.Struct({
  platform: optional(Schema.String),
  arch: optional(Schema.String),
  hostname: optional(Schema.String),
  cpu_cores: optional(Schema.Number),
  total_ram_gb: optional(Schema.Number),
  gpu_name: optional(Schema.String),
  gpu_memory_gb: optional(Schema.Number),
  used_ram_gb: optional(Schema.Number),
  free_ram_gb: optional(Schema.Number),
  cpu_percent: optional(Schema.Number),
  load_avg_1m: optional(Schema.Number),
  disk_free_gb: optional(Schema.Number),
  ollama_running: optional(Schema.Boolean),
  ollama_loaded_count: optional(Schema.Number),
  ollama_loaded: optional(Schema.Array(LoadedModel))
}).annotations({ identifier: "SystemInfo" })

/** Client to service: sent on connect, and every 30 seconds after that. */
export const Heartbeat = Schema.Struct({
  type: Schema.Literal("heartbeat"),
  payload: Schema.Struct({
    models: Schema.Array(Schema.String),
    uptime_seconds: optional(Schema.Number),
    runner_source: optional(Schema.String),
    system_info: optional(SystemInfo)
  })
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

/** Decodes a text frame of the other side; a Left has the decoding error. */
export const decodeClientFrame = Schema.decodeUnknownEither(Schema.parseJson(ClientFrame))
export const decodeServiceFrame = Schema.decodeUnknownEither(Schema.parseJson(ServiceFrame))
