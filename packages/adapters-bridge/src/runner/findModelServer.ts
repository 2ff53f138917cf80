import type { ModelServerType } from "@auspex/domain/inference"
import { Effect } from "effect"
import { ModelServerFailed } from "../models/index.ts"
import type { ModelServer } from "./ModelServer.ts"
import { ollamaServer } from "./OllamaServer.ts"
import { openAiServer } from "./OpenAiServer.ts"

/** Where model servers listen unless they are told otherwise: Ollama, LM Studio, vLLM, llama.cpp. */
const usualModelServers: ReadonlyArray<{ readonly type: ModelServerType; readonly base_url: string }> = [
  { type: "ollama", base_url: "http://127.0.0.1:11434" },
  { type: "openai-compatible", base_url: "http://127.0.0.1:1234" },
  { type: "openai-compatible", base_url: "http://127.0.0.1:8000" },
  { type: "openai-compatible", base_url: "http://127.0.0.1:8080" }
]

/** The model server of a type at an address. */
export const modelServerAt = (type: ModelServerType, base_url: string): ModelServer =>
  type === "ollama" ? ollamaServer(base_url) : openAiServer(base_url)

/** Which model server to use; without an address or a type every candidate is tried. */
export interface ModelServerChoice {
  readonly type?: ModelServerType
  readonly base_url?: string
}

const candidatesOf = ({ base_url, type }: ModelServerChoice): ReadonlyArray<ModelServer> => {
  const candidates = base_url === undefined
    ? usualModelServers
    : (["ollama", "openai-compatible"] as const).map((type) => ({ type, base_url }))
  return candidates.filter((one) => type === undefined || one.type === type).map((one) =>
    modelServerAt(one.type, one.base_url)
  )
}

/** The first candidate that lists its models. Fails with where it was looked for, and what was wrong there. */
export const findModelServer = (choice: ModelServerChoice): Effect.Effect<ModelServer, ModelServerFailed> => {
  const candidates = candidatesOf(choice)
  return Effect.forEach(candidates, (server) => Effect.either(server.models), { concurrency: "unbounded" }).pipe(
    Effect.flatMap((answers) => {
      const at = answers.findIndex(({ _tag }) => _tag === "Right")
      const found = candidates[at]
      if (found !== undefined) return Effect.succeed(found)
      const reasons = answers.flatMap((answer) => answer._tag === "Left" ? [answer.left.detail] : [])
      return Effect.fail(new ModelServerFailed({ detail: reasons.join(" ") }))
    })
  )
}
