import type { Redacted } from "effect"
import type { ProviderConfig } from "./LlmConfig.ts"
import { type CloudProvider, cloudProviders, type ModelEndpoint, providerKindOf } from "./ModelSource.ts"

/** The server of a configuration with a known provider or a `llm_base_url`. */
export const endpointOf = (
  { llm_base_url, llm_provider }: Pick<ProviderConfig, "llm_base_url" | "llm_provider">,
  key: Redacted.Redacted | undefined
): ModelEndpoint => {
  const known = providerKindOf(llm_provider) === "cloud" ? cloudProviders[llm_provider as CloudProvider] : undefined
  return {
    api: known?.api ?? "openai",
    base_url: llm_base_url ?? known?.base_url ?? "",
    key,
    is_operators: false
  }
}
