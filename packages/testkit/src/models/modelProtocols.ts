import type { IncomingMessage } from "node:http"

/** What a fake model server is asked. */
export interface FakeChatRequest {
  readonly path: string
  readonly headers: IncomingMessage["headers"]
  /** The parsed body. */
  // oxlint-disable-next-line no-explicit-any
  readonly body: any
}

/** The protocols of providers that fakes speak. */
export type ModelProtocol = "ollama" | "openai-compatible" | "anthropic" | "google"

interface ProtocolShape {
  readonly contentType: string
  /** The answer to a GET, or undefined for a path that lists nothing. */
  readonly listing: (path: string, models: ReadonlyArray<string>) => unknown
  readonly isChat: (path: string) => boolean
  /** Where it is asked for vectors; undefined if it makes none. */
  readonly embeddingPath: string | undefined
  readonly modelOf: (request: FakeChatRequest) => string
  readonly piece: (model: string, text: string) => string
  readonly end: (model: string) => string
  readonly error: (message: string) => unknown
}

const event = (name: string, data: unknown): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
const data = (content: unknown): string => `data: ${JSON.stringify(content)}\n\n`
const line = (content: unknown): string => `${JSON.stringify(content)}\n`
const pathOf = (target: string): string => target.split("?", 1)[0]!
const modelOfBody = ({ body }: FakeChatRequest): string => String(body?.model)

/** Sizes in bytes as Ollama gives them: four gibibytes, three of them on the graphics card. */
const loaded = { size: 4_294_967_296, size_vram: 3_221_225_472, expires_at: "2030-01-01T00:00:00Z" }

export const modelProtocols: Readonly<Record<ModelProtocol, ProtocolShape>> = {
  ollama: {
    contentType: "application/x-ndjson",
    listing: (path, models) =>
      path === "/api/tags"
        ? { models: models.map((name) => ({ name, model: name, size: loaded.size })) }
        : path === "/api/ps"
        ? { models: models.slice(0, 1).map((name) => ({ name, model: name, ...loaded })) }
        : undefined,
    isChat: (path) => path === "/api/chat",
    embeddingPath: "/api/embed",
    modelOf: modelOfBody,
    piece: (model, text) => line({ model, message: { role: "assistant", content: text }, done: false }),
    end: (model) => line({ model, message: { role: "assistant", content: "" }, done: true, done_reason: "stop" }),
    error: (message) => ({ error: message })
  },
  "openai-compatible": {
    contentType: "text/event-stream",
    listing: (path, models) =>
      path === "/v1/models" ? { object: "list", data: models.map((id) => ({ id, object: "model" })) } : undefined,
    isChat: (path) => path === "/v1/chat/completions",
    embeddingPath: "/v1/embeddings",
    modelOf: modelOfBody,
    piece: (model, text) =>
      data({
        object: "chat.completion.chunk",
        model,
        choices: [{ index: 0, delta: { content: text }, finish_reason: null }]
      }),
    end: (model) =>
      data({ object: "chat.completion.chunk", model, choices: [{ index: 0, delta: {}, finish_reason: "stop" }] })
      + "data: [DONE]\n\n",
    error: (message) => ({ error: { message, type: "server_error" } })
  },
  anthropic: {
    contentType: "text/event-stream",
    listing: (path, models) =>
      pathOf(path) === "/v1/models" ? { data: models.map((id) => ({ id, type: "model" })) } : undefined,
    isChat: (path) => path === "/v1/messages",
    embeddingPath: undefined,
    modelOf: modelOfBody,
    piece: (_, text) =>
      event("content_block_delta", { type: "content_block_delta", index: 0, delta: { type: "text_delta", text } }),
    end: () =>
      event("message_delta", { type: "message_delta", delta: { stop_reason: "end_turn" } })
      + event("message_stop", { type: "message_stop" }),
    error: (message) => ({ type: "error", error: { type: "api_error", message } })
  },
  google: {
    contentType: "text/event-stream",
    listing: (path, models) =>
      pathOf(path) === "/v1beta/models"
        ? { models: models.map((name) => ({ name: `models/${name}` })) }
        : undefined,
    embeddingPath: undefined,
    isChat: (path) => /^\/v1beta\/models\/[^/:]+:streamGenerateContent\b/.test(path),
    modelOf: ({ path }) => /models\/([^/:]+):/.exec(path)?.[1] ?? "",
    piece: (_, text) => data({ candidates: [{ content: { role: "model", parts: [{ text }] } }] }),
    end: () => data({ candidates: [{ content: { role: "model", parts: [] }, finishReason: "STOP" }] }),
    error: (message) => ({ error: { code: 500, message, status: "INTERNAL" } })
  }
}
