import type { BridgeEmbeddingModel, EmbeddingModel } from "@auspex/adapters-bridge/providers"
import { isLoopbackHost, type OwnRateMaxima } from "@auspex/adapters-http/engine"
import type { PoolModel } from "@auspex/domain/inference"
import { nearest } from "@auspex/domain/kernel"
import { Data, Effect, type Either } from "effect"
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
    "an admin key that is accepted in addition to the keys in the database"
  ),
  secretKey: entry(
    "AUSPEX_SECRET_KEY",
    undefined,
    undefined,
    "the key that encrypts stored secrets: 32 bytes in base64; required with a server database; when absent with an embedded database, made and kept in the data directory"
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
    "true allows outgoing calls to loopback and by plain http: for development and tests only"
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
    "address of an Ollama server that agents with the provider ollama use when no machine of their owner has the model; when absent, http://127.0.0.1:11434 if only this machine can reach the service or private egress is allowed"
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
    "an embedding model; its vectors are one of three rankings of findings: a JSON object of {provider, model, base_url, api_key}, where provider is openai-compatible or ollama; or of {provider, model, owner}, where provider is bridge"
  ),
  modelRequestsPerDay: entry(
    "AUSPEX_MODEL_REQUESTS_PER_DAY",
    undefined,
    "500",
    "how many requests to models the agents of an owner may make a day (UTC); 1 to 1000000"
  ),
  rateLimits: entry(
    "AUSPEX_RATE_LIMITS",
    undefined,
    undefined,
    `limits of requests a minute in place of the defaults, such as read=2000,search=off; the names are ${
      rateLimitNames.join(", ")
    }`
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

/** Reads the text of settings, and refuses settings by the names that the user gave. */
interface SettingReader {
  /** The flag, else the variable, else the default. */
  readonly raw: (key: keyof Settings) => string | undefined
  readonly invalid: (key: keyof Settings, reason: string) => InvalidSetting
}

type Environment = Readonly<Record<string, string | undefined>>

const settingReader = (flags: SettingFlags, env: Environment): SettingReader => ({
  raw: (key) => {
    const flag = flags[key]
    if (flag !== undefined) return String(flag)
    const { variable, default: defaultValue } = settingEntries[key]
    const value = variable === "" ? undefined : env[variable]
    return value === undefined || value === "" ? defaultValue : value
  },
  invalid: (key, reason) => {
    const { flag, variable } = settingEntries[key]
    return new InvalidSetting({ setting: flags[key] !== undefined ? flag ?? key : variable, reason })
  }
})

const refuseUnknownSettings = (env: Environment): Effect.Effect<void, InvalidSetting> => {
  const known = Object.values(settingEntries).map((e) => e.variable).filter((name) => name !== "")
  const unknown = Object.keys(env).find((name) =>
    name.startsWith("AUSPEX_") && !known.includes(name) && !knownElsewhere.has(name)
  )
  return unknown === undefined
    ? Effect.void
    : new InvalidSetting({ setting: unknown, reason: `no such setting; did you mean ${nearest(unknown, known)}?` })
}

const dataDirFrom = ({ invalid, raw }: SettingReader): Effect.Effect<string, InvalidSetting> => {
  const text = raw("dataDir") ?? "./.auspex"
  // Resolved, it would be the working directory, which nobody means by nothing.
  return text.trim() === "" ? invalid("dataDir", "must name a directory") : Effect.succeed(path.resolve(text))
}

const portFrom = (
  { invalid, raw }: SettingReader,
  key: "port" | "researchPort"
): Effect.Effect<number, InvalidSetting> => {
  const text = raw(key) ?? ""
  const value = Number(text)
  return /^\d{1,5}$/.test(text) && value <= 65_535
    ? Effect.succeed(value)
    : invalid(key, `"${text}" is not a port (0 to 65535)`)
}

const urlFrom = (
  { invalid, raw }: SettingReader,
  key: "databaseUrl" | "natsUrl" | "ollamaUrl" | "publicUrl" | "researchUrl" | "smtpUrl",
  protocols: ReadonlyArray<string>
): Effect.Effect<string | undefined, InvalidSetting> => {
  const text = raw(key)
  if (text === undefined) return Effect.succeed(undefined)
  return URL.canParse(text) && protocols.includes(new URL(text).protocol)
    ? Effect.succeed(text.replace(/\/+$/, ""))
    : invalid(key, `not a URL that begins with ${protocols.map((p) => `${p}//`).join(" or ")}`)
}

const switchFrom = (
  { invalid, raw }: SettingReader,
  key: "allowPrivateEgress" | "demo"
): Effect.Effect<boolean, InvalidSetting> => {
  const text = raw(key)
  return text === "true" || text === "false"
    ? Effect.succeed(text === "true")
    : invalid(key, `"${text}" is neither true nor false`)
}

const secretKeyFrom = ({ invalid, raw }: SettingReader): Effect.Effect<string | undefined, InvalidSetting> => {
  const secretKey = raw("secretKey")
  if (secretKey === undefined) return Effect.succeed(undefined)
  const bytes = Buffer.from(secretKey, "base64")
  if (bytes.length !== 32) return invalid("secretKey", "must be 32 bytes in base64 (openssl rand -base64 32)")
  return isGuessableSecret(bytes)
    ? invalid("secretKey", `is all zero or as easily guessed; ${secretKeyCommand} makes a good one`)
    : Effect.succeed(secretKey)
}

const adminKeyFrom = (
  { invalid, raw }: SettingReader,
  host: string
): Effect.Effect<string | undefined, InvalidSetting> => {
  const adminKey = raw("adminKey")
  const weakness = adminKey === undefined ? undefined : adminKeyWeakness(adminKey)
  // Only users of this machine reach a loopback address, and they can read the data directory anyway; `serve` warns.
  return weakness !== undefined && !isLoopbackHost(host) ? invalid("adminKey", weakness) : Effect.succeed(adminKey)
}

const stopDelayFrom = ({ invalid, raw }: SettingReader): Effect.Effect<number, InvalidSetting> => {
  const text = raw("stopDelaySeconds") ?? ""
  return /^\d{1,2}(\.\d{1,3})?$/.test(text) && Number(text) <= 10
    ? Effect.succeed(Number(text))
    : invalid("stopDelaySeconds", `"${text}" is not a number from 0 to 10`)
}

const trustedProxiesFrom = ({ invalid, raw }: SettingReader): Effect.Effect<ReadonlyArray<string>, InvalidSetting> => {
  const proxies = (raw("trustedProxies") ?? "").split(",").map((part) => part.trim()).filter((part) => part !== "")
  const stray = proxies.find((part) => !isNetwork(part))
  return stray === undefined
    ? Effect.succeed(proxies)
    : invalid("trustedProxies", `"${stray}" is neither an address nor a CIDR block`)
}

const modelRequestsFrom = ({ invalid, raw }: SettingReader): Effect.Effect<number, InvalidSetting> => {
  const text = raw("modelRequestsPerDay") ?? ""
  return /^\d{1,7}$/.test(text) && Number(text) >= 1 && Number(text) <= 1_000_000
    ? Effect.succeed(Number(text))
    : invalid("modelRequestsPerDay", `"${text}" is not a number from 1 to 1000000`)
}

const logLevelFrom = ({ invalid, raw }: SettingReader): Effect.Effect<LogLevelName, InvalidSetting> => {
  const level = logLevels.find((name) => name === raw("logLevel"))
  return level === undefined
    ? invalid("logLevel", `must be one of ${logLevels.join(", ")}`)
    : Effect.succeed(level)
}

/** A setting that is a small document with its own reader. */
const documentFrom = <A>(
  { invalid, raw }: SettingReader,
  key: keyof Settings,
  read: (text: string) => Either.Either<A, string>
): Effect.Effect<A, InvalidSetting> => Effect.mapError(read(raw(key) ?? ""), (reason) => invalid(key, reason))

/**
 * Settings from flags and environment. An unknown `AUSPEX_*` variable is refused with the nearest known name, so that a
 * misspelt setting is not silently ignored.
 */
export const settingsFrom = (flags: SettingFlags, env: Environment): Effect.Effect<Settings, InvalidSetting> =>
  Effect.gen(function*() {
    yield* refuseUnknownSettings(env)
    const reader = settingReader(flags, env)
    const host = reader.raw("host") ?? "127.0.0.1"
    return {
      host,
      dataDir: yield* dataDirFrom(reader),
      secretKey: yield* secretKeyFrom(reader),
      adminKey: yield* adminKeyFrom(reader, host),
      stopDelaySeconds: yield* stopDelayFrom(reader),
      trustedProxies: yield* trustedProxiesFrom(reader),
      modelPool: yield* documentFrom(reader, "modelPool", modelPoolFrom),
      embeddings: reader.raw("embeddings") === undefined
        ? undefined
        : yield* documentFrom(reader, "embeddings", embeddingModelFrom),
      modelRequestsPerDay: yield* modelRequestsFrom(reader),
      rateLimits: yield* documentFrom(reader, "rateLimits", rateLimitsFrom),
      logLevel: yield* logLevelFrom(reader),
      port: yield* portFrom(reader, "port"),
      researchPort: yield* portFrom(reader, "researchPort"),
      databaseUrl: yield* urlFrom(reader, "databaseUrl", ["postgres:", "postgresql:"]),
      publicUrl: yield* urlFrom(reader, "publicUrl", ["http:", "https:"]),
      researchUrl: yield* urlFrom(reader, "researchUrl", ["http:", "https:"]),
      smtpUrl: yield* urlFrom(reader, "smtpUrl", ["smtp:", "smtps:"]),
      allowPrivateEgress: yield* switchFrom(reader, "allowPrivateEgress"),
      natsUrl: yield* urlFrom(reader, "natsUrl", ["nats:", "tls:"]),
      ollamaUrl: yield* urlFrom(reader, "ollamaUrl", ["http:", "https:"]),
      demo: yield* switchFrom(reader, "demo")
    }
  })

/** Whether the text is an IP address, or one with a prefix length. */
const isNetwork = (text: string): boolean => {
  const [address = "", bits, ...rest] = text.split("/")
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}
