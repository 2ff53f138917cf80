import type { ModelServerType } from "@auspex/domain/inference"
import { embeddingDimensionsMax } from "@auspex/domain/retrieval"
import { Option } from "effect"

/** How a model server is asked for vectors. The path follows the address that is configured for the server. */
interface EmbeddingProtocol {
  readonly path: string
  /** The vectors in an answer; throws for an answer of another shape. */
  readonly vectorsIn: (answer: unknown) => ReadonlyArray<unknown>
}

interface OpenAiAnswer {
  readonly data: ReadonlyArray<{ readonly index?: unknown; readonly embedding: unknown }>
}

/** The protocols by name. */
export const embeddingProtocols: Readonly<Record<ModelServerType, EmbeddingProtocol>> = {
  // https://platform.openai.com/docs/api-reference/embeddings
  "openai-compatible": {
    path: "/embeddings",
    vectorsIn: (answer) => {
      const { data } = answer as OpenAiAnswer
      const vectors: Array<unknown> = []
      data.forEach(({ embedding, index }, at) => (vectors[typeof index === "number" ? index : at] = embedding))
      return vectors
    }
  },
  // https://github.com/ollama/ollama/blob/main/docs/api.md
  ollama: {
    path: "/api/embed",
    vectorsIn: (answer) => [...(answer as { readonly embeddings: ReadonlyArray<unknown> }).embeddings]
  }
}

/** What is asked for. */
export const embeddingBody = (model: string, texts: ReadonlyArray<string>) => ({ model, input: texts })

/** Enough for 64 vectors of 4,096 dimensions with 20 digits each, and commas and spaces. */
export const embeddingAnswerBytesMax = 8_388_608

/** The statuses by which servers refuse texts that are too long or otherwise unfit. */
export const inputStatuses: ReadonlySet<number> = new Set([400, 413, 422])

/** The vectors of an answer to `count` texts, or their fault. An element that is not a vector is undefined. */
export const judgeVectors = (
  given: ReadonlyArray<Float32Array | undefined>,
  count: number
): ReadonlyArray<Float32Array> | string => {
  const vectors = given.filter((vector) => vector !== undefined)
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

const vectorOf = (value: unknown): Float32Array | undefined =>
  Array.isArray(value) && value.every((number) => typeof number === "number") ? Float32Array.from(value) : undefined

const parse = Option.liftThrowable((json: string): unknown => JSON.parse(json))

/** The vectors in the body of an answer to `count` texts, or its fault. */
export const readVectors = (
  type: ModelServerType,
  body: Uint8Array,
  count: number
): ReadonlyArray<Float32Array> | string => {
  if (body.length >= embeddingAnswerBytesMax) return `its answer is larger than ${embeddingAnswerBytesMax} bytes`
  const values = Option.flatMap(
    parse(new TextDecoder().decode(body)),
    Option.liftThrowable(embeddingProtocols[type].vectorsIn)
  )
  // A list that is read by its indices may have holes.
  return Option.isNone(values)
    ? "it did not answer with vectors"
    : judgeVectors(Array.from(values.value, vectorOf), count)
}
