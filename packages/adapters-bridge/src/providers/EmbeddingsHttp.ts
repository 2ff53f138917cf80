import type { ModelEndpoint } from "@auspex/domain/inference"
import { Outbound } from "@auspex/domain/kernel"
import { embeddingDimensionsMax, type EmbeddingPurpose, Embeddings, EmbeddingsFailed } from "@auspex/domain/retrieval"
import { Effect, Layer, Option } from "effect"
import { modelProtocols } from "../models/index.ts"
import { embeddingPrefix } from "./embeddingPrefix.ts"
import {
  hostOf,
  openRequest,
  parseJson,
  readBytes,
  repeated,
  type Unanswered,
  unreachable,
  withoutKey
} from "./providerRequests.ts"

/** A model that embeds texts, and where it runs. */
export interface EmbeddingModel {
  readonly provider: "openai-compatible" | "ollama"
  readonly model: string
  readonly endpoint: ModelEndpoint
}

/** How long the vectors of a search text and of documents may take, repeats included. */
const millisMax: Readonly<Record<EmbeddingPurpose, number>> = { query: 10_000, document: 60_000 }

/** Enough for 64 vectors of 4,096 dimensions with 20 digits each, and commas and spaces. */
const answerBytesMax = 8_388_608

/** The statuses by which servers refuse texts that are too long or otherwise unfit. */
const inputStatuses: ReadonlySet<number> = new Set([400, 413, 422])

interface OpenAiAnswer {
  readonly data: ReadonlyArray<{ readonly index?: unknown; readonly embedding: unknown }>
}

/** How vectors are asked for, and where they are in the answer; reading throws for an answer of another shape. */
const protocols = {
  // https://platform.openai.com/docs/api-reference/embeddings
  "openai-compatible": {
    path: "/embeddings",
    vectorsIn: (answer: unknown) => {
      const { data } = answer as OpenAiAnswer
      const vectors: Array<unknown> = []
      data.forEach(({ embedding, index }, at) => (vectors[typeof index === "number" ? index : at] = embedding))
      return vectors
    }
  },
  // https://github.com/ollama/ollama/blob/main/docs/api.md
  ollama: {
    path: "/api/embed",
    vectorsIn: (answer: unknown) => [...(answer as { readonly embeddings: ReadonlyArray<unknown> }).embeddings]
  }
} as const satisfies Record<EmbeddingModel["provider"], object>

const vectorOf = (value: unknown): Float32Array | undefined =>
  Array.isArray(value) && value.every((number) => typeof number === "number") ? Float32Array.from(value) : undefined

/** The vectors of an answer, or what is wrong with it. */
const readVectors = (
  { provider }: EmbeddingModel,
  bytes: Uint8Array,
  count: number
): ReadonlyArray<Float32Array> | string => {
  if (bytes.length >= answerBytesMax) return `its answer is larger than ${answerBytesMax} bytes`
  const read = Option.liftThrowable(protocols[provider].vectorsIn)
  const values = Option.flatMap(parseJson(new TextDecoder().decode(bytes)), read)
  if (Option.isNone(values)) return "it did not answer with vectors"
  const vectors = Array.from(values.value, vectorOf).filter((vector) => vector !== undefined)
  if (vectors.length !== count) return `it answered with ${vectors.length} vectors for ${count} texts`
  const dimensions = vectors[0]?.length ?? 0
  if (dimensions > embeddingDimensionsMax) {
    return `its vectors have ${dimensions} dimensions; at most ${embeddingDimensionsMax} are supported`
  }
  if (vectors.some(({ length }) => length !== dimensions)) return "its vectors have different dimensions"
  if (!vectors.every((vector) => vector.every(Number.isFinite))) return "its vectors contain what is no finite number"
  if (!vectors.every((vector) => vector.some((value) => value !== 0))) return "it answered with a vector of zeros"
  return vectors
}

const reasonOf = ({ isTransient, status }: Unanswered): EmbeddingsFailed["reason"] =>
  isTransient ? "unavailable" : status !== undefined && inputStatuses.has(status) ? "input" : "refused"

/** The model that embeds texts, through the egress guard; none when it is undefined. */
export const embeddingsHttp = (model: EmbeddingModel | undefined): Layer.Layer<Embeddings, never, Outbound> =>
  Layer.effect(
    Embeddings,
    Effect.map(Outbound, (outbound) => {
      if (model === undefined) {
        return { model: undefined, embed: () => Effect.dieMessage("no embedding model is configured") }
      }
      const { endpoint, provider } = model
      const failure = (reason: EmbeddingsFailed["reason"], detail: string) =>
        new EmbeddingsFailed({
          reason,
          detail: `${hostOf(endpoint)}: ${withoutKey(detail, endpoint.key).replace(/\.?$/, ".")}`
        })
      return {
        model: `${provider}/${model.model}`,
        embed: (texts, purpose) => {
          const prefix = embeddingPrefix(model.model, purpose)
          const request = {
            endpoint,
            path: protocols[provider].path,
            body: { model: model.model, input: texts.map((text) => `${prefix}${text}`) },
            accept: "application/json",
            keyHeaders: modelProtocols[endpoint.api].keyHeaders
          }
          // An answer that is cut off is not asked for again here: the caller tries later, with fewer texts.
          return Effect.scoped(Effect.flatMap(
            repeated(openRequest(outbound, request)),
            ({ body }) => Effect.mapError(readBytes(body, answerBytesMax), unreachable)
          )).pipe(
            Effect.mapError((unanswered) => failure(reasonOf(unanswered), unanswered.detail)),
            Effect.map((bytes) => readVectors(model, bytes, texts.length)),
            Effect.filterOrFail(
              (vectors) => typeof vectors !== "string",
              (flaw) => failure("answer", flaw as string)
            ),
            Effect.timeoutFail({
              duration: millisMax[purpose],
              onTimeout: () => failure("unavailable", `it did not answer within ${millisMax[purpose] / 1_000} s`)
            })
          )
        }
      }
    })
  )
