import { Context, Effect, Layer, type Scope } from "effect"
import { inTurns } from "../../kernel/inTurns.ts"
import { type Refusal, refuseAll } from "../../kernel/Refusal.ts"
import { Leases, whileHeld } from "../../kernel/Leases.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { judgeText } from "../../kernel/TextRule.ts"
import { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import { type CorpusIndex, CorpusIndexes } from "./CorpusIndexes.ts"
import { EmbeddedRanking } from "./EmbeddedRanking.ts"
import { bytesToLatentModel, latentModelToBytes, trainLatentModel } from "./LatentModel.ts"
import { type Span, matchSpans } from "./MatchSpans.ts"
import { packTerms } from "./PackedTerms.ts"
import { hasPhrase, type Phrase } from "./Phrase.ts"
import { type EntryFilters, entryTextMax, entryTitleMax, type RetrievalEntry } from "./RetrievalEntry.ts"
import { RetrievalStore } from "./RetrievalStore.ts"
import { EntryIndex, type EntryMatches, type MatchWeights, type RankingPart } from "./EntryIndex.ts"
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

/** A request for what contains the words of a search. */
export interface MatchRequest {
  readonly corpus: string
  /** Words, `"phrases"`, alternatives joined by `OR`, and `-exclusions`; any text is valid. */
  readonly q: string
  readonly filters: EntryFilters
  /** Those of an earlier answer to the same search, whose scores are wanted again. */
  readonly weights: MatchWeights | undefined
}

/** The answer of a search. */
export interface RetrievalAnswer {
  /** Best first. */
  readonly items: ReadonlyArray<FoundEntry>
  /** The number of entries that were ranked: the best of each ranking. */
  readonly total: number
  /** Whether meanings were compared; false while the corpus has no model, neither trained on it nor configured. */
  readonly by_meaning: boolean
}

/** The stored entries and the changes, read in one statement. */
const putBatch = 500
const changesBatch = 2_000

/** The entries of an index whose first model a search waits for: some tenths of a second. */
const adoptedAtOnceMax = 20_000

/** The best entries whose texts are searched for phrases. */
const phraseEntriesMax = 200
const matchedTextsMax = 1_000

const leaseSeconds = 60
/** The steps between two renewals of the lease: some seconds. */
const stepsPerRenewal = 1_000

const judgeEntry = ({ text, title }: RetrievalEntry) =>
  refuseAll([
    judgeText("text", text, { max: entryTextMax }),
    title === null ? undefined : judgeText("title", title, { max: entryTitleMax })
  ])

const piecesBy = <A>(items: ReadonlyArray<A>, size: number): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, (n + 1) * size))

/** Tells which phrases an entry has; its title is a text of its own. */
const phrasesOf = ({ text, title }: RetrievalEntry): (phrase: Phrase) => boolean => {
  const texts = [textTerms(title ?? ""), textTerms(text)]
  return (phrase) => texts.some((terms) => hasPhrase(terms, phrase))
}

/** Whether a text has the phrases that a search requires and none that it excludes. */
const meetsPhrases = (entry: RetrievalEntry, { excluded, required }: SearchText): boolean => {
  const has = phrasesOf(entry)
  return required.every(has) && !excluded.some(has)
}

/** Whether a text has a word or phrase of each part of a search, and none that it excludes. */
const meetsParts = (entry: RetrievalEntry, { excluded, parts }: SearchText): boolean => {
  const has = phrasesOf(entry)
  const hasEvery = (phrase: Phrase): boolean => phrase.every((term) => term === 0 || has([term]))
  return parts.every((part) => part.some(({ is_quoted, phrase }) => (is_quoted ? has : hasEvery)(phrase))) &&
    !excluded.some(has)
}

/** Whether the order of terms matters to a search, which the index does not know. */
const hasOrder = ({ excluded, parts }: SearchText): boolean =>
  excluded.some((phrase) => phrase.length > 1) ||
  parts.some((part) => part.some(({ is_quoted, phrase }) => is_quoted && phrase.length > 1))

/**
 * Finds texts by their words and by their meaning, and by embeddings when `EmbeddedRanking.layer` is provided. The index of a corpus is held in memory and built from what is
 * stored; each search first takes in what has been committed since.
 */
export class Retrieval extends Context.Tag("auspex/Retrieval")<Retrieval, {
  /**
   * Adds entries to a corpus, or replaces those with the same ids; joins the caller's unit of work. Fails with
   * INVALID_REQUEST when a title or text is too long or no text.
   */
  readonly put: (
    corpus: string,
    entries: ReadonlyArray<RetrievalEntry>
  ) => Effect.Effect<void, Refusal | StorageUnavailable>
  /** Removes entries, so that they are found no more; joins the caller's unit of work. */
  readonly remove: (corpus: string, ids: ReadonlyArray<string>) => Effect.Effect<void, StorageUnavailable>
  /**
   * The best entries for a text, as they are stored now. Must not be called in a unit of work, whose changes are not yet
   * those of others.
   */
  readonly search: (request: RetrievalRequest) => Effect.Effect<RetrievalAnswer, StorageUnavailable>
  /**
   * The entries that contain all words of a search, as the corpus is now, in no particular order: of each kind the best
   * `matchedMax`, and fewer when phrases must be looked up in their texts. Unlike those of `search`, they are not found
   * by their meaning. Must not be called in a unit of work.
   */
  readonly match: (request: MatchRequest) => Effect.Effect<EntryMatches, StorageUnavailable>
  /** The entries with these ids that are there, in no particular order. */
  readonly entries: (
    corpus: string,
    ids: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyArray<RetrievalEntry>, StorageUnavailable>
  /** Forgets some entries that were removed more than a day ago. Returns whether there were any. */
  readonly sweep: Effect.Effect<boolean, StorageUnavailable>
  /** Trains the model of a corpus now. Searches go on with the one before. */
  readonly train: (corpus: string) => Effect.Effect<void, StorageUnavailable>
  /**
   * Trains the model of a corpus that has changed enough, unless another instance does. Returns whether it has. `holder`
   * is the unique name of this instance.
   */
  readonly trainNext: (holder: string) => Effect.Effect<boolean, StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<Retrieval, never, RetrievalStore | Leases | UnitOfWork> = Layer.scoped(
    Retrieval,
    Effect.gen(function*() {
      const store = yield* RetrievalStore
      const leases = yield* Leases
      const units = yield* UnitOfWork
      const embeddedRanking = yield* EmbeddedRanking
      const scope = yield* Effect.scope
      const indexes = new CorpusIndexes()
      const fresh = freshIndex(store, indexes, scope)

      /** The entries of a ranking that meet the phrases of the search, in its order. */
      const meeting = (corpus: string, search: SearchText, ranked: ReadonlyArray<readonly [string, number]>) =>
        Effect.map(
          store.entries(corpus, ranked.slice(0, phraseEntriesMax).map(([id]) => id)),
          (entries) => {
            const kept = new Set(entries.filter((entry) => meetsPhrases(entry, search)).map(({ id }) => id))
            return ranked.filter(([id]) => kept.has(id))
          }
        )

      const train = (corpus: string, renewal: Effect.Effect<void, StorageUnavailable>) =>
        Effect.gen(function*() {
          const held = yield* fresh(corpus)
          const { change, index: { terms } } = held
          const entries = terms.size
          const model = yield* inTurns(() => trainLatentModel(terms), renewal)
          yield* store.saveModel(corpus, { bytes: latentModelToBytes(model), change, entries })
        })

      return Retrieval.of({
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
        search: ({ corpus, filters = {}, limit, offset, part, q }) =>
          Effect.gen(function*() {
            if (yield* units.isOpen) return yield* Effect.dieMessage("a search was made in a unit of work")
            const held = yield* fresh(corpus)
            const { index } = held
            const search = readSearchText(q)
            const isEmbedded = part === undefined || part === "all" || part === "embedding"
            const embedded = isEmbedded ? yield* embeddedRanking.rank(corpus, held, { q, search, filters }) : undefined
            const ranked = index.rank(search, filters, part, embedded)
            const hasPhrases = [...search.required, ...search.excluded].some((phrase) => phrase.length > 1)
            const found = hasPhrases ? yield* meeting(corpus, search, ranked) : ranked
            const page = found.slice(offset, offset + limit)
            const stored = page.length === 0 ? [] : yield* store.entries(corpus, page.map(([id]) => id))
            const byId = new Map(stored.map((entry) => [entry.id, entry]))
            const items = page.flatMap(([id, score]): ReadonlyArray<FoundEntry> => {
              const entry = byId.get(id)
              if (entry === undefined) return []
              const spansOf = (text: string) => matchSpans(textTerms(text), search.terms)
              return [{ ...entry, score, highlights: { title: spansOf(entry.title ?? ""), text: spansOf(entry.text) } }]
            })
            return { items, total: found.length, by_meaning: index.modelVersion > 0 || embedded !== undefined }
          }),
        match: ({ corpus, filters, q, weights }) =>
          Effect.gen(function*() {
            if (yield* units.isOpen) return yield* Effect.dieMessage("a search was made in a unit of work")
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
          }),
        entries: (corpus, ids) => (ids.length === 0 ? Effect.succeed([]) : store.entries(corpus, ids)),
        sweep: store.sweep,
        train: (corpus) => train(corpus, Effect.void),
        trainNext: (holder) =>
          Effect.gen(function*() {
            for (const corpus of yield* store.dueForTraining) {
              const lease = { name: `retrieval model ${corpus}`, holder, seconds: leaseSeconds }
              const trained = yield* whileHeld(leases, lease, (renewal) =>
                Effect.gen(function*() {
                  // The previous holder may have trained it just now.
                  if (!(yield* store.dueForTraining).includes(corpus)) return false
                  yield* train(corpus, everySoOften(renewal))
                  return true
                }))
              if (trained === true) return true
            }
            return false
          })
      })
    })
  )
}

/** Runs `renewal` once in `stepsPerRenewal` times. A lost lease does no harm: both train the same model. */
const everySoOften = <E>(renewal: Effect.Effect<unknown, E>): Effect.Effect<void, E> => {
  let times = 0
  return Effect.suspend(() => (++times % stepsPerRenewal === 0 ? Effect.asVoid(renewal) : Effect.void))
}

/**
 * Gives the index of a corpus with all that was committed before. The first model of a small corpus is adopted before
 * the index is given; any other meanwhile.
 */
const freshIndex = (
  store: Context.Tag.Service<RetrievalStore>,
  indexes: CorpusIndexes,
  scope: Scope.Scope
) => {
  const adopt = (corpus: string, held: CorpusIndex) =>
    Effect.gen(function*() {
      const stored = yield* store.model(corpus)
      if (stored === undefined) return
      yield* inTurns(() => held.index.adopt(stored.version, bytesToLatentModel(stored.bytes)))
      indexes.trim()
    })

  /** Adopts a later model while searches go on; when that fails, the next search tries again. */
  const adoptMeanwhile = (corpus: string, held: CorpusIndex, version: number) => {
    held.adopting = version
    return adopt(corpus, held).pipe(
      Effect.catchAllCause((cause) => Effect.logWarning(`The model of ${corpus} was not adopted`, cause)),
      Effect.ensuring(Effect.sync(() => {
        held.adopting = 0
      })),
      Effect.forkIn(scope)
    )
  }

  const takeIn = (corpus: string, held: CorpusIndex): Effect.Effect<CorpusIndex, StorageUnavailable> =>
    Effect.gen(function*() {
      for (;;) {
        const read = yield* store.changes(corpus, held.position, changesBatch)
        const { entries, is_complete, is_lost, model_version, position } = read
        if (is_lost) {
          held.index = new EntryIndex()
          held.change = 0
        }
        const unknown = entries.filter(({ change, id }) => !held.index.has(id, change))
        for (const entry of unknown) {
          held.index.apply(entry)
          held.change = Math.max(held.change, entry.change)
        }
        held.position = position
        if (!is_complete) continue
        if (unknown.length > 0) indexes.trim()
        if (model_version > held.index.modelVersion && held.adopting < model_version) {
          const isAtOnce = held.index.modelVersion === 0 && held.index.terms.size <= adoptedAtOnceMax
          yield* isAtOnce ? adopt(corpus, held) : adoptMeanwhile(corpus, held, model_version)
        }
        return held
      }
    })

  return (corpus: string): Effect.Effect<CorpusIndex, StorageUnavailable> =>
    Effect.suspend(() => {
      const held = indexes.use(corpus)
      return held.lock.withPermits(1)(takeIn(corpus, held))
    })
}
