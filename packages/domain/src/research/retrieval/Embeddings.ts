import { Context, Data, type Effect } from "effect"

/** The texts of one request, and the length to which each is read, in UTF-16 code units. */
export const embeddedTextsMax = 64
export const embeddedTextMax = 8_000

/** The maximum number of dimensions of a vector. */
export const embeddingDimensionsMax = 4_096

/** Whether a text is searched, or is a query: some models treat them differently. */
export type EmbeddingPurpose = "document" | "query"

/**
 * Why there are no vectors. `unavailable`: the provider cannot be reached, is overloaded, or took too long. `refused`: it
 * does not accept any request such as this (key, name of the model). `input`: it does not accept these texts. `answer`: it
 * did not answer with vectors. `detail` is for the operator, and contains no key.
 */
export class EmbeddingsFailed extends Data.TaggedError("EmbeddingsFailed")<{
  readonly reason: "unavailable" | "refused" | "input" | "answer"
  readonly detail: string
}> {
  override get message(): string {
    return this.detail
  }
}

/** A model that turns texts into vectors, such that texts of like meaning get similar vectors. */
export class Embeddings extends Context.Tag("auspex/Embeddings")<Embeddings, {
  /**
   * The name of the model, by which its vectors are stored: vectors of different names are never compared, so another
   * provider or model must have another name. Undefined when none is configured: nothing is embedded then.
   */
  readonly model: string | undefined
  /**
   * One vector for each text, in their order: at most `embeddedTextsMax` texts, none empty, of which more than
   * `embeddedTextMax` characters may be ignored. All vectors of an answer have the same number of dimensions, at most
   * `embeddingDimensionsMax`, and are finite and not zero; their length is any. Ends within a minute, repeats included.
   */
  readonly embed: (
    texts: ReadonlyArray<string>,
    purpose: EmbeddingPurpose
  ) => Effect.Effect<ReadonlyArray<Float32Array>, EmbeddingsFailed>
}>() {}
