import type { BridgeMachine } from "./BridgeStatus.ts"
import type { ModelServerType } from "./ModelRequest.ts"

/** Which model server a machine is to ask. Absent fields leave it to the machine, which by default asks its Ollama. */
export interface MachineModelServer {
  readonly provider_type?: ModelServerType
  readonly base_url?: string
}

/** Programs that name themselves in heartbeats and speak the protocol of OpenAI. */
const openAiPrograms = /lm[ _-]?studio|vllm|llama[._-]?cpp|llama[-_]?server|openai/i

/** An address with the port of Ollama. */
const ollamaAddress = /^https?:\/\/[^/]*:11434(\/|$)/

/** Whether what a heartbeat has said about a machine means that its models are not Ollama's. */
const isWithoutOllama = ({ models, runner_source, system_info }: BridgeMachine): boolean =>
  system_info?.ollama_running === undefined
    ? openAiPrograms.test(runner_source ?? "")
    : !system_info.ollama_running && models.length > 0

/**
 * The model server that a configuration leads to on a machine: the provider `ollama` is one; an address is one of a
 * server with the API of OpenAI, unless it has Ollama's port; without an address it is what the machine has said. Clients
 * put `/v1/chat/completions` behind an address of the API of OpenAI, so it ends before that.
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
