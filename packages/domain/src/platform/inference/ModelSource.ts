import { Context, type Redacted } from "effect"

/** A protocol for asking models over HTTP. Most other servers speak `openai`, too. */
export type ModelApi = "anthropic" | "google" | "ollama" | "openai"

/** The providers with an API of their own, and its default address. */
export const cloudProviders = {
  anthropic: { api: "anthropic", base_url: "https://api.anthropic.com/v1" },
  google: { api: "google", base_url: "https://generativelanguage.googleapis.com/v1beta" },
  openai: { api: "openai", base_url: "https://api.openai.com/v1" },
  openrouter: { api: "openai", base_url: "https://openrouter.ai/api/v1" }
} as const satisfies Record<string, { readonly api: ModelApi; readonly base_url: string }>

export type CloudProvider = keyof typeof cloudProviders

/**
 * The way to reach a provider. `platform`: the shared models of this service. `bridge`: machines of the owner.
 * `ollama`: machines of the owner, then the Ollama server of this service. `cloud`: one of `cloudProviders`. `custom`:
 * any other name, a server with the API of OpenAI.
 */
export type ProviderKind = "platform" | "bridge" | "ollama" | "cloud" | "custom"

export const providerKindOf = (provider: string): ProviderKind =>
  provider === "platform" || provider === "bridge" || provider === "ollama"
    ? provider
    : Object.hasOwn(cloudProviders, provider)
    ? "cloud"
    : "custom"

/** A server that runs models, and the key for it. */
export interface ModelEndpoint {
  readonly api: ModelApi
  /** Without a slash at the end. */
  readonly base_url: string
  readonly key: Redacted.Redacted | undefined
  /** Whether the operator configured the address, which may then be a private one. */
  readonly is_operators: boolean
}

/** A shared model of this service. */
export interface PoolModel {
  readonly provider: string
  readonly model: string
  readonly endpoint: ModelEndpoint
}

/** The models that the operator provides, and the daily limit of an owner's requests. */
export class ModelSources extends Context.Tag("auspex/ModelSources")<ModelSources, {
  /** The shared models, in the order in which they are tried. */
  readonly pool: ReadonlyArray<PoolModel>
  /** The Ollama server of this service. */
  readonly ollama: ModelEndpoint | undefined
  /** The maximum number of requests to models by the agents of an owner on a day (UTC). */
  readonly dailyRequestsMax: number
}>() {}
