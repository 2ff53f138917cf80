import { Effect } from "effect"
import { modelProtocols } from "../models/index.ts"
import type { ModelServer } from "./ModelServer.ts"
import { chat, embed, readJson } from "./requestModelServer.ts"

const { modelsIn, modelsPath } = modelProtocols.openai

/** A server with the API of OpenAI, such as LM Studio, vLLM or llama.cpp: answers are server-sent events. */
export const openAiServer = (base_url: string): ModelServer => ({
  type: "openai-compatible",
  base_url,
  models: Effect.map(readJson(`${base_url}/v1${modelsPath}`), modelsIn),
  loaded: Effect.succeed(undefined),
  chat: (request, piece) => chat(modelProtocols.openai, `${base_url}/v1`, request, piece),
  embed: (model, texts) => embed("openai-compatible", `${base_url}/v1`, model, texts)
})
