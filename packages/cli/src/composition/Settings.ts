import type { BridgeEmbeddingModel, EmbeddingModel } from "@auspex/adapters-bridge/providers"
import { isLoopbackHost, type OwnRateMaxima } from "@auspex/adapters-http/engine"
import type { PoolModel } from "@auspex/domain/inference"
import { nearest } from "@auspex/domain/kernel"
import { Data, Effect, Either } from "effect"
import { isIP } from "node:net"
import * as path from "node:path"
import { adminKeyWeakness, isGuessableSecret, secretKeyCommand } from "./KeyStrength.ts"
import { embeddingModelFrom } from "./EmbeddingsSetting.ts"
import { modelPoolFrom } from "./ModelPool.ts"
import { rateLimitNames, rateLimitsFrom } from "./RateLimitsSetting.ts"

/** The configuration of one instance. Flags override the environment, and the environment overrides the defaults. */
export interface Settings {
  readonly host: string
  readonly port: number
  readonly researchPort: number
  readonly dataDir: string
  /** A server Postgres; unset for the embedded one in `dataDir`. */
  readonly databaseUrl: string | undefined
  readonly adminKey: string | undefined
  /** 32 bytes, base64; encrypts stored secrets. */
  readonly secretKey: string | undefined
  /** The public address of this service: the base of every link in a mail. */
  readonly publicUrl: string | undefined
  readonly researchUrl: string | undefined
  readonly trustedProxies: ReadonlyArray<string>
  readonly smtpUrl: string | undefined
  readonly allowPrivateEgress: boolean
  /** NATS, which then carries the messages between instances instead of the database. */
  readonly natsUrl: string | undefined
  /** The Ollama server of this service. */
  readonly ollamaUrl: string | undefined
  /** The models that all agents may use. */
  readonly modelPool: ReadonlyArray<PoolModel>
  /** The model by whose vectors findings are ranked, besides words and what the corpus teaches. */
  readonly embeddings: EmbeddingModel | BridgeEmbeddingModel | undefined
  /** The requests to models that the agents of an owner may make on a day. */
  readonly modelRequestsPerDay: number
  /** Limits of this instance that differ from the defaults, in requests a minute. */
  readonly rateLimits: Partial<OwnRateMaxima>
  /** How long a stopping server still answers requests after it has reported that it is not ready. */
  readonly stopDelaySeconds: number
  readonly logLevel: LogLevelName
  readonly demo: boolean
}

const logLevels = ["trace", "debug", "info", "warning", "error", "none"] as const
export type LogLevelName = typeof logLevels[number]

/** The names, default and meaning of a setting, as the docs and `--help` show them. */
interface SettingEntry {
  readonly variable: string
  readonly flag: string | undefined
  readonly default: string | undefined
  readonly meaning: string
}

export const settingEntries = {
  host: entry("AUSPEX_HOST", "--host", "127.0.0.1", "address to listen on"),
  port: entry("AUSPEX_PORT", "--port", "8787", "port of the core API and the pages; 0 takes a free one"),
  researchPort: entry(
    "AUSPEX_RESEARCH_PORT",
    "--research-port",
    "8788",
    "port of the research API; 0 takes a free one"
  ),
  dataDir: entry("AUSPEX_DATA_DIR", "--data-dir", "./.auspex", "directory of the embedded database, mails and keys"),
  databaseUrl: entry(
    "AUSPEX_DATABASE_URL",
    "--database-url",
    undefined,
    "server Postgres (15 or later) in place of the embedded one"
  ),
  adminKey: entry(
    "AUSPEX_ADMIN_KEY",
    undefined,
    undefined,
    "an admin key that is accepted beside those in the database"
  ),
  secretKey: entry(
    "AUSPEX_SECRET_KEY",
    undefined,
    undefined,
    "32 bytes in base64; encrypts stored secrets; made and kept in the data directory when absent in embedded mode, required otherwise"
  ),
  publicUrl: entry(
    "AUSPEX_PUBLIC_URL",
    undefined,
    undefined,
    "base address of links in mails and feeds; the listening address when absent"
  ),
  researchUrl: entry(
    "AUSPEX_RESEARCH_URL",
    undefined,
    undefined,
    "base address of the research API; its listening address when absent"
  ),
  trustedProxies: entry(
    "AUSPEX_TRUSTED_PROXIES",
    undefined,
    undefined,
    "addresses or CIDR blocks, separated by commas, whose X-Forwarded-For is trusted"
  ),
  smtpUrl: entry(
    "AUSPEX_SMTP_URL",
    undefined,
    undefined,
    "smtp:// or smtps:// URL; without it mails are written to <data-dir>/mail/"
  ),
  allowPrivateEgress: entry(
    "AUSPEX_ALLOW_PRIVATE_EGRESS",
    undefined,
    "false",
    "true lets outgoing calls reach loopback and plain http: development and tests only"
  ),
  natsUrl: entry(
    "AUSPEX_NATS_URL",
    undefined,
    undefined,
    "nats:// or tls:// URL of a NATS server that carries requests between instances to machines; the database when absent"
  ),
  ollamaUrl: entry(
    "AUSPEX_OLLAMA_URL",
    undefined,
    undefined,
    "address of an Ollama server that agents with the provider ollama use when no machine of their owner has the model; http://127.0.0.1:11434 when absent, if only this machine reaches the service or private egress is allowed"
  ),
  modelPool: entry(
    "AUSPEX_MODEL_POOL",
    undefined,
    "[]",
    "the models of the provider platform, which all agents may use: a JSON array of {provider, model, api_key, base_url}, tried in order"
  ),
  embeddings: entry(
    "AUSPEX_EMBEDDINGS",
    undefined,
    undefined,
    "the model whose vectors rank findings, too: a JSON object of {provider, model, base_url, api_key}, where provider is openai-compatible or ollama; or of {provider, model, owner}, where provider is bridge"
  ),
  modelRequestsPerDay: entry(
    "AUSPEX_MODEL_REQUESTS_PER_DAY",
    undefined,
    "500",
    "how often the agents of an owner may ask models on a day (UTC); 1 to 1000000"
  ),
  rateLimits: entry(
    "AUSPEX_RATE_LIMITS",
    undefined,
    undefined,
    `requests a minute that differ from the defaults, like read=2000,search=off; of ${rateLimitNames.join(", ")}`
  ),
  stopDelaySeconds: entry(
    "AUSPEX_STOP_DELAY_SECONDS",
    undefined,
    "3",
    "how long a stopping server reports not ready before it stops accepting connections; 0 to 10"
  ),
  logLevel: entry("AUSPEX_LOG_LEVEL", undefined, "info", "trace, debug, info, warning, error or none"),
  demo: entry("", "--demo", "false", "fills an empty database with a small demo world")
} as const satisfies Record<keyof Settings, SettingEntry>

function entry(
  variable: string,
  flag: string | undefined,
  defaultValue: string | undefined,
  meaning: string
): SettingEntry {
  return { variable, flag, default: defaultValue, meaning }
}

/** A setting that cannot be used, and why. */
export class InvalidSetting extends Data.TaggedError("InvalidSetting")<{
  readonly setting: string
  readonly reason: string
}> {
  override get message(): string {
    return `${this.setting}: ${this.reason}`
  }
}

/** Flags as parsed from the command line: text, or true for a switch. */
export type SettingFlags = { readonly [K in keyof Settings]?: string | boolean | undefined }

// Not read by the server; accepted so that the variables of a developer's shell do not stop it.
const knownElsewhere = new Set([
  "AUSPEX_TEST_DATABASE_URL",
  "AUSPEX_SERVER",
  "AUSPEX_RESEARCH_KEY",
  "AUSPEX_RESEARCH_SERVER"
])

/**
 * Settings from flags and environment. An unknown `AUSPEX_*` variable is refused with the nearest known name, so that a
 * misspelt setting is not silently ignored.
 */
export const settingsFrom = (
  flags: SettingFlags,
  env: Readonly<Record<string, string | undefined>>
): Effect.Effect<Settings, InvalidSetting> =>
  Effect.gen(function*() {
    const known = Object.values(settingEntries).map((e) => e.variable).filter((name) => name !== "")
    for (const name of Object.keys(env)) {
      if (!name.startsWith("AUSPEX_") || known.includes(name) || knownElsewhere.has(name)) continue
      return yield* new InvalidSetting({
        setting: name,
        reason: `no such setting; did you mean ${nearest(name, known)}?`
      })
    }
    const raw = (key: keyof Settings): string | undefined => {
      const flag = flags[key]
      if (flag !== undefined) return String(flag)
      const { variable, default: defaultValue } = settingEntries[key]
      const value = variable === "" ? undefined : env[variable]
      return value === undefined || value === "" ? defaultValue : value
    }
    const nameOf = (key: keyof Settings): string =>
      flags[key] !== undefined ? settingEntries[key].flag ?? key : settingEntries[key].variable
    const invalid = (key: keyof Settings, reason: string) => new InvalidSetting({ setting: nameOf(key), reason })
    // Resolved, it would be the working directory, which nobody means by nothing.
    if (raw("dataDir")?.trim() === "") return yield* invalid("dataDir", "must name a directory")
    const port = (key: "port" | "researchPort"): Effect.Effect<number, InvalidSetting> => {
      const text = raw(key) ?? ""
      const value = Number(text)
      return /^\d{1,5}$/.test(text) && value <= 65_535
        ? Effect.succeed(value)
        : Effect.fail(invalid(key, `"${text}" is not a port (0 to 65535)`))
    }
    const url = (
      key: "databaseUrl" | "natsUrl" | "ollamaUrl" | "publicUrl" | "researchUrl" | "smtpUrl",
      protocols: ReadonlyArray<string>
    ) => {
      const text = raw(key)
      if (text === undefined) return Effect.succeed(undefined)
      return URL.canParse(text) && protocols.includes(new URL(text).protocol)
        ? Effect.succeed(text.replace(/\/+$/, ""))
        : Effect.fail(invalid(key, `not a URL that begins with ${protocols.map((p) => `${p}//`).join(" or ")}`))
    }
    const flagOf = (key: "allowPrivateEgress" | "demo"): Effect.Effect<boolean, InvalidSetting> => {
      const text = raw(key)
      return text === "true" || text === "false"
        ? Effect.succeed(text === "true")
        : Effect.fail(invalid(key, `"${text}" is neither true nor false`))
    }
    const secretKey = raw("secretKey")
    if (secretKey !== undefined) {
      const bytes = Buffer.from(secretKey, "base64")
      if (bytes.length !== 32) {
        return yield* invalid("secretKey", "must be 32 bytes in base64 (openssl rand -base64 32)")
      }
      if (isGuessableSecret(bytes)) {
        return yield* invalid("secretKey", `is all zero or as easily guessed; ${secretKeyCommand} makes a good one`)
      }
    }
    const host = raw("host") ?? "127.0.0.1"
    const adminKey = raw("adminKey")
    const weakness = adminKey === undefined ? undefined : adminKeyWeakness(adminKey)
    // Only users of this machine reach a loopback address, and they can read the data directory anyway; `serve` warns.
    if (weakness !== undefined && !isLoopbackHost(host)) return yield* invalid("adminKey", weakness)
    const stopDelay = raw("stopDelaySeconds") ?? ""
    if (!/^\d{1,2}(\.\d{1,3})?$/.test(stopDelay) || Number(stopDelay) > 10) {
      return yield* invalid("stopDelaySeconds", `"${stopDelay}" is not a number from 0 to 10`)
    }
    const trustedProxies = (raw("trustedProxies") ?? "").split(",").map((part) => part.trim()).filter((part) =>
      part !== ""
    )
    const stray = trustedProxies.find((part) => !isNetwork(part))
    if (stray !== undefined)
      return yield* invalid("trustedProxies", `"${stray}" is neither an address nor a CIDR block`)
    const pool = modelPoolFrom(raw("modelPool") ?? "[]")
    if (Either.isLeft(pool)) return yield* invalid("modelPool", pool.left)
    const embeddings = raw("embeddings")
    const embeddingModel = embeddings === undefined ? Either.right(undefined) : embeddingModelFrom(embeddings)
    if (Either.isLeft(embeddingModel)) return yield* invalid("embeddings", embeddingModel.left)
    const modelRequests = raw("modelRequestsPerDay") ?? ""
    if (!/^\d{1,7}$/.test(modelRequests) || Number(modelRequests) < 1 || Number(modelRequests) > 1_000_000) {
      return yield* invalid("modelRequestsPerDay", `"${modelRequests}" is not a number from 1 to 1000000`)
    }
    const rateLimits = rateLimitsFrom(raw("rateLimits") ?? "")
    if (Either.isLeft(rateLimits)) return yield* invalid("rateLimits", rateLimits.left)
    const logLevel = logLevels.find((level) => level === raw("logLevel"))
    if (logLevel === undefined) return yield* invalid("logLevel", `must be one of ${logLevels.join(", ")}`)
    return {
      host,
      port: yield* port("port"),
      researchPort: yield* port("researchPort"),
      dataDir: path.resolve(raw("dataDir") ?? "./.auspex"),
      databaseUrl: yield* url("databaseUrl", ["postgres:", "postgresql:"]),
      adminKey,
      secretKey,
      publicUrl: yield* url("publicUrl", ["http:", "https:"]),
      researchUrl: yield* url("researchUrl", ["http:", "https:"]),
      trustedProxies,
      smtpUrl: yield* url("smtpUrl", ["smtp:", "smtps:"]),
      allowPrivateEgress: yield* flagOf("allowPrivateEgress"),
      natsUrl: yield* url("natsUrl", ["nats:", "tls:"]),
      ollamaUrl: yield* url("ollamaUrl", ["http:", "https:"]),
      modelPool: pool.right,
      embeddings: embeddingModel.right,
      modelRequestsPerDay: Number(modelRequests),
      rateLimits: rateLimits.right,
      stopDelaySeconds: Number(stopDelay),
      logLevel,
      demo: yield* flagOf("demo")
    }
  })

/** Whether the text is an IP address, or one with a prefix length. */
const isNetwork = (text: string): boolean => {
  const [address = "", bits, ...rest] = text.split("/")
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}
