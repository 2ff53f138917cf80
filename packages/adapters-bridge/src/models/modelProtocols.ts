import type { ModelApi } from "@auspex/domain/inference"
import { readEvents, readLines } from "./answerReaders.ts"
import { answerTokensMax, messagesOf, type ModelProtocol, namesIn, systemTextOf, turnsOf } from "./ModelProtocol.ts"

interface OllamaPart {
  readonly message?: { readonly content?: unknown }
  readonly done?: unknown
}

// https://github.com/ollama/ollama/blob/main/docs/api.md
const ollama: ModelProtocol = {
  modelsPath: "/api/tags",
  modelsIn: (answer) => namesIn(answer, "models", "name"),
  chatPath: () => "/api/chat",
  chatBody: (request) => ({ model: request.model, messages: messagesOf(request), stream: true }),
  keyHeaders: (key) => ({ authorization: `Bearer ${key}` }),
  reader: () =>
    readLines((answer) => {
      const { done, message } = answer as OllamaPart
      return { text: message?.content, isDone: done === true }
    })
}

interface OpenAiPart {
  readonly choices?: ReadonlyArray<
    { readonly delta?: { readonly content?: unknown }; readonly finish_reason?: unknown }
  >
}

// https://platform.openai.com/docs/api-reference/chat
const openai: ModelProtocol = {
  modelsPath: "/models",
  modelsIn: (answer) => namesIn(answer, "data", "id"),
  chatPath: () => "/chat/completions",
  chatBody: (request) => ({ model: request.model, messages: messagesOf(request), stream: true }),
  keyHeaders: (key) => ({ authorization: `Bearer ${key}` }),
  reader: () =>
    readEvents((answer) => {
      const [choice] = (answer as OpenAiPart).choices ?? []
      // Some servers end without [DONE].
      return { text: choice?.delta?.content, isDone: typeof choice?.finish_reason === "string" }
    })
}

interface AnthropicPart {
  readonly type?: unknown
  readonly delta?: { readonly type?: unknown; readonly text?: unknown }
}

// https://docs.anthropic.com/en/api/messages-streaming
const anthropic: ModelProtocol = {
  modelsPath: "/models?limit=1000",
  modelsIn: (answer) => namesIn(answer, "data", "id"),
  chatPath: () => "/messages",
  chatBody: (request) => {
    const system = systemTextOf(request)
    return {
      model: request.model,
      max_tokens: answerTokensMax,
      messages: turnsOf(request),
      ...(system === undefined ? {} : { system }),
      stream: true
    }
  },
  keyHeaders: (key) => ({ "x-api-key": key, "anthropic-version": "2023-06-01" }),
  reader: () =>
    readEvents((answer) => {
      const { delta, type } = answer as AnthropicPart
      return {
        text: type === "content_block_delta" && delta?.type === "text_delta" ? delta.text : undefined,
        isDone: type === "message_stop"
      }
    })
}

interface GooglePart {
  readonly candidates?: ReadonlyArray<{
    readonly content?: { readonly parts?: ReadonlyArray<{ readonly text?: unknown; readonly thought?: unknown }> }
    readonly finishReason?: unknown
  }>
}

// https://ai.google.dev/api/generate-content
const google: ModelProtocol = {
  modelsPath: "/models?pageSize=1000",
  modelsIn: (answer) => namesIn(answer, "models", "name").map((name) => name.replace(/^models\//, "")),
  chatPath: (model) => `/models/${encodeURIComponent(model)}:streamGenerateContent?alt=sse`,
  chatBody: (request) => {
    const system = systemTextOf(request)
    return {
      contents: turnsOf(request).map(({ content, role }) => ({
        role: role === "assistant" ? "model" : "user",
        parts: [{ text: content }]
      })),
      ...(system === undefined ? {} : { systemInstruction: { parts: [{ text: system }] } }),
      generationConfig: { maxOutputTokens: answerTokensMax }
    }
  },
  keyHeaders: (key) => ({ "x-goog-api-key": key }),
  reader: () =>
    readEvents((answer) => {
      const [candidate] = (answer as GooglePart).candidates ?? []
      return {
        text: candidate?.content?.parts?.flatMap(({ text, thought }) =>
          typeof text === "string" && thought !== true ? [text] : []
        ).join(""),
        isDone: typeof candidate?.finishReason === "string"
      }
    })
}

/** The protocols by name. */
export const modelProtocols: Readonly<Record<ModelApi, ModelProtocol>> = { ollama, openai, anthropic, google }
