import { Either, Redacted, Schema } from "effect"
import { type Failure, failure, type Failures } from "../kernel/Failure.ts"
import { judgeHttpUri } from "../kernel/HttpUri.ts"
import { type ProviderKind, providerKindOf } from "./ModelSource.ts"

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

const judgeProvider = (provider: string): ReadonlyArray<Failure> =>
  /^[a-z0-9][a-z0-9._-]*$/.test(provider) && provider.length <= providerNameMax
    ? []
    : [invalid("llm_provider", `must be 1 to ${providerNameMax} letters, digits, dots, hyphens or underscores.`, {
      measured: provider.length,
      limit: providerNameMax
    })]

const needsModel: Readonly<Record<ProviderKind, boolean>> = {
  platform: false,
  bridge: false,
  ollama: false,
  cloud: true,
  custom: true
}

const judgeModel = (kind: ProviderKind, provider: string, model: string | null): ReadonlyArray<Failure> => {
  if (model === null) return needsModel[kind] ? [invalid("llm_model", `is required for ${provider}.`)] : []
  return model.length <= modelNameMax && !/[\p{C}\s]/u.test(model)
    ? []
    : [invalid("llm_model", `must be at most ${modelNameMax} characters without white space.`, {
      measured: model.length,
      limit: modelNameMax
    })]
}

const judgeBaseUrl = (kind: ProviderKind, provider: string, address: string | null): ReadonlyArray<Failure> => {
  if (address === null) {
    return kind === "custom"
      ? [invalid("llm_base_url", `is required for ${provider}, which is none of the providers known by name.`)]
      : []
  }
  if (kind === "platform") return [invalid("llm_base_url", "must be absent for platform.")]
  const flaw = judgeHttpUri("llm_base_url", address)
  if (flaw !== undefined) return [flaw]
  return /[?#]/.test(address) ? [invalid("llm_base_url", "must be without a query and a fragment.")] : []
}

/** Whether a provider of this kind is asked with a key of whoever configured it. */
const takesKey = (kind: ProviderKind): boolean => kind === "cloud" || kind === "custom"

const judgeKey = (
  kind: ProviderKind,
  provider: string,
  sent: string | null | undefined,
  isKept: boolean
): ReadonlyArray<Failure> => {
  const key = textOf(sent)
  if (key === null) {
    return kind === "cloud" && !isKept ? [invalid("llm_api_key", `is required for ${provider}.`)] : []
  }
  if (!takesKey(kind)) return [invalid("llm_api_key", `must be absent for ${provider}.`)]
  return /^[\x21-\x7e]+$/.test(key) && key.length >= modelKeyMin && key.length <= modelKeyMax
    ? []
    : [invalid("llm_api_key", `must be ${modelKeyMin} to ${modelKeyMax} visible ASCII characters.`)]
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
  if (named === null) {
    const stray = (["llm_model", "llm_api_key", "llm_base_url"] as const).find((field) =>
      textOf(request[field]) !== null
    )
    return stray === undefined
      ? Either.right(undefined)
      : Either.left([invalid("llm_provider", `is required with ${stray}.`)])
  }
  const llm_provider = providerNameOf(named)
  const kind = providerKindOf(llm_provider)
  const llm_model = textOf(request.llm_model)
  const llm_base_url = textOf(request.llm_base_url)?.replace(/\/+$/, "") ?? null
  const isKept = request.llm_api_key === undefined && stored !== undefined && stored.sealed_key !== null
    && stored.llm_provider === llm_provider && stored.llm_base_url === llm_base_url
  const [first, ...others] = [
    ...judgeProvider(llm_provider),
    ...judgeModel(kind, llm_provider, llm_model),
    ...judgeKey(kind, llm_provider, request.llm_api_key, isKept),
    ...judgeBaseUrl(kind, llm_provider, llm_base_url)
  ]
  if (first !== undefined) return Either.left([first, ...others])
  const key = textOf(request.llm_api_key)
  return Either.right({
    llm_provider,
    llm_model,
    llm_base_url,
    key: key === null ? (isKept ? "kept" : "none") : Redacted.make(key)
  })
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
