import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"

/** A version of an entry that has no vector yet; `text` is null when the entry was removed. */
export interface UnembeddedEntry {
  readonly id: string
  /** The number of the change that made this version. */
  readonly change: number
  readonly title: string | null
  readonly text: string | null
}

/** The next entries of a corpus that a model has not embedded. */
export interface UnembeddedBatch {
  /** The versions up to this change have been embedded. */
  readonly after: number
  /** The dimensions of the vectors of the model in this corpus; null before the first. */
  readonly dimensions: number | null
  /** In the order of their changes. */
  readonly entries: ReadonlyArray<UnembeddedEntry>
}

/**
 * The vector of a version of an entry, packed by `packVector`: empty for a text that the model does not embed, null when the
 * entry was removed.
 */
export interface EntryVector {
  readonly id: string
  readonly change: number
  readonly vector: Uint8Array | null
}

/** The vectors of a batch. */
export interface EmbeddedBatch {
  /** That of the batch when it was read. */
  readonly after: number
  /** The dimensions of the vectors; null when there are none. */
  readonly dimensions: number | null
  /** One for each entry of the batch, in their order; at least one. */
  readonly vectors: ReadonlyArray<EntryVector>
}

/** How far a model has come in a corpus. */
export interface EmbeddingProgress {
  /** The versions up to this change have been embedded. */
  readonly change: number
  /** The dimensions of the vectors; 0 before the first. */
  readonly dimensions: number
  /** The number of entries whose texts the model does not embed. */
  readonly passed_over: number
  /** Whether the store compares these vectors; otherwise the reader does, in memory. */
  readonly is_compared: boolean
  /** Whether the store compares vectors at all, so that it may soon compare these. */
  readonly is_comparing: boolean
}

/** Versions of entries, by the numbers of their changes. */
export interface WantedVersions {
  readonly count: number
  /** Visits each once, in any order, and the same ones each time. */
  readonly each: (visit: (change: number) => void) => void
}

/** A request for the entries whose vectors are nearest. */
export interface NearestRequest {
  /** Of unit length, with the dimensions of the model. */
  readonly vector: Float32Array
  /** Only these are compared. */
  readonly wanted: WantedVersions
  readonly max: number
}

/** An entry with the similarity (cosine) of its vector. */
export interface NearEntry {
  readonly id: string
  readonly change: number
  readonly similarity: number
}

/**
 * Storage of the vectors of entries, by corpus, entry and model. A model embeds the versions of a corpus in the order of
 * their changes, so how far it has come is one number.
 */
export class EmbeddingStore extends Context.Tag("auspex/EmbeddingStore")<EmbeddingStore, {
  /** Makes a model the one by which entries are embedded, on all instances. */
  readonly useModel: (model: string) => Effect.Effect<void, StorageUnavailable>
  /**
   * Some corpora with entries that the model has not embedded, or with vectors of other models, at random. None unless
   * the model is the one in use.
   */
  readonly unfinished: (model: string) => Effect.Effect<ReadonlyArray<string>, StorageUnavailable>
  /** The first `limit` versions that the model has not embedded, removed ones included. */
  readonly batch: (corpus: string, model: string, limit: number) => Effect.Effect<UnembeddedBatch, StorageUnavailable>
  /**
   * Stores the vectors of a batch in place of earlier ones of the same entries; nothing when another has stored some of
   * the batch meanwhile.
   */
  readonly save: (corpus: string, model: string, batch: EmbeddedBatch) => Effect.Effect<void, StorageUnavailable>
  /** Removes vectors of all other models from a corpus, some thousands at a time; it is unfinished until they are gone. */
  readonly removeOthers: (corpus: string, model: string) => Effect.Effect<void, StorageUnavailable>
  /** The first `limit` vectors, empty ones included, of versions after change `after` and up to change `last`, in the order of the changes. */
  readonly vectors: (
    corpus: string,
    model: string,
    after: number,
    last: number,
    limit: number
  ) => Effect.Effect<ReadonlyArray<EntryVector & { readonly vector: Uint8Array }>, StorageUnavailable>
  /** How far a model has come: to 0 before its first vector in the corpus, and after they have been removed. */
  readonly progress: (corpus: string, model: string) => Effect.Effect<EmbeddingProgress, StorageUnavailable>
  /**
   * The nearest of the wanted versions that have vectors, best first; of many vectors nearly all of the nearest. Only for
   * a corpus whose vectors the store compares.
   */
  readonly nearest: (
    corpus: string,
    model: string,
    request: NearestRequest
  ) => Effect.Effect<ReadonlyArray<NearEntry>, StorageUnavailable>
}>() {}
