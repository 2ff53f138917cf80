import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { IndexedEntry } from "./EntryIndex.ts"
import type { PackedTerms } from "./PackedTerms.ts"
import type { RetrievalEntry } from "./RetrievalEntry.ts"

/** An entry with its terms. */
export interface EntryWithTerms extends RetrievalEntry {
  readonly terms: PackedTerms
}

/**
 * The corpus of the platform's public resources: public questions, and agents and people that are not suspended. The
 * database derives its entries from the resources. Entries are of the kinds `question`, `agent` and `human` and have the
 * ids of their resources, and a word of the title counts twice.
 */
export const platformCorpus = "platform"

/** A position in the changes of a corpus, in a form of the store; empty before the first change. */
export type ChangePosition = string

/** Changes of a corpus. */
export interface CorpusChanges {
  /** The version of the corpus's model; 0 without one. */
  readonly model_version: number
  /** The latest versions of changed entries. A version may be repeated in later answers. */
  readonly entries: ReadonlyArray<IndexedEntry>
  /** The position after these changes. */
  readonly position: ChangePosition
  /** Whether all committed changes have been read; otherwise more follow at `position`. */
  readonly is_complete: boolean
  /** Whether the store has swept removed entries before the reader read their removal. The reader must begin again. */
  readonly is_lost: boolean
}

/** A trained model, and the state of the corpus that it was trained on. */
export interface TrainedModel {
  readonly bytes: Uint8Array
  /** The number of entries, and the largest number of a change among them. */
  readonly entries: number
  readonly change: number
}

/** The changed share of a corpus, and the number of changes, from which its model is trained again. */
export const retrainingShare = 0.2
export const retrainingChangesMin = 16

/**
 * Storage of entries and models. A corpus exists from its first entry on, and corpora are isolated from each other.
 * Entries of the platform's corpus cannot be put or removed.
 *
 * Versions of an entry are numbered in ascending order. A reader that has read all changes up to a position later finds
 * every change that is committed after it.
 */
export class RetrievalStore extends Context.Tag("auspex/RetrievalStore")<RetrievalStore, {
  /**
   * Adds entries, or replaces entries with the same ids; equal entries that are already stored do not change. The ids are
   * distinct. Joins the caller's unit of work.
   */
  readonly put: (corpus: string, entries: ReadonlyArray<EntryWithTerms>) => Effect.Effect<void, StorageUnavailable>
  /** Removes entries and ignores unknown ids. Joins the caller's unit of work. */
  readonly remove: (corpus: string, ids: ReadonlyArray<string>) => Effect.Effect<void, StorageUnavailable>
  /** The changes after a position, about `limit` at a time. A corpus that does not exist has no changes. */
  readonly changes: (
    corpus: string,
    after: ChangePosition,
    limit: number
  ) => Effect.Effect<CorpusChanges, StorageUnavailable>
  /** Deletes some entries that were removed more than a day ago. Returns whether there were any. */
  readonly sweep: Effect.Effect<boolean, StorageUnavailable>
  /** The existing entries among these ids, in no particular order. */
  readonly entries: (
    corpus: string,
    ids: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyArray<RetrievalEntry>, StorageUnavailable>
  /** The model of a corpus; undefined without a model made by the present text analysis. */
  readonly model: (
    corpus: string
  ) => Effect.Effect<{ readonly version: number; readonly bytes: Uint8Array } | undefined, StorageUnavailable>
  /** Replaces the model of a corpus, under the next version, unless the stored model was trained on a later state. */
  readonly saveModel: (corpus: string, model: TrainedModel) => Effect.Effect<void, StorageUnavailable>
  /**
   * Some corpora with at least `retrainingChangesMin` changes since their model was trained, and at least
   * `retrainingShare` of the entries that it was trained on; and corpora whose model was made by another text analysis.
   */
  readonly dueForTraining: Effect.Effect<ReadonlyArray<string>, StorageUnavailable>
}>() {}
