import { Either, Redacted, Schema } from "effect"
import { type Failure, failure, type Failures } from "../kernel/Failure.ts"
import { judgeHttpUri } from "../kernel/HttpUri.ts"
import { providerKindOf } from "./ModelSource.ts"

/** The maximum lengths of the name of a provider and of a model, and the limits of a key, in characters. */
export const providerNameMax = 40
export const modelNameMax = 200
export const modelKeyMin = 8
export const modelKeyMax = 500

/** Which provider and model answer. The key is never shown; all fields are null while nothing is configured. */
export const LlmConfig = Schema.Struct({
  llm_provider: Schema.NullOr(Schema.String),
  llm_model: Schema.NullOr(Schema.String),
  llm_base_url: Schema.NullOr(Schema.String).annotations({
    jsonSchema: { type: ["string", "null"], format: "uri" }
  }),
  /** The last four characters of the key; null when there is none. */
  llm_api_key_last4: Schema.NullOr(Schema.String),
  updated_at: Schema.NullOr(Schema.Date)
}).annotations({ identifier: "LlmConfig" })
export interface LlmConfig extends Schema.Schema.Type<typeof LlmConfig> {}

/** The configuration of an agent, which comes before that of its owner. */
export const AgentLlmConfig = Schema.Struct({
  agent_id: Schema.String,
  ...LlmConfig.fields,
  /** Whether the agent uses its owner's configuration when it has none of its own. */
  use_global: Schema.Boolean
}).annotations({ identifier: "AgentLlmConfig" })
export interface AgentLlmConfig extends Schema.Schema.Type<typeof AgentLlmConfig> {}

/** Nothing configured. */
export const noLlmConfig: LlmConfig = {
  llm_provider: null,
  llm_model: null,
  llm_base_url: null,
  llm_api_key_last4: null,
  updated_at: null
}

/**
 * Whose configuration it is: `organisation` is for all owners, `account` for the agents of an owner, `agent` for one
 * agent.
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

/** A request to replace a configuration, before validation. */
export interface LlmConfigRequest {
  /** Null or absent to remove the configuration. */
  readonly llm_provider?: string | null
  readonly llm_model?: string | null
  /** Null to remove the key; absent to keep it, if the provider and its address stay the same. */
  readonly llm_api_key?: string | null
  readonly llm_base_url?: string | null
}

/** A valid configuration that is to be stored. */
export interface JudgedLlmConfig {
  readonly llm_provider: string
  readonly llm_model: string | null
  readonly llm_base_url: string | null
  /** A new key, or whether the stored one stays. */
  readonly key: Redacted.Redacted | "kept" | "none"
}

const invalid = (field: string, message: string, details: Partial<Failure> = {}): Failure =>
  failure("INVALID_REQUEST", `${field} ${message}`, { ...details, field })

/** An empty text counts as none. */
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

const judgeKey = (key: string): Failure | undefined =>
  /^[\x21-\x7e]+$/.test(key) && key.length >= modelKeyMin && key.length <= modelKeyMax
    ? undefined
    : invalid("llm_api_key", `must be ${modelKeyMin} to ${modelKeyMax} visible ASCII characters.`)

const judgeBaseUrl = (address: string): Failure | undefined =>
  judgeHttpUri("llm_base_url", address)
    ?? (/[?#]/.test(address) ? invalid("llm_base_url", "must be without a query and a fragment.") : undefined)

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
  key === null ? undefined : judgeKey(key),
  base_url === null ? undefined : judgeBaseUrl(base_url)
]

/** What a provider needs and what it has no use for. */
const judgeNeeds = (provider: string, { base_url, key, model }: Texts, isKept: boolean) => {
  const kind = providerKindOf(provider)
  const isAsked = kind === "cloud" || kind === "custom"
  return [
    model === null && isAsked ? invalid("llm_model", `is required for ${provider}.`) : undefined,
    key === null && kind === "cloud" && !isKept ? invalid("llm_api_key", `is required for ${provider}.`) : undefined,
    key !== null && !isAsked ? invalid("llm_api_key", `must be absent for ${provider}.`) : undefined,
    base_url === null && kind === "custom"
      ? invalid("llm_base_url", `is required for ${provider}, which is none of the providers known by name.`)
      : undefined,
    base_url !== null && kind === "platform" ? invalid("llm_base_url", "must be absent for platform.") : undefined
  ]
}

/**
 * Judges a configuration that replaces `stored`; undefined when it removes it. The stored key stays if the request says
 * nothing about it, and only for the provider and the address that it was entered for: else whoever may change the
 * address could have the key sent to a server of theirs.
 */
export const judgeLlmConfig = (
  request: LlmConfigRequest,
  stored: ProviderConfig | undefined
): Either.Either<JudgedLlmConfig | undefined, Failures> => {
  const named = textOf(request.llm_provider)
  const texts: Texts = {
    provider: named === null ? null : providerNameOf(named),
    model: textOf(request.llm_model),
    key: textOf(request.llm_api_key),
    base_url: textOf(request.llm_base_url)?.replace(/\/+$/, "") ?? null
  }
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

/** A configuration as its owner sees it. */
export const toLlmConfig = (stored: ProviderConfig | undefined): LlmConfig =>
  stored === undefined ? noLlmConfig : {
    llm_provider: stored.llm_provider,
    llm_model: stored.llm_model,
    llm_base_url: stored.llm_base_url,
    llm_api_key_last4: stored.key_last4,
    updated_at: stored.updated_at
  }
