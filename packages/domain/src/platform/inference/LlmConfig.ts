import { Either, Redacted, Schema } from "effect"
import { type Failure, failure, type Failures } from "../../kernel/Failure.ts"
import { judgeHttpUri } from "../../kernel/HttpUri.ts"
import { providerKindOf } from "./ModelSource.ts"

/**
 * The maximum lengths of the name of a provider and of a model, and the limits of a key, in characters. An owner's own
 * server takes a key of any length.
 */
export const providerNameMax = 40
export const modelNameMax = 200
export const modelKeyMin = 1
export const cloudKeyMin = 8
export const modelKeyMax = 500

/**
 * The shown part of a key: its last four characters, or an empty text for a key of fewer than eight characters, because
 * four would reveal half of it.
 *
 * @example shownKey("sk-test-0123456789abcdef") // "cdef"
 * @example shownKey("EMPTY") // ""
 */
export const shownKey = (key: string): string => key.length < 8 ? "" : key.slice(-4)

/** The provider and the model that answer. The key is never shown; all fields are null without a configuration. */
export const LlmConfig = Schema.Struct({
  llm_provider: Schema.NullOr(Schema.String),
  llm_model: Schema.NullOr(Schema.String),
  llm_base_url: Schema.NullOr(Schema.String).annotations({
    jsonSchema: { type: ["string", "null"], format: "uri" }
  }),
  /** The last four characters of the key, "" for a key of fewer than eight; null without a key. */
  llm_api_key_last4: Schema.NullOr(Schema.String),
  updated_at: Schema.NullOr(Schema.Date)
}).annotations({ identifier: "LlmConfig" })
export interface LlmConfig extends Schema.Schema.Type<typeof LlmConfig> {}

/** The configuration of an agent, which takes precedence over its owner's configuration. */
export const AgentLlmConfig = Schema.Struct({
  agent_id: Schema.String,
  ...LlmConfig.fields,
  /** Whether the agent uses its owner's configuration if it has none itself. */
  use_global: Schema.Boolean
}).annotations({ identifier: "AgentLlmConfig" })
export interface AgentLlmConfig extends Schema.Schema.Type<typeof AgentLlmConfig> {}

/** The absence of a configuration. */
export const noLlmConfig: LlmConfig = {
  llm_provider: null,
  llm_model: null,
  llm_base_url: null,
  llm_api_key_last4: null,
  updated_at: null
}

/**
 * The subject of a configuration: `organisation` is for all owners, `account` for the agents of an owner, `agent` for
 * one agent.
 */
export type LlmConfigSubject =
  | { readonly scope: "organisation" }
  | { readonly scope: "account" | "agent"; readonly account_id: string }

/** A configuration that names a provider. */
export interface ProviderConfig {
  readonly subject: LlmConfigSubject
  readonly llm_provider: string
  readonly llm_model: string | null
  readonly llm_base_url: string | null
  /** The encrypted key. */
  readonly sealed_key: Uint8Array | null
  readonly key_last4: string | null
  readonly updated_at: Date
}

/** A request to change a configuration, before validation. An absent field stays as it is; null removes it. */
export interface LlmConfigRequest {
  /** Null to remove the whole configuration. */
  readonly llm_provider?: string | null
  /** If absent, kept when the new provider is reached in the same way or needs a model. */
  readonly llm_model?: string | null
  /** If absent, kept only for the same provider and address. */
  readonly llm_api_key?: string | null
  /** If absent, kept only when the new provider is reached in the same way. */
  readonly llm_base_url?: string | null
}

/** A valid configuration to store. */
export interface JudgedLlmConfig {
  readonly llm_provider: string
  readonly llm_model: string | null
  readonly llm_base_url: string | null
  /** A new key, or whether the stored one stays. */
  readonly key: Redacted.Redacted | "kept" | "none"
}

const invalid = (field: string, message: string, details: Partial<Failure> = {}): Failure =>
  failure("INVALID_REQUEST", `${field} ${message}`, { ...details, field })

/** Treats an empty text as absent. */
const textOf = (text: string | null | undefined): string | null => {
  const trimmed = text?.trim() ?? ""
  return trimmed === "" ? null : trimmed
}

/** The name of a provider as it is stored. */
export const providerNameOf = (text: string): string => text.trim().toLowerCase()

const judgeProvider = (provider: string): Failure | undefined =>
  /^[a-z0-9][a-z0-9._-]*$/.test(provider) && provider.length <= providerNameMax
    ? undefined
    : invalid("llm_provider", `must be 1 to ${providerNameMax} letters, digits, dots, hyphens or underscores.`, {
      measured: provider.length,
      limit: providerNameMax
    })

const judgeModel = (model: string): Failure | undefined =>
  model.length <= modelNameMax && !/[\p{C}\s]/u.test(model)
    ? undefined
    : invalid("llm_model", `must be at most ${modelNameMax} characters without white space.`, {
      measured: model.length,
      limit: modelNameMax
    })

const judgeKey = (key: string, provider: string | null): Failure | undefined => {
  const min = provider !== null && providerKindOf(provider) === "cloud" ? cloudKeyMin : modelKeyMin
  return /^[\x21-\x7e]+$/.test(key) && key.length >= min && key.length <= modelKeyMax
    ? undefined
    : invalid("llm_api_key", `must be ${min} to ${modelKeyMax} visible ASCII characters.`)
}

const judgeBaseUrl = (address: string): Failure | undefined =>
  judgeHttpUri("llm_base_url", address)
    ?? (/[?#]/.test(address) ? invalid("llm_base_url", "must not have a query or a fragment.") : undefined)

/** The texts of a request, without white space around them. */
interface Texts {
  readonly provider: string | null
  readonly model: string | null
  readonly key: string | null
  readonly base_url: string | null
}

const judgeTexts = ({ base_url, key, model, provider }: Texts): ReadonlyArray<Failure | undefined> => [
  provider === null ? undefined : judgeProvider(provider),
  model === null ? undefined : judgeModel(model),
  key === null ? undefined : judgeKey(key, provider),
  base_url === null ? undefined : judgeBaseUrl(base_url)
]

/** Whether a provider has an address of its own and needs the name of a model. */
const isAsked = (provider: string): boolean => {
  const kind = providerKindOf(provider)
  return kind === "cloud" || kind === "custom"
}

/** The failures for fields that a provider needs, and for fields that it cannot use. */
const judgeNeeds = (provider: string, { base_url, key, model }: Texts, isKept: boolean) => {
  const kind = providerKindOf(provider)
  return [
    model === null && isAsked(provider) ? invalid("llm_model", `is required for ${provider}.`) : undefined,
    key === null && kind === "cloud" && !isKept ? invalid("llm_api_key", `is required for ${provider}.`) : undefined,
    key !== null && !isAsked(provider) ? invalid("llm_api_key", `must be absent for ${provider}.`) : undefined,
    base_url === null && kind === "custom"
      ? invalid("llm_base_url", `is required for ${provider}, which is not a known provider.`)
      : undefined,
    base_url !== null && kind === "platform" ? invalid("llm_base_url", "must be absent for platform.") : undefined
  ]
}

/** The value of a field: the stored one if the request says nothing about it. */
const merged = (given: string | null | undefined, stored: string | null | undefined): string | null =>
  given === undefined ? stored ?? null : textOf(given)

/** Whether two providers share their address: both on the owner's machine, or both at a server of the owner. */
const isReachedAlike = (one: string, other: string | null): boolean => {
  if (other === null || one === other) return one === other
  const kinds = [providerKindOf(one), providerKindOf(other)]
  return kinds.every((kind) => kind === "custom") || kinds.every((kind) => kind === "bridge" || kind === "ollama")
}

const mergedTexts = (request: LlmConfigRequest, stored: ProviderConfig | undefined): Texts => {
  const named = merged(request.llm_provider, stored?.llm_provider)
  const provider = named === null ? null : providerNameOf(named)
  const isAlike = stored !== undefined && isReachedAlike(stored.llm_provider, provider)
  const address = isAlike ? stored.llm_base_url : null
  // A provider that needs no model name would fail with the model of another provider.
  const isNeeded = provider !== null && isAsked(provider)
  return {
    provider,
    model: merged(request.llm_model, isAlike || isNeeded ? stored?.llm_model : null),
    key: textOf(request.llm_api_key),
    base_url: merged(request.llm_base_url, address)?.replace(/\/+$/, "") ?? null
  }
}

/**
 * Judges the configuration that results from applying a request to `stored`; undefined when the request removes it. If
 * the request has no key, the stored key is kept only for the same provider and address. Otherwise, an attacker who can
 * change the address could receive the key at another server.
 */
export const judgeLlmConfig = (
  request: LlmConfigRequest,
  stored: ProviderConfig | undefined
): Either.Either<JudgedLlmConfig | undefined, Failures> => {
  const texts = mergedTexts(request, stored)
  const { base_url, key, model, provider } = texts
  const isKept = request.llm_api_key === undefined && stored !== undefined && stored.sealed_key !== null
    && stored.llm_provider === provider && stored.llm_base_url === base_url
  const stray = (["llm_model", "llm_api_key", "llm_base_url"] as const).find((field) => textOf(request[field]) !== null)
  const [first, ...others] = [
    provider === null && stray !== undefined ? invalid("llm_provider", `is required with ${stray}.`) : undefined,
    ...judgeTexts(texts),
    ...(provider === null ? [] : judgeNeeds(provider, texts, isKept))
  ].filter((found) => found !== undefined)
  if (first !== undefined) return Either.left([first, ...others])
  return Either.right(
    provider === null ? undefined : {
      llm_provider: provider,
      llm_model: model,
      llm_base_url: base_url,
      key: key === null ? (isKept ? "kept" : "none") : Redacted.make(key)
    }
  )
}

/** The view of a configuration for its owner. */
export const toLlmConfig = (stored: ProviderConfig | undefined): LlmConfig =>
  stored === undefined ? noLlmConfig : {
    llm_provider: stored.llm_provider,
    llm_model: stored.llm_model,
    llm_base_url: stored.llm_base_url,
    llm_api_key_last4: stored.key_last4,
    updated_at: stored.updated_at
  }
