import { Context, Effect, Layer } from "effect"
import { inTurns } from "../../kernel/inTurns.ts"
import { type Refusal, refuseAll } from "../../kernel/Refusal.ts"
import { Leases, whileHeld } from "../../kernel/Leases.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { judgeText } from "../../kernel/TextRule.ts"
import { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import { EmbeddedRanking } from "./EmbeddedRanking.ts"
import { type FreshIndexes, freshIndexes } from "./FreshIndexes.ts"
import { latentModelToBytes, trainLatentModel } from "./LatentModel.ts"
import { type Span, matchSpans } from "./MatchSpans.ts"
import { packTerms } from "./PackedTerms.ts"
import { hasPhrase, type Phrase } from "./Phrase.ts"
import { type EntryFilters, entryTextMax, entryTitleMax, type RetrievalEntry } from "./RetrievalEntry.ts"
import { RetrievalStore } from "./RetrievalStore.ts"
import type { EntryMatches, MatchWeights, RankingPart } from "./EntryIndex.ts"
import { readSearchText, type SearchText } from "./SearchText.ts"
import { textTerms } from "./TextTerms.ts"

/** A request to search a corpus. */
export interface RetrievalRequest {
  readonly corpus: string
  /** Words, `"phrases"` and `-exclusions`; any text is valid. */
  readonly q: string
  readonly filters?: EntryFilters
  readonly limit: number
  readonly offset: number
  /** All rankings by default. */
  readonly part?: RankingPart
}

/** An entry that was found, as it is stored. */
export interface FoundEntry extends RetrievalEntry {
  /** From 0 to 1; comparable within one answer only. */
  readonly score: number
  /** Where the words of the search stand in the title and the text. */
  readonly highlights: { readonly title: ReadonlyArray<Span>; readonly text: ReadonlyArray<Span> }
}

/** A request for all entries that contain the words of a search. */
export interface MatchRequest {
  readonly corpus: string
  /** Words, `"phrases"`, alternatives joined by `OR`, and `-exclusions`; any text is valid. */
  readonly q: string
  readonly filters: EntryFilters
  /** The weights of an earlier answer to the same search, which give its entries the same scores again. */
  readonly weights: MatchWeights | undefined
}

/** The answer to a search. */
export interface RetrievalAnswer {
  /** Best first. */
  readonly items: ReadonlyArray<FoundEntry>
  /** The number of entries that were ranked: the best of each ranking. */
  readonly total: number
  /** Whether meanings were compared; false while there is neither a model trained on the corpus nor a configured one. */
  readonly by_meaning: boolean
}

/** The number of entries stored in one statement. */
const putBatch = 500

/** The numbers of best entries whose texts are searched for the phrases of a search, and of a match. */
const phraseEntriesMax = 200
const matchedTextsMax = 1_000

const leaseSeconds = 60
/** The training steps between two renewals of the lease, which take some seconds. */
const stepsPerRenewal = 1_000

const judgeEntry = ({ text, title }: RetrievalEntry) =>
  refuseAll([
    judgeText("text", text, { max: entryTextMax }),
    title === null ? undefined : judgeText("title", title, { max: entryTitleMax })
  ])

const piecesBy = <A>(items: ReadonlyArray<A>, size: number): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, (n + 1) * size))

/** Tests whether an entry has a phrase, which lies within the title or within the text. */
const phrasesOf = ({ text, title }: RetrievalEntry): (phrase: Phrase) => boolean => {
  const texts = [textTerms(title ?? ""), textTerms(text)]
  return (phrase) => texts.some((terms) => hasPhrase(terms, phrase))
}

/** Whether an entry has all phrases that a search requires and no phrase that it excludes. */
const meetsPhrases = (entry: RetrievalEntry, { excluded, required }: SearchText): boolean => {
  const has = phrasesOf(entry)
  return required.every(has) && !excluded.some(has)
}

/** Whether an entry has a word or phrase of each part of a search, and no excluded word or phrase. */
const meetsParts = (entry: RetrievalEntry, { excluded, parts }: SearchText): boolean => {
  const has = phrasesOf(entry)
  const hasEvery = (phrase: Phrase): boolean => phrase.every((term) => term === 0 || has([term]))
  return parts.every((part) => part.some(({ is_quoted, phrase }) => (is_quoted ? has : hasEvery)(phrase))) &&
    !excluded.some(has)
}

/** Whether the order of terms matters to a search. The index does not know the order. */
const hasOrder = ({ excluded, parts }: SearchText): boolean =>
  excluded.some((phrase) => phrase.length > 1) ||
  parts.some((part) => part.some(({ is_quoted, phrase }) => is_quoted && phrase.length > 1))

/**
 * Finds texts by their words and by their meaning, and by embeddings when `EmbeddedRanking.layer` is provided. The index
 * of a corpus is held in memory and built from the stored entries; each search first takes in all committed changes.
 */
export class Retrieval extends Context.Tag("auspex/Retrieval")<Retrieval, {
  /**
   * Adds entries to a corpus, or replaces those with the same ids; joins the caller's unit of work. Fails with
   * INVALID_REQUEST when a title or text is too long or holds characters that cannot be stored.
   */
  readonly put: (
    corpus: string,
    entries: ReadonlyArray<RetrievalEntry>
  ) => Effect.Effect<void, Refusal | StorageUnavailable>
  /** Removes entries from searches; joins the caller's unit of work. */
  readonly remove: (corpus: string, ids: ReadonlyArray<string>) => Effect.Effect<void, StorageUnavailable>
  /**
   * The best entries for a text, as they are stored now. Must not be called in a unit of work, because its uncommitted
   * changes would enter the index that all searches share.
   */
  readonly search: (request: RetrievalRequest) => Effect.Effect<RetrievalAnswer, StorageUnavailable>
  /**
   * The entries that contain all words of a search, as the corpus is now, in no particular order: the best `matchedMax`
   * of each kind, and fewer when their texts must be searched for phrases. Unlike `search`, it does not compare meanings.
   * Must not be called in a unit of work.
   */
  readonly match: (request: MatchRequest) => Effect.Effect<EntryMatches, StorageUnavailable>
  /** The existing entries among these ids, in no particular order. */
  readonly entries: (
    corpus: string,
    ids: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyArray<RetrievalEntry>, StorageUnavailable>
  /** Deletes some entries that were removed more than a day ago. Returns whether there were any. */
  readonly sweep: Effect.Effect<boolean, StorageUnavailable>
  /** Trains the model of a corpus now. Searches use the previous model meanwhile. */
  readonly train: (corpus: string) => Effect.Effect<void, StorageUnavailable>
  /**
   * Trains the model of a corpus that has changed enough, unless another instance is training it. Returns whether a model
   * was trained. `holder` is the unique name of this instance.
   */
  readonly trainNext: (holder: string) => Effect.Effect<boolean, StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<Retrieval, never, RetrievalStore | Leases | UnitOfWork> = Layer.scoped(
    Retrieval,
    Effect.gen(function*() {
      const store = yield* RetrievalStore
      const services: Services = {
        embeddedRanking: yield* EmbeddedRanking,
        fresh: freshIndexes(store, yield* Effect.scope),
        leases: yield* Leases,
        store,
        units: yield* UnitOfWork
      }
      return Retrieval.of({
        ...keeping(services),
        search: searchWith(services),
        match: matchWith(services),
        train: (corpus) => train(services, corpus, Effect.void),
        trainNext: trainNextWith(services)
      })
    })
  )
}

type Service = Context.Tag.Service<Retrieval>

interface Services {
  readonly embeddedRanking: Context.Tag.Service<EmbeddedRanking>
  readonly fresh: FreshIndexes
  readonly leases: Leases["Type"]
  readonly store: RetrievalStore["Type"]
  readonly units: UnitOfWork["Type"]
}

const keeping = ({ store }: Services): Pick<Service, "put" | "remove" | "entries" | "sweep"> => ({
  put: (corpus, entries) =>
    Effect.gen(function*() {
      for (const entry of entries) yield* judgeEntry(entry)
      const distinct = [...new Map(entries.map((entry) => [entry.id, entry])).values()]
      for (const batch of piecesBy(distinct, putBatch)) {
        const read = batch.map((entry) => ({
          ...entry,
          terms: packTerms(textTerms(entry.title ?? ""), textTerms(entry.text))
        }))
        yield* store.put(corpus, read)
      }
    }),
  remove: (corpus, ids) => (ids.length === 0 ? Effect.void : store.remove(corpus, ids)),
  entries: (corpus, ids) => (ids.length === 0 ? Effect.succeed([]) : store.entries(corpus, ids)),
  sweep: store.sweep
})

const requireNoUnit = ({ units }: Services) =>
  Effect.flatMap(
    units.isOpen,
    (isOpen) => isOpen ? Effect.dieMessage("a search was made in a unit of work") : Effect.void
  )

const searchWith = (services: Services): Service["search"] => ({ corpus, filters = {}, limit, offset, part, q }) =>
  Effect.gen(function*() {
    const { embeddedRanking, fresh, store } = services
    yield* requireNoUnit(services)
    const held = yield* fresh(corpus)
    const { index } = held
    const search = readSearchText(q)
    const isEmbedded = part === undefined || part === "all" || part === "embedding"
    const embedded = isEmbedded ? yield* embeddedRanking.rank(corpus, held, { q, search, filters }) : undefined
    const ranked = index.rank(search, filters, part, embedded)
    const hasPhrases = [...search.required, ...search.excluded].some((phrase) => phrase.length > 1)
    const found = hasPhrases ? yield* withPhrases(store, corpus, search, ranked) : ranked
    const items = yield* foundEntries(store, corpus, search, found.slice(offset, offset + limit))
    return { items, total: found.length, by_meaning: index.modelVersion > 0 || embedded !== undefined }
  })

/** Ids of entries with their scores, best first. */
type Ranked = ReadonlyArray<readonly [id: string, score: number]>

/** The entries of a ranking that meet the phrases of the search, in its order. */
const withPhrases = (store: Services["store"], corpus: string, search: SearchText, ranked: Ranked) =>
  Effect.map(
    store.entries(corpus, ranked.slice(0, phraseEntriesMax).map(([id]) => id)),
    (entries) => {
      const kept = new Set(entries.filter((entry) => meetsPhrases(entry, search)).map(({ id }) => id))
      return ranked.filter(([id]) => kept.has(id))
    }
  )

/** The stored entries of a page of a ranking, with highlights. Entries removed meanwhile are left out. */
const foundEntries = (store: Services["store"], corpus: string, search: SearchText, page: Ranked) =>
  Effect.gen(function*() {
    const stored = page.length === 0 ? [] : yield* store.entries(corpus, page.map(([id]) => id))
    const byId = new Map(stored.map((entry) => [entry.id, entry]))
    const spansOf = (text: string) => matchSpans(textTerms(text), search.terms)
    return page.flatMap(([id, score]): ReadonlyArray<FoundEntry> => {
      const entry = byId.get(id)
      return entry === undefined
        ? []
        : [{ ...entry, score, highlights: { title: spansOf(entry.title ?? ""), text: spansOf(entry.text) } }]
    })
  })

const matchWith = (services: Services): Service["match"] => ({ corpus, filters, q, weights }) =>
  Effect.gen(function*() {
    const { fresh, store } = services
    yield* requireNoUnit(services)
    const { index } = yield* fresh(corpus)
    const search = readSearchText(q)
    const found = index.match(search, filters, weights)
    if (!hasOrder(search)) return found
    const read = [...found.entries].sort((a, b) => b.score - a.score).slice(0, matchedTextsMax)
    const stored = yield* store.entries(corpus, read.map(({ id }) => id))
    const kept = new Set(stored.filter((entry) => meetsParts(entry, search)).map(({ id }) => id))
    return {
      ...found,
      entries: read.filter(({ id }) => kept.has(id)),
      is_capped: found.is_capped || found.entries.length > matchedTextsMax
    }
  })

const train = ({ fresh, store }: Services, corpus: string, renewal: Effect.Effect<void, StorageUnavailable>) =>
  Effect.gen(function*() {
    const { change, index: { terms } } = yield* fresh(corpus)
    const entries = terms.size
    const model = yield* inTurns(() => trainLatentModel(terms), renewal)
    yield* store.saveModel(corpus, { bytes: latentModelToBytes(model), change, entries })
  })

const trainNextWith = (services: Services): Service["trainNext"] => (holder) =>
  Effect.gen(function*() {
    const { leases, store } = services
    for (const corpus of yield* store.dueForTraining) {
      const lease = { name: `retrieval model ${corpus}`, holder, seconds: leaseSeconds }
      const trained = yield* whileHeld(leases, lease, (renewal) =>
        Effect.gen(function*() {
          // The previous holder may have trained it just now.
          if (!(yield* store.dueForTraining).includes(corpus)) return false
          yield* train(services, corpus, everySoOften(renewal))
          return true
        }))
      if (trained === true) return true
    }
    return false
  })

/** Runs `renewal` once in `stepsPerRenewal` times. A lost lease does no harm: both train the same model. */
const everySoOften = <E>(renewal: Effect.Effect<unknown, E>): Effect.Effect<void, E> => {
  let times = 0
  return Effect.suspend(() => (++times % stepsPerRenewal === 0 ? Effect.asVoid(renewal) : Effect.void))
}
