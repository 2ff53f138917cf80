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
 * The corpus of what everybody may see of the platform: public questions, and agents and people that are not suspended.
 * Its entries follow from those. They are of the kinds `question`, `agent` and `human`, their ids are those of the
 * resources, and a word of the title counts twice.
 */
export const platformCorpus = "platform"

/** How far the changes of a corpus have been read, in the form that its store gives; empty before the first. */
export type ChangePosition = string

/** What has happened in a corpus. */
export interface CorpusChanges {
  /** The version of the corpus's model; 0 without one. */
  readonly model_version: number
  /** The latest versions of changed entries. A version may come again. */
  readonly entries: ReadonlyArray<IndexedEntry>
  /** After these changes. */
  readonly position: ChangePosition
  /** Whether these are all that were committed before; otherwise there is more at `position`. */
  readonly is_complete: boolean
  /** Whether entries have been swept whose removal the reader has not read, so that it must begin again. */
  readonly is_lost: boolean
}

/** A trained model, and the state of the corpus that it was trained on. */
export interface TrainedModel {
  readonly bytes: Uint8Array
  /** The number of entries, and the largest number of a change among them. */
  readonly entries: number
  readonly change: number
}

/** The share of a corpus that must have changed, and the changes at least, before its model is trained again. */
export const retrainingShare = 0.2
export const retrainingChangesMin = 16

/**
 * Storage of entries and models. A corpus exists from its first entry on. Nothing is read or written across corpora.
 * Entries of the platform's corpus cannot be put or removed.
 *
 * Every version of an entry has a number, above those of its versions before. Whoever has read all changes up to a
 * position finds later everything that is committed after it.
 */
export class RetrievalStore extends Context.Tag("auspex/RetrievalStore")<RetrievalStore, {
  /**
   * Adds entries, or replaces those with the same ids; entries that are stored already are not changed. The ids are
   * distinct. Joins the caller's unit of work.
   */
  readonly put: (corpus: string, entries: ReadonlyArray<EntryWithTerms>) => Effect.Effect<void, StorageUnavailable>
  /** Removes entries; ids that are not there are passed over. Joins the caller's unit of work. */
  readonly remove: (corpus: string, ids: ReadonlyArray<string>) => Effect.Effect<void, StorageUnavailable>
  /** Some `limit` of the changes after a position. A corpus that does not exist has none. */
  readonly changes: (
    corpus: string,
    after: ChangePosition,
    limit: number
  ) => Effect.Effect<CorpusChanges, StorageUnavailable>
  /** Forgets some entries that were removed more than a day ago. Returns whether there were any. */
  readonly sweep: Effect.Effect<boolean, StorageUnavailable>
  /** The entries with these ids that are there, in no particular order. */
  readonly entries: (
    corpus: string,
    ids: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyArray<RetrievalEntry>, StorageUnavailable>
  /** The model of a corpus, if it has one of the present analysis. */
  readonly model: (
    corpus: string
  ) => Effect.Effect<{ readonly version: number; readonly bytes: Uint8Array } | undefined, StorageUnavailable>
  /** Replaces the model of a corpus, under the next version, unless that was trained on a later state. */
  readonly saveModel: (corpus: string, model: TrainedModel) => Effect.Effect<void, StorageUnavailable>
  /**
   * Some corpora whose entries have changed as often as `retrainingShare` of those that the model was trained on, and at
   * least `retrainingChangesMin` times, or whose model is of another analysis.
   */
  readonly dueForTraining: Effect.Effect<ReadonlyArray<string>, StorageUnavailable>
}>() {}
