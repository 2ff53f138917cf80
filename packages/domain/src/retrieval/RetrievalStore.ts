import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import type { IndexedEntry } from "./EntryIndex.ts"
import type { PackedTerms } from "./PackedTerms.ts"
import type { RetrievalEntry } from "./RetrievalEntry.ts"

/** An entry with its terms. */
export interface EntryWithTerms extends RetrievalEntry {
  readonly terms: PackedTerms
}

/** What has happened in a corpus. */
export interface CorpusChanges {
  /** The version of the corpus's model; 0 without one. */
  readonly model_version: number
  /** The latest versions of changed entries, in the order of their changes. */
  readonly entries: ReadonlyArray<IndexedEntry & { readonly change: number }>
}

/** A trained model, and the state of the corpus that it was trained on. */
export interface TrainedModel {
  readonly bytes: Uint8Array
  /** The number of entries, and the last change among them. */
  readonly entries: number
  readonly change: number
}

/** The share of a corpus that must have changed, and the changes at least, before its model is trained again. */
export const retrainingShare = 0.2
export const retrainingChangesMin = 16

/**
 * Storage of entries and models. A corpus exists from its first entry on. Nothing is read or written across corpora.
 *
 * The changes of a corpus are numbered from 1 in the order in which they are committed: whoever has read change n will
 * not find an earlier one later.
 */
export class RetrievalStore extends Context.Tag("auspex/RetrievalStore")<RetrievalStore, {
  /**
   * Adds entries, or replaces those with the same ids; entries that are stored already are not changed. The ids are
   * distinct. Joins the caller's unit of work.
   */
  readonly put: (corpus: string, entries: ReadonlyArray<EntryWithTerms>) => Effect.Effect<void, StorageUnavailable>
  /** Removes entries; ids that are not there are passed over. Joins the caller's unit of work. */
  readonly remove: (corpus: string, ids: ReadonlyArray<string>) => Effect.Effect<void, StorageUnavailable>
  /** The first `limit` changes after change `after`. A corpus that does not exist has none. */
  readonly changes: (corpus: string, after: number, limit: number) => Effect.Effect<CorpusChanges, StorageUnavailable>
  /** The entries with these ids that are there, in no particular order. */
  readonly entries: (
    corpus: string,
    ids: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyArray<RetrievalEntry>, StorageUnavailable>
  /** The model of a corpus, if it has one. */
  readonly model: (
    corpus: string
  ) => Effect.Effect<{ readonly version: number; readonly bytes: Uint8Array } | undefined, StorageUnavailable>
  /** Replaces the model of a corpus, under the next version, unless that was trained on a later state. */
  readonly saveModel: (corpus: string, model: TrainedModel) => Effect.Effect<void, StorageUnavailable>
  /**
   * Some corpora whose entries have changed as often as `retrainingShare` of those that the model was trained on, and at
   * least `retrainingChangesMin` times.
   */
  readonly dueForTraining: Effect.Effect<ReadonlyArray<string>, StorageUnavailable>
}>() {}
