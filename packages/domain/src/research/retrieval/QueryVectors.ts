import { type Context, Effect, type Scope } from "effect"
import { type Embeddings, EmbeddingsFailed } from "./Embeddings.ts"
import { hastyRequests } from "./HastyRequests.ts"
import { toUnitLength } from "./LatentModel.ts"
import { searchTextMax } from "./SearchText.ts"

/** How long a search waits for the vector of its text. */
export const queryVectorMillisMax = 400

/** How long no vector is asked for after one could not be made in time. */
export const queryPauseSeconds = 30

/** What the log says when embeddings are missing from searches, and when they are back. */
export const searchesWithout = "Searches go on without embeddings"
export const searchesWith = "Searches use embeddings again"

/** The vectors that are remembered, so that the pages of an answer are ranked alike. */
const rememberedMax = 200

const excludedPart = /(?<![\p{L}\p{N}])-"[^"]*"|(?<=^|[\s"(])-[\p{L}\p{N}][^\s"]*/gu

/**
 * What a search text is about: without its exclusions and quotation marks.
 *
 * @example wantedText("\"sea level\" rise -\"ice age\" -myth") // "sea level rise"
 */
export const wantedText = (q: string): string =>
  q.replaceAll(excludedPart, " ").replaceAll("\"", " ").replaceAll(/\s+/gu, " ").trim()

/** Gives the vector of a search text with this number of dimensions; undefined when there is none in time. */
export type QueryVectors = (q: string, dimensions: number) => Effect.Effect<Float32Array | undefined>

/**
 * Asks a model for the vectors of search texts. After a failure, or when a vector takes longer than
 * `queryVectorMillisMax`, none is asked for during `queryPauseSeconds`. A late request is left to end by itself, because
 * some servers load a model only while somebody waits for it; its vector is remembered.
 */
export const queryVectors = (embeddings: Context.Tag.Service<Embeddings>, scope: Scope.Scope): QueryVectors => {
  const remembered = new Map<string, Float32Array>()
  const requests = hastyRequests(scope, {
    millisMax: queryVectorMillisMax,
    pauseSeconds: queryPauseSeconds,
    failing: searchesWithout,
    late: `the vector of a search took longer than ${queryVectorMillisMax} ms.`,
    again: searchesWith
  })

  const remember = (text: string, vector: Float32Array): Float32Array => {
    const [oldest] = remembered.keys()
    if (remembered.size >= rememberedMax && oldest !== undefined) remembered.delete(oldest)
    remembered.set(text, toUnitLength(vector))
    return vector
  }

  const ask = (text: string, dimensions: number): Effect.Effect<Float32Array | undefined, string> =>
    embeddings.embed([text], "query").pipe(
      Effect.filterOrFail(
        ([vector]) => vector?.length === dimensions,
        ([vector]) =>
          new EmbeddingsFailed({
            reason: "answer",
            detail: `The vector of a search has ${vector?.length ?? 0} dimensions, those of the entries ${dimensions}.`
          })
      ),
      Effect.map(([vector]) => remember(text, vector!)),
      Effect.catchAll(({ message, reason }) => reason === "input" ? Effect.succeed(undefined) : Effect.fail(message))
    )

  return (q, dimensions) =>
    Effect.gen(function*() {
      const text = wantedText(q.slice(0, searchTextMax))
      const known = remembered.get(text)
      if (known?.length === dimensions) return known
      return text === "" ? undefined : yield* requests.run(ask(text, dimensions))
    })
}
