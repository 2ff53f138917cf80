import type { LoadedModel } from "@auspex/domain/inference"
import { Effect } from "effect"
import { modelProtocols } from "../models/index.ts"
import type { ModelServer } from "./ModelServer.ts"
import { chat, embed, readJson } from "./requestModelServer.ts"

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

const { modelsIn, modelsPath } = modelProtocols.ollama

/** Ollama, by its own API: answers are lines of JSON. */
export const ollamaServer = (base_url: string): ModelServer => ({
  type: "ollama",
  base_url,
  models: Effect.map(readJson(`${base_url}${modelsPath}`), modelsIn),
  loaded: Effect.map(
    readJson(`${base_url}/api/ps`),
    (answer) => listedModels(answer).filter(({ name }) => typeof name === "string").map(loadedModel)
  ),
  chat: (request, piece) => chat(modelProtocols.ollama, base_url, request, piece),
  embed: (model, texts) => embed("ollama", base_url, model, texts)
})
