import { isLoopbackHost } from "@auspex/adapters-http/engine"
import type { ModelEndpoint } from "@auspex/domain/inference"
import type { Settings } from "./Settings.ts"

/** Where Ollama listens on the machine of the service. */
const localOllama = "http://127.0.0.1:11434"

/**
 * The Ollama server of this service: the configured one, else that of its own machine. The latter only while nobody else
 * reaches the service, or the operator lets it call private addresses: it would answer for every agent of strangers.
 */
export const ollamaServerOf = (
  { allowPrivateEgress, host, ollamaUrl, publicUrl }: Pick<
    Settings,
    "allowPrivateEgress" | "host" | "ollamaUrl" | "publicUrl"
  >
): ModelEndpoint | undefined => {
  const isPrivate = isLoopbackHost(host)
    && (publicUrl === undefined || isLoopbackHost(new URL(publicUrl).hostname))
  const base_url = ollamaUrl ?? (isPrivate || allowPrivateEgress ? localOllama : undefined)
  return base_url === undefined ? undefined : { api: "ollama", base_url, key: undefined, is_operators: true }
}
