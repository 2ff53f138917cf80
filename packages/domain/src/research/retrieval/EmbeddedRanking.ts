import { Cause, Context, Effect, Layer } from "effect"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { CorpusIndex } from "./CorpusIndexes.ts"
import { EmbeddedEntries, similarityMin } from "./EmbeddedEntries.ts"
import { Embeddings } from "./Embeddings.ts"
import { type EmbeddingProgress, EmbeddingStore } from "./EmbeddingStore.ts"
import { type EntryIndex, rankedMax } from "./EntryIndex.ts"
import type { Ranking } from "./Fusion.ts"
import { hastyRequests } from "./HastyRequests.ts"
import { toUnitLength } from "./LatentModel.ts"
import { unpackVector } from "./PackedVector.ts"
import { queryPauseSeconds, queryVectorMillisMax, queryVectors, searchesWith, searchesWithout } from "./QueryVectors.ts"
import type { EntryFilters } from "./RetrievalEntry.ts"
import type { SearchText } from "./SearchText.ts"

/**
 * The share of a corpus that must have vectors before searches are ranked by them: entries without a vector would
 * otherwise come after those with one. Texts that the model does not embed do not count.
 */
export const embeddedShareMin = 0.9

/** The vectors that are read in one statement. A search waits for one; more are read while it goes on without. */
const vectorsBatch = 200

/** How long a search waits for the nearest entries, and for how long none are asked for when they are late. */
const nearestMillisMax = queryVectorMillisMax
const nearestPauseSeconds = queryPauseSeconds

/** How often a store that compares no vectors is asked whether it does now. */
const askedEverySeconds = 5

const reasonOf = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.squash(cause)
  const { cause: inner, message } = error instanceof Error ? error : { cause: undefined, message: String(error) }
  return inner instanceof Error ? `${message}: ${inner.message}` : message
}

/** A search, as a ranking by embeddings reads it. */
interface EmbeddedSearch {
  readonly q: string
  readonly search: SearchText
  readonly filters: EntryFilters
}

interface EmbeddedRankings {
  /**
   * Ranks the entries of a corpus that a search considers, numbered as in its index. Undefined when searches are to be
   * ranked without: no model is configured, too few entries have vectors, or the model or the store does not answer in
   * time.
   */
  readonly rank: (
    corpus: string,
    held: CorpusIndex,
    search: EmbeddedSearch
  ) => Effect.Effect<Ranking | undefined, StorageUnavailable>
}

const none: EmbeddedRankings = { rank: () => Effect.succeed(undefined) }

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
      const hasty = hastyRequests(scope, {
        millisMax: nearestMillisMax,
        pauseSeconds: nearestPauseSeconds,
        failing: searchesWithout,
        late: `the database took longer than ${nearestMillisMax} ms to compare vectors.`,
        again: searchesWith
      })
      const ofStore = <A>(request: Effect.Effect<A, StorageUnavailable>): Effect.Effect<A | undefined> =>
        hasty.run(Effect.catchAllCause(request, (cause) => Effect.fail(reasonOf(cause))))

      /** Asks how far the model has come; what was known before when there is no answer in time. */
      const askProgress = (corpus: string, held: CorpusIndex) =>
        Effect.map(ofStore(store.progress(corpus, model)), (progress) => (held.progress = progress ?? held.progress))

      /** Whether the store compares the vectors of a corpus. It may begin to at any time, and then goes on. */
      const isCompared = (corpus: string, held: CorpusIndex) =>
        Effect.gen(function*() {
          const { isProgressRecent, progress } = held
          if (progress?.is_compared === true) return true
          if (isProgressRecent && progress?.is_comparing !== true) return false
          if (!isProgressRecent) {
            held.isProgressRecent = true
            const end = Effect.sync(() => (held.isProgressRecent = false))
            yield* Effect.forkIn(Effect.delay(end, `${askedEverySeconds} seconds`), scope)
          }
          return (yield* askProgress(corpus, held))?.is_compared === true
        })

      const rankByStore = (corpus: string, held: CorpusIndex, { filters, q, search }: EmbeddedSearch) =>
        Effect.gen(function*() {
          const { index } = held
          // Not kept: the vectors in memory predate the store's comparison of vectors.
          index.embedded = undefined
          const isEnough = (progress: EmbeddingProgress | undefined): progress is EmbeddingProgress =>
            progress !== undefined && index.embeddedShare(progress) >= embeddedShareMin
          const known = held.progress
          const progress = isEnough(known) ? known : yield* askProgress(corpus, held)
          if (!isEnough(progress)) return undefined
          const vector = yield* vectorOf(q, progress.dimensions)
          if (vector === undefined) return undefined
          const wanted = index.wantedVersions(search, filters)
          if (wanted.count === 0) return []
          // When it fails, the store may have ceased to compare vectors.
          const asked = Effect.tapErrorCause(
            store.nearest(corpus, model, { vector, wanted, max: rankedMax }),
            () => Effect.map(store.progress(corpus, model), (now) => (held.progress = now))
          )
          const near = yield* ofStore(asked)
          if (near?.length === 0) {
            // The vectors may have been removed because another model is in use.
            held.progress = undefined
            return undefined
          }
          return near?.flatMap(({ change, id, similarity }): Ranking => {
            const place = index.placeOf(id, change)
            return place === undefined || similarity <= similarityMin ? [] : [[place, similarity]]
          })
        })

      /** Reads some vectors; returns whether there may be more. */
      const readSome = (corpus: string, held: CorpusIndex, embedded: EmbeddedEntries) =>
        held.lock.withPermits(1)(Effect.gen(function*() {
          // Those of versions that the index has not yet taken in are left to a later search.
          const read = yield* store.vectors(corpus, model, embedded.change, held.change, vectorsBatch)
          // The index was read anew meanwhile, and its places are others; or the store compares the vectors now.
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

      const isEmbedded = ({ embedded, terms }: EntryIndex): boolean =>
        embedded !== undefined && embedded.share(terms.liveness, terms.size) >= embeddedShareMin

      const rankInMemory = (corpus: string, held: CorpusIndex, { filters, q, search }: EmbeddedSearch) =>
        Effect.gen(function*() {
          const { index } = held
          const embedded = (index.embedded ??= new EmbeddedEntries(model))
          if (!embedded.isLoading) {
            const more = yield* readSome(corpus, held, embedded)
            // Another search may have begun to read the rest meanwhile.
            if (more && !embedded.isLoading) yield* readRest(corpus, held, embedded)
          }
          const vector = isEmbedded(index) ? yield* vectorOf(q, embedded.dimensions) : undefined
          return vector === undefined ? undefined : index.rankEmbedded(search, filters, vector)
        })

      return {
        rank: (corpus, held, search) =>
          Effect.flatMap(
            isCompared(corpus, held),
            (inStore) => inStore ? rankByStore(corpus, held, search) : rankInMemory(corpus, held, search)
          )
      }
    })
  )
}
