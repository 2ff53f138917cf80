import { Effect } from "effect"
import type { EmbeddingProgress } from "./EmbeddingStore.ts"
import { EntryIndex } from "./EntryIndex.ts"
import type { ChangePosition } from "./RetrievalStore.ts"

/** The memory budget for the indexes of all corpora, in bytes. The most recently used index is kept at any size. */
const indexBytesMax = 256 * 1024 * 1024

/** The index of a corpus in memory. */
export interface CorpusIndex {
  index: EntryIndex
  /** How far the index has taken in the changes of the corpus, and the largest number among them. */
  position: ChangePosition
  change: number
  /** The version of the model that is being adopted; 0 when none is. */
  adopting: number
  /** How far the embedding model had come when the store was last asked. */
  progress: EmbeddingProgress | undefined
  /** Whether the answer is so recent that a store without vector comparison is not asked again. */
  isProgressRecent: boolean
  /** Held while the index takes in changes, so that none is taken in twice. */
  readonly lock: Effect.Semaphore
}

/** An LRU cache of the indexes of corpora. */
export class CorpusIndexes {
  private readonly held = new Map<string, CorpusIndex>()
  private readonly bytesMax: number

  constructor(bytesMax: number = indexBytesMax) {
    this.bytesMax = bytesMax
  }

  /** The index of a corpus, an empty one when there is none or it has become worn; it counts as used last. */
  use(corpus: string): CorpusIndex {
    const known = this.held.get(corpus)
    const index = known === undefined || known.index.isWorn
      ? {
        index: new EntryIndex(),
        position: "",
        change: 0,
        adopting: 0,
        progress: undefined,
        isProgressRecent: false,
        lock: Effect.unsafeMakeSemaphore(1)
      }
      : known
    this.held.delete(corpus)
    this.held.set(corpus, index)
    return index
  }

  /** Drops the indexes that were not used for longest, until the others fit the budget. */
  trim(): void {
    let bytes = 0
    for (const { index } of this.held.values()) bytes += index.bytes
    for (const [corpus, { index }] of [...this.held].slice(0, -1)) {
      if (bytes <= this.bytesMax) return
      this.held.delete(corpus)
      bytes -= index.bytes
    }
  }
}
