import type { ModelApi } from "@auspex/domain/inference"
import type { AnswerPart, PartOf } from "./AnswerParts.ts"
import { answerReader } from "./answerReader.ts"
import { contentPart, messagePart } from "./contentPart.ts"
import { answerTokensMax, messagesOf, type ModelProtocol, namesIn, systemTextOf, turnsOf } from "./ModelProtocol.ts"
import { elementsOf, errorIn, fieldsOf, isObject } from "./serverWords.ts"

/** Why the model stopped, if it has; unless the reason is that it was finished, this ends the answer with an error. */
const stopped = (field: string, reason: unknown, words?: unknown): Pick<AnswerPart, "stopped"> =>
  typeof reason === "string" && reason !== "" ? { stopped: { field, reason, words } } : {}

const ollamaPart: PartOf = ({ done, done_reason, message }) =>
  isObject(message) || typeof done === "boolean"
    ? { ...messagePart(message), ...(done === true ? { isDone: true, ...stopped("done_reason", done_reason) } : {}) }
    : undefined

// https://github.com/ollama/ollama/blob/main/docs/api.md
const ollama: ModelProtocol = {
  modelsPath: "/api/tags",
  modelsIn: (answer) => namesIn(answer, "models", "name"),
  chatPath: () => "/api/chat",
  chatBody: (request) => ({ model: request.model, messages: messagesOf(request), stream: true }),
  keyHeaders: (key) => ({ authorization: `Bearer ${key}` }),
  reader: () => answerReader(ollamaPart)
}

/** Some servers send whole messages in place of deltas, some both; the text of old completions is a delta, too. */
const openaiPart: PartOf = ({ choices }) => {
  if (!Array.isArray(choices)) return undefined
  const choice = fieldsOf(choices[0])
  const { delta, finish_reason, message, text } = choice
  const error = errorIn(choice)
  if (error !== undefined) return { error }
  const { text: whole, ...others } = messagePart(message)
  const pieces = typeof text === "string" ? contentPart(text) : messagePart(delta)
  return {
    ...others,
    ...pieces,
    ...(whole === undefined ? {} : { whole }),
    ...stopped("finish_reason", finish_reason),
    // Some servers end without [DONE].
    isComplete: typeof finish_reason === "string" && finish_reason !== ""
  }
}

// https://platform.openai.com/docs/api-reference/chat
const openai: ModelProtocol = {
  modelsPath: "/models",
  modelsIn: (answer) => namesIn(answer, "data", "id"),
  chatPath: () => "/chat/completions",
  chatBody: (request) => ({ model: request.model, messages: messagesOf(request), stream: true }),
  keyHeaders: (key) => ({ authorization: `Bearer ${key}` }),
  reader: () => answerReader(openaiPart)
}

/** What is in a block of an answer, by the type of the block or of its delta. */
const blockPart = (block: unknown): AnswerPart => {
  const { type } = fieldsOf(block)
  if (type === "text_delta") return contentPart({ ...fieldsOf(block), type: "text" })
  return type === "input_json_delta" ? { instead: ["tool_use"] } : contentPart(block)
}

const anthropicPart: PartOf = (answer) => {
  const { content, content_block, delta, stop_reason, type } = answer
  switch (type) {
    case "content_block_start":
      return blockPart(content_block)
    case "content_block_delta":
      return blockPart(delta)
    case "message_delta":
      return stopped("stop_reason", fieldsOf(delta)["stop_reason"])
    case "message_stop":
      return { isDone: true }
    case "message":
      return { ...contentPart(content), ...stopped("stop_reason", stop_reason), isDone: true }
    default:
      return typeof type === "string" ? {} : undefined
  }
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
  reader: () => answerReader(anthropicPart)
}

const googlePart: PartOf = ({ candidates, promptFeedback, usageMetadata }) => {
  const { blockReason, blockReasonMessage } = fieldsOf(promptFeedback)
  const { content, finishMessage, finishReason } = fieldsOf(elementsOf(candidates)[0])
  return candidates === undefined && promptFeedback === undefined && usageMetadata === undefined ? undefined : {
    ...contentPart(fieldsOf(content)["parts"]),
    ...stopped("blockReason", blockReason, blockReasonMessage),
    ...stopped("finishReason", finishReason, finishMessage),
    isComplete: typeof finishReason === "string"
  }
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
  reader: () => answerReader(googlePart)
}

/** The protocols by name. */
export const modelProtocols: Readonly<Record<ModelApi, ModelProtocol>> = { ollama, openai, anthropic, google }
