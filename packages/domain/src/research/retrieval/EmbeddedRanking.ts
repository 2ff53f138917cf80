import { Cause, Context, Effect, Layer, type Scope } from "effect"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { CorpusIndex } from "./CorpusIndexes.ts"
import { EmbeddedEntries, similarityMin } from "./EmbeddedEntries.ts"
import { Embeddings } from "./Embeddings.ts"
import { type EmbeddingProgress, EmbeddingStore, type NearestRequest } from "./EmbeddingStore.ts"
import { type EntryIndex, rankedMax } from "./EntryIndex.ts"
import type { Ranking } from "./Fusion.ts"
import { hastyRequests } from "./HastyRequests.ts"
import { toUnitLength } from "./LatentModel.ts"
import { unpackVector } from "./PackedVector.ts"
import {
  queryPauseSeconds,
  queryVectorMillisMax,
  type QueryVectors,
  queryVectors,
  searchesWith,
  searchesWithout
} from "./QueryVectors.ts"
import type { EntryFilters } from "./RetrievalEntry.ts"
import type { SearchText } from "./SearchText.ts"

/**
 * The share of a corpus that must have vectors before searches are ranked by them: entries without a vector would
 * otherwise come after those with one. Texts that the model does not embed do not count.
 */
export const embeddedShareMin = 0.9

/** The number of vectors read in one statement. A search waits for one statement; the rest are read after it. */
const vectorsBatch = 200

/** How long a search waits for the nearest entries, and how long none are asked for after a late answer. */
const nearestMillisMax = queryVectorMillisMax
const nearestPauseSeconds = queryPauseSeconds

/** How often a store that does not compare vectors is asked whether it has begun to. */
const askedEverySeconds = 5

/** A search, as a ranking by embeddings reads it. */
interface EmbeddedSearch {
  readonly q: string
  readonly search: SearchText
  readonly filters: EntryFilters
}

interface EmbeddedRankings {
  /**
   * Ranks the entries of a corpus that a search considers, numbered as in its index. Undefined when embeddings cannot
   * rank them: no model is configured, too few entries have vectors, or the model or the store does not answer in time.
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
      const services: Services = {
        inTime: storeInTime(scope),
        model,
        scope,
        store,
        vectorOf: queryVectors(embeddings, scope)
      }
      return {
        rank: (corpus, held, search) =>
          Effect.flatMap(
            isCompared(services, corpus, held),
            (inStore) =>
              inStore ? rankByStore(services, corpus, held, search) : rankInMemory(services, corpus, held, search)
          )
      }
    })
  )
}

interface Services {
  /** Waits for the store's answer for a short time; undefined when the request fails or is late. */
  readonly inTime: <A>(request: Effect.Effect<A, StorageUnavailable>) => Effect.Effect<A | undefined>
  readonly model: string
  readonly scope: Scope.Scope
  readonly store: EmbeddingStore["Type"]
  readonly vectorOf: QueryVectors
}

const storeInTime = (scope: Scope.Scope): Services["inTime"] => {
  const hasty = hastyRequests(scope, {
    millisMax: nearestMillisMax,
    pauseSeconds: nearestPauseSeconds,
    failing: searchesWithout,
    late: `the database took longer than ${nearestMillisMax} ms to compare vectors.`,
    again: searchesWith
  })
  return (request) => hasty.run(Effect.catchAllCause(request, (cause) => Effect.fail(reasonOf(cause))))
}

const reasonOf = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.squash(cause)
  const { cause: inner, message } = error instanceof Error ? error : { cause: undefined, message: String(error) }
  return inner instanceof Error ? `${message}: ${inner.message}` : message
}

/** Asks for the progress of the model and remembers it. Without an answer in time, returns the progress known before. */
const askProgress = ({ inTime, model, store }: Services, corpus: string, held: CorpusIndex) =>
  Effect.map(inTime(store.progress(corpus, model)), (progress) => (held.progress = progress ?? held.progress))

/** Whether the store compares the vectors of a corpus. It may begin at any time, and then does so until it fails. */
const isCompared = (services: Services, corpus: string, held: CorpusIndex) =>
  Effect.gen(function*() {
    const { isProgressRecent, progress } = held
    if (progress?.is_compared === true) return true
    if (isProgressRecent && progress?.is_comparing !== true) return false
    if (!isProgressRecent) {
      held.isProgressRecent = true
      const end = Effect.sync(() => (held.isProgressRecent = false))
      yield* Effect.forkIn(Effect.delay(end, `${askedEverySeconds} seconds`), services.scope)
    }
    return (yield* askProgress(services, corpus, held))?.is_compared === true
  })

const rankByStore = (
  services: Services,
  corpus: string,
  held: CorpusIndex,
  { filters, q, search }: EmbeddedSearch
) =>
  Effect.gen(function*() {
    const { index } = held
    // The vectors in memory are dropped, because they predate the store's comparison of vectors.
    index.embedded = undefined
    const isEnough = (progress: EmbeddingProgress | undefined): progress is EmbeddingProgress =>
      progress !== undefined && index.embeddedShare(progress) >= embeddedShareMin
    const known = held.progress
    const progress = isEnough(known) ? known : yield* askProgress(services, corpus, held)
    if (!isEnough(progress)) return undefined
    const vector = yield* services.vectorOf(q, progress.dimensions)
    if (vector === undefined) return undefined
    const wanted = index.wantedVersions(search, filters)
    if (wanted.count === 0) return []
    const near = yield* nearest(services, corpus, held, { vector, wanted, max: rankedMax })
    return near?.flatMap(({ change, id, similarity }): Ranking => {
      const place = index.placeOf(id, change)
      return place === undefined || similarity <= similarityMin ? [] : [[place, similarity]]
    })
  })

/** The entries nearest to a vector; undefined when the store has none or does not answer in time. */
const nearest = (
  { inTime, model, store }: Services,
  corpus: string,
  held: CorpusIndex,
  request: NearestRequest
) =>
  Effect.gen(function*() {
    // After a failure the progress is read again, because the store may have stopped comparing vectors.
    const asked = Effect.tapErrorCause(
      store.nearest(corpus, model, request),
      () => Effect.map(store.progress(corpus, model), (now) => (held.progress = now))
    )
    const near = yield* inTime(asked)
    if (near?.length !== 0) return near
    // The vectors may have been removed because another model is in use.
    held.progress = undefined
    return undefined
  })

const rankInMemory = (
  services: Services,
  corpus: string,
  held: CorpusIndex,
  { filters, q, search }: EmbeddedSearch
) =>
  Effect.gen(function*() {
    const { index } = held
    const embedded = (index.embedded ??= new EmbeddedEntries(services.model))
    if (!embedded.isLoading) {
      const more = yield* readSome(services, corpus, held, embedded)
      // Another search may have begun to read the rest meanwhile.
      if (more && !embedded.isLoading) yield* readRest(services, corpus, held, embedded)
    }
    const vector = isEmbedded(index) ? yield* services.vectorOf(q, embedded.dimensions) : undefined
    return vector === undefined ? undefined : index.rankEmbedded(search, filters, vector)
  })

const isEmbedded = ({ embedded, terms }: EntryIndex): boolean =>
  embedded !== undefined && embedded.share(terms.liveness, terms.size) >= embeddedShareMin

/** Reads some vectors; returns whether there may be more. */
const readSome = ({ model, store }: Services, corpus: string, held: CorpusIndex, embedded: EmbeddedEntries) =>
  held.lock.withPermits(1)(Effect.gen(function*() {
    // Vectors of versions that the index has not yet taken in are left to a later search.
    const read = yield* store.vectors(corpus, model, embedded.change, held.change, vectorsBatch)
    // Meanwhile the index was read anew, which changes its places, or the store began to compare the vectors.
    if (held.index.embedded !== embedded) return false
    for (const { change, id, vector } of read) {
      const place = held.index.placeOf(id, change)
      if (place !== undefined && vector.length === 0) embedded.passOver(place)
      else if (place !== undefined) embedded.add(place, toUnitLength(unpackVector(vector)))
      embedded.change = change
    }
    return read.length === vectorsBatch
  }))

/** Reads all other vectors while searches go on. */
const readRest = (services: Services, corpus: string, held: CorpusIndex, embedded: EmbeddedEntries) => {
  embedded.isLoading = true
  return Effect.repeat(readSome(services, corpus, held, embedded), { while: (more) => more }).pipe(
    Effect.catchAllCause((cause) => Effect.logWarning(`The vectors of ${corpus} were not all read`, cause)),
    Effect.ensuring(Effect.sync(() => {
      embedded.isLoading = false
    })),
    Effect.forkIn(services.scope)
  )
}
