import { Schema } from "effect"
import { optional } from "../../kernel/optional.ts"

/** A model in the memory of an owner's machine. Sizes are in gigabytes. */
export const LoadedModel = Schema.Struct({
  name: Schema.String,
  size_gb: optional(Schema.Number),
  vram_gb: optional(Schema.Number),
  ram_gb: optional(Schema.Number),
  /** When the model server will unload it (ISO 8601). */
  expires_at: optional(Schema.String.annotations({ jsonSchema: { type: "string", format: "date-time" } }))
}).annotations({ identifier: "LoadedModel" })
export interface LoadedModel extends Schema.Schema.Type<typeof LoadedModel> {}

/** The self-description of an owner's machine. Every field is optional, because not every system provides it. */
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
export interface SystemInfo extends Schema.Schema.Type<typeof SystemInfo> {}
