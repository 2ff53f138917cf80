import { type Context, Effect, type Scope } from "effect"
import { inTurns } from "../../kernel/inTurns.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { type CorpusIndex, CorpusIndexes } from "./CorpusIndexes.ts"
import { EntryIndex } from "./EntryIndex.ts"
import { bytesToLatentModel } from "./LatentModel.ts"
import type { RetrievalStore } from "./RetrievalStore.ts"

/** The number of changes read in one statement. */
const changesBatch = 2_000

/** The largest index whose first model a search waits for, in entries; that takes some tenths of a second. */
const adoptedAtOnceMax = 20_000

/** Gives the index of a corpus with all changes that were committed before. */
export type FreshIndexes = (corpus: string) => Effect.Effect<CorpusIndex, StorageUnavailable>

/**
 * Keeps the indexes of corpora in memory. The first model of a small corpus is adopted before its index is given; any
 * other model is adopted while searches go on.
 */
export const freshIndexes = (store: Context.Tag.Service<RetrievalStore>, scope: Scope.Scope): FreshIndexes => {
  const indexes = new CorpusIndexes()

  const adopt = (corpus: string, held: CorpusIndex) =>
    Effect.gen(function*() {
      const stored = yield* store.model(corpus)
      if (stored === undefined) return
      yield* inTurns(() => held.index.adopt(stored.version, bytesToLatentModel(stored.bytes)))
      indexes.trim()
    })

  /** Adopts a later model while searches go on. After a failure the next search tries again. */
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

  return (corpus) =>
    Effect.suspend(() => {
      const held = indexes.use(corpus)
      return held.lock.withPermits(1)(takeIn(corpus, held))
    })
}
