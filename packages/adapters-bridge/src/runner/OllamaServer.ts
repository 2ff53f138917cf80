import type { LoadedModel } from "@auspex/domain/inference"
import { Effect, Runtime } from "effect"
import { linesOf } from "./lines.ts"
import { type ChatRequest, type ModelServer, ModelServerFailed } from "./ModelServer.ts"
import { postJson, readJson } from "./requestModelServer.ts"

const bytesPerGigabyte = 1_073_741_824

const gigabytes = (bytes: unknown): number | undefined =>
  typeof bytes === "number" ? Math.round(bytes / bytesPerGigabyte * 100) / 100 : undefined

interface ListedModel {
  readonly name?: unknown
  readonly size?: unknown
  readonly size_vram?: unknown
  readonly expires_at?: unknown
}

const listedModels = (answer: unknown): ReadonlyArray<ListedModel> => {
  const { models } = (answer ?? {}) as { readonly models?: unknown }
  return Array.isArray(models) ? models as ReadonlyArray<ListedModel> : []
}

const loadedModel = ({ expires_at, name, size, size_vram }: ListedModel): LoadedModel => {
  const [inAll, inGpu] = [gigabytes(size), gigabytes(size_vram)]
  return {
    name: String(name),
    ...(inAll === undefined ? {} : { size_gb: inAll }),
    ...(inGpu === undefined ? {} : { vram_gb: inGpu }),
    ...(inAll === undefined || inGpu === undefined
      ? {}
      : { ram_gb: Math.round(Math.max(0, inAll - inGpu) * 100) / 100 }),
    ...(typeof expires_at === "string" ? { expires_at } : {})
  }
}

/** The messages with the system prompt as the first, as both kinds of server take them. */
export const messagesOf = ({ messages, system_prompt }: ChatRequest) =>
  system_prompt === undefined ? messages : [{ role: "system", content: system_prompt }, ...messages]

interface ChatLine {
  readonly message?: { readonly content?: unknown }
  readonly done?: unknown
  readonly error?: unknown
}

const parseLine = (line: string): ChatLine => {
  try {
    return JSON.parse(line) as ChatLine
  } catch {
    throw new ModelServerFailed({ detail: "The model server answered with something other than JSON lines." })
  }
}

/** Ollama, by its own API: answers are lines of JSON. */
export const ollamaServer = (base_url: string): ModelServer => ({
  type: "ollama",
  base_url,
  models: Effect.map(
    readJson(`${base_url}/api/tags`),
    (answer) => listedModels(answer).flatMap(({ name }) => typeof name === "string" ? [name] : [])
  ),
  loaded: Effect.map(
    readJson(`${base_url}/api/ps`),
    (answer) => listedModels(answer).filter(({ name }) => typeof name === "string").map(loadedModel)
  ),
  chat: (request, piece) =>
    Effect.flatMap(Effect.runtime(), (runtime) =>
      postJson(
        `${base_url}/api/chat`,
        { model: request.model, messages: messagesOf(request), stream: true },
        async (bytes) => {
          let isDone = false
          for await (const line of linesOf(bytes)) {
            if (line.trim() === "") continue
            const { done, error, message } = parseLine(line)
            if (typeof error === "string") throw new ModelServerFailed({ detail: error })
            const content = message?.content
            if (typeof content === "string" && content !== "") await Runtime.runPromise(runtime)(piece(content))
            if (done === true) {
              isDone = true
              break
            }
          }
          if (!isDone)
            throw new ModelServerFailed({ detail: "The model server ended its answer before it was complete." })
        }
      ))
})
