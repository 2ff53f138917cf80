import { Effect, Runtime } from "effect"
import { createParser } from "eventsource-parser"
import { type ModelServer, ModelServerFailed } from "./ModelServer.ts"
import { messagesOf } from "./OllamaServer.ts"
import { postJson, readJson } from "./requestModelServer.ts"

const modelsIn = (answer: unknown): ReadonlyArray<string> => {
  const { data } = (answer ?? {}) as { readonly data?: unknown }
  return Array.isArray(data)
    ? (data as ReadonlyArray<{ readonly id?: unknown }>).flatMap(({ id }) => typeof id === "string" ? [id] : [])
    : []
}

interface ChatEvent {
  readonly choices?: ReadonlyArray<
    { readonly delta?: { readonly content?: unknown }; readonly finish_reason?: unknown }
  >
  readonly error?: unknown
}

const parseEvent = (data: string): ChatEvent => {
  try {
    return JSON.parse(data) as ChatEvent
  } catch {
    throw new ModelServerFailed({ detail: "The model server answered with something other than JSON events." })
  }
}

const errorText = (error: unknown): string => {
  const { message } = (error ?? {}) as { readonly message?: unknown }
  return typeof message === "string" ? message : String(error)
}

/** A server with the API of OpenAI, such as LM Studio, vLLM or llama.cpp: answers are server-sent events. */
export const openAiServer = (base_url: string): ModelServer => ({
  type: "openai-compatible",
  base_url,
  models: Effect.map(readJson(`${base_url}/v1/models`), modelsIn),
  loaded: Effect.succeed(undefined),
  chat: (request, piece) =>
    Effect.flatMap(Effect.runtime(), (runtime) =>
      postJson(
        `${base_url}/v1/chat/completions`,
        { model: request.model, messages: messagesOf(request), stream: true },
        async (bytes) => {
          const texts: Array<string> = []
          let isDone = false
          const parser = createParser({
            maxBufferSize: 1_048_576,
            onEvent: ({ data }) => {
              if (data.trim() === "[DONE]") {
                isDone = true
                return
              }
              const { choices, error } = parseEvent(data)
              if (error !== undefined && error !== null) throw new ModelServerFailed({ detail: errorText(error) })
              const [choice] = choices ?? []
              if (typeof choice?.delta?.content === "string") texts.push(choice.delta.content)
              // Some servers end without [DONE].
              if (typeof choice?.finish_reason === "string") isDone = true
            }
          })
          const decoder = new TextDecoder()
          for await (const chunk of bytes) {
            parser.feed(decoder.decode(chunk, { stream: true }))
            const text = texts.splice(0).join("")
            if (text !== "") await Runtime.runPromise(runtime)(piece(text))
          }
          if (!isDone)
            throw new ModelServerFailed({ detail: "The model server ended its answer before it was complete." })
        }
      ))
})
