import type { LoadedModel, SystemInfo } from "@auspex/domain/inference"
import type { HeartbeatPayload } from "./Frame.ts"
import { concurrencyMax } from "./frameLimits.ts"

const modelsMax = 256
const loadedModelsMax = 64
const modelNameMax = 200
const textMax = 200
const numberMax = 1e12

/** Reads a value, or gives undefined for one that cannot be used. */
type Read<A> = (value: unknown) => A | undefined

type Fields = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

// Neither control characters nor lone surrogates can be stored.
const unprintable = /[\u0000-\u001f\u007f]/g
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

const text = (lengthMax: number): Read<string> => (value) => {
  if (typeof value !== "string" || value.length > lengthMax) return undefined
  const clean = value.replace(unprintable, " ").replace(loneSurrogate, "\ufffd").trim()
  return clean === "" ? undefined : clean
}

const instantFormat = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/

/** A time of ISO 8601 with its offset; rewritten in UTC. */
const instant: Read<string> = (value) => {
  if (typeof value !== "string" || value.length > 40 || !instantFormat.test(value)) return undefined
  const at = new Date(value)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}

const number: Read<number> = (value) =>
  typeof value === "number" && value >= 0 && value <= numberMax ? value : undefined

const boolean: Read<boolean> = (value) => typeof value === "boolean" ? value : undefined

const list = <A>(read: Read<A>, lengthMax: number): Read<ReadonlyArray<A>> => (value) =>
  Array.isArray(value)
    ? value.slice(0, lengthMax).map(read).filter((item) => item !== undefined)
    : undefined

/** Reads the known fields of an object, and leaves out those that cannot be used. */
const fields =
  <A extends object>(readers: { readonly [K in keyof A]-?: Read<NonNullable<A[K]>> }): Read<Partial<A>> => (value) => {
    if (!isObject(value)) return undefined
    const known: Record<string, unknown> = {}
    for (const [name, read] of Object.entries<Read<unknown>>(readers)) {
      const found = read(Object.hasOwn(value, name) ? value[name] : undefined)
      if (found !== undefined) known[name] = found
    }
    return known as Partial<A>
  }

const loadedFields = fields<LoadedModel>({
  name: text(modelNameMax),
  size_gb: number,
  vram_gb: number,
  ram_gb: number,
  expires_at: instant
})

const loadedModel: Read<LoadedModel> = (value) => {
  const known = loadedFields(value)
  return known?.name === undefined ? undefined : known as LoadedModel
}

const systemInfo = fields<SystemInfo>({
  platform: text(textMax),
  arch: text(textMax),
  hostname: text(textMax),
  cpu_cores: number,
  total_ram_gb: number,
  gpu_name: text(textMax),
  gpu_memory_gb: number,
  used_ram_gb: number,
  free_ram_gb: number,
  cpu_percent: number,
  load_avg_1m: number,
  disk_free_gb: number,
  ollama_running: boolean,
  ollama_loaded_count: number,
  ollama_loaded: list(loadedModel, loadedModelsMax)
})

const concurrency: Read<number> = (value) =>
  typeof value === "number" && Number.isInteger(value) && value >= 1 ? Math.min(value, concurrencyMax) : undefined

const heartbeat = fields<HeartbeatPayload>({
  models: (value) => {
    const names = list(text(modelNameMax), modelsMax)(value)
    return names === undefined ? undefined : [...new Set(names)]
  },
  uptime_seconds: number,
  runner_source: text(textMax),
  concurrency,
  embeds: boolean,
  system_info: systemInfo
})

/**
 * What a heartbeat says, as far as it can be used: a field that is null, of another type, or out of bounds counts as
 * absent, so that no oddity of a machine cuts it off. Lists are cut at their limits, and unknown fields are dropped.
 */
export const readHeartbeat = (payload: unknown): HeartbeatPayload => heartbeat(payload) ?? {}
