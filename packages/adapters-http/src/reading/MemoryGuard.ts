import { getHeapStatistics } from "node:v8"
import { Unreadable } from "./Unreadable.ts"

/** How many steps pass between two looks at the heap. */
const stepsBetween = 2_000
/** The share of the heap's limit that a document may use. */
const usedShareMax = 0.85

/**
 * Ends the reading of a document before it exceeds the limit of the thread's heap. V8 stops a thread at the limit, but
 * ends the whole process when one large allocation, such as that of a growing list, goes far beyond it.
 */
export class MemoryGuard {
  #steps = 0

  /** Called once for each part of a document that is stored. */
  step(): void {
    if (++this.#steps % stepsBetween !== 0) return
    const { heap_size_limit, used_heap_size } = getHeapStatistics()
    if (used_heap_size > usedShareMax * heap_size_limit) {
      throw new Unreadable("too_large", "Reading it takes more memory than is allowed.")
    }
  }
}
