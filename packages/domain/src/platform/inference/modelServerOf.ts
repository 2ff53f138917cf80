import type { BridgeMachine } from "./BridgeStatus.ts"
import type { ModelServerType } from "./ModelRequest.ts"

/** The model server that a machine should ask. With absent fields, the machine chooses: by default its Ollama. */
export interface MachineModelServer {
  readonly provider_type?: ModelServerType
  readonly base_url?: string
}

/** Programs that name themselves in heartbeats and speak the protocol of OpenAI. */
const openAiPrograms = /lm[ _-]?studio|vllm|llama[._-]?cpp|llama[-_]?server|openai/i

/** An address with the port of Ollama. */
const ollamaAddress = /^https?:\/\/[^/]*:11434(\/|$)/

/** Whether the heartbeat of a machine shows that its models are not Ollama's. */
const isWithoutOllama = ({ models, runner_source, system_info }: BridgeMachine): boolean =>
  system_info?.ollama_running === undefined
    ? openAiPrograms.test(runner_source ?? "")
    : !system_info.ollama_running && models.length > 0

/**
 * The model server of a configuration on a machine. The provider `ollama` means Ollama; an address means a server with
 * the API of OpenAI, unless it has Ollama's port; without an address, the heartbeat of the machine decides. Clients
 * append `/v1/chat/completions` to an address with the API of OpenAI, so this part is removed.
 */
export const modelServerOf = (
  machine: BridgeMachine,
  { base_url, provider }: { readonly provider: string; readonly base_url: string | null }
): MachineModelServer => {
  if (provider === "ollama") return { provider_type: "ollama", ...(base_url === null ? {} : { base_url }) }
  if (base_url === null) return isWithoutOllama(machine) ? { provider_type: "openai-compatible" } : {}
  return ollamaAddress.test(base_url)
    ? { base_url }
    : { provider_type: "openai-compatible", base_url: base_url.replace(/\/v1$/, "") }
}
