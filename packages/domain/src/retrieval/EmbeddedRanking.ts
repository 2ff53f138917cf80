import { Context, Effect, Layer } from "effect"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import type { CorpusIndex } from "./CorpusIndexes.ts"
import { EmbeddedEntries } from "./EmbeddedEntries.ts"
import { Embeddings } from "./Embeddings.ts"
import { EmbeddingStore } from "./EmbeddingStore.ts"
import type { EntryIndex } from "./EntryIndex.ts"
import { toUnitLength } from "./LatentModel.ts"
import { unpackVector } from "./PackedVector.ts"
import { queryVectors } from "./QueryVectors.ts"

/**
 * The share of a corpus that must have vectors before searches are ranked by them: entries without a vector would
 * otherwise come after those with one. Texts that the model does not embed do not count.
 */
export const embeddedShareMin = 0.9

/** The vectors that are read in one statement. A search waits for one; more are read while it goes on without. */
const vectorsBatch = 200

const isEmbedded = ({ embedded, terms }: EntryIndex): boolean =>
  embedded !== undefined && embedded.share(terms.liveness, terms.size) >= embeddedShareMin

interface Ranking {
  /**
   * Takes in the vectors of a corpus that were stored meanwhile, and gives the vector of a search text. Undefined when
   * searches are to be ranked without: no model is configured, too few entries have vectors, or the model does not answer
   * in time.
   */
  readonly queryVector: (
    corpus: string,
    held: CorpusIndex,
    q: string
  ) => Effect.Effect<Float32Array | undefined, StorageUnavailable>
}

const none: Ranking = { queryVector: () => Effect.succeed(undefined) }

/** The part of the ranking that an embedding model adds. None unless `EmbeddedRanking.layer` is provided. */
export class EmbeddedRanking extends Context.Reference<EmbeddedRanking>()("auspex/EmbeddedRanking", {
  defaultValue: () => none
}) {
  static readonly layer: Layer.Layer<EmbeddedRanking, never, Embeddings | EmbeddingStore> = Layer.scoped(
    EmbeddedRanking,
    Effect.gen(function*() {
      const embeddings = yield* Embeddings
      const store = yield* EmbeddingStore
      const scope = yield* Effect.scope
      const { model } = embeddings
      if (model === undefined) return none
      const vectorOf = queryVectors(embeddings, scope)

      /** Reads some vectors; returns whether there may be more. */
      const readSome = (corpus: string, held: CorpusIndex, embedded: EmbeddedEntries) =>
        held.lock.withPermits(1)(Effect.gen(function*() {
          // Those of versions that the index has not yet taken in are left to a later search.
          const read = yield* store.vectors(corpus, model, embedded.change, held.change, vectorsBatch)
          // The index was read anew meanwhile: its places are others.
          if (held.index.embedded !== embedded) return false
          for (const { change, id, vector } of read) {
            const place = held.index.placeOf(id, change)
            if (place !== undefined && vector.length === 0) embedded.passOver(place)
            else if (place !== undefined) embedded.add(place, toUnitLength(unpackVector(vector)))
            embedded.change = change
          }
          return read.length === vectorsBatch
        }))

      const readRest = (corpus: string, held: CorpusIndex, embedded: EmbeddedEntries) => {
        embedded.isLoading = true
        return Effect.repeat(readSome(corpus, held, embedded), { while: (more) => more }).pipe(
          Effect.catchAllCause((cause) => Effect.logWarning(`The vectors of ${corpus} were not all read`, cause)),
          Effect.ensuring(Effect.sync(() => {
            embedded.isLoading = false
          })),
          Effect.forkIn(scope)
        )
      }

      const ranking: Ranking = {
        queryVector: (corpus, held, q) =>
          Effect.gen(function*() {
            const embedded = (held.index.embedded ??= new EmbeddedEntries(model))
            if (!embedded.isLoading) {
              const more = yield* readSome(corpus, held, embedded)
              // Another search may have begun to read the rest meanwhile.
              if (more && !embedded.isLoading) yield* readRest(corpus, held, embedded)
            }
            return isEmbedded(held.index) ? yield* vectorOf(q, embedded.dimensions) : undefined
          })
      }
      return ranking
    })
  )
}
