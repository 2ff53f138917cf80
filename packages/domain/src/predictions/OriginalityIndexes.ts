import { noveltyFullMax } from "../consensus/EffectiveAgents.ts"
import { closestToReasoning, OriginalityIndex, type OriginalityReadings } from "./OriginalityIndex.ts"
import type { EarlierWords } from "./PredictionStore.ts"
import { bytesToTokens } from "./WordToken.ts"

/** How much memory the indexes of all questions may take together, in bytes. */
export const originalityBytesMax = 128 * 1024 * 1024

interface Held {
  readonly index: OriginalityIndex
  /** The order number of the last prediction in the index; all before it are in it too. */
  seq: number
}

/**
 * The originality indexes of the questions in use, the least recently used dropped first. An index is only ever a copy
 * of what is stored: it grows in the order of the question, without gaps, and whoever decides checks that it has
 * reached the question's count.
 */
export class OriginalityIndexes {
  private readonly held = new Map<string, Held>()
  private bytes = 0
  private readonly bytesMax: number

  constructor(bytesMax: number = originalityBytesMax) {
    this.bytesMax = bytesMax
  }

  /** The last order number known for a question; 0 when nothing is. */
  seqOf(questionId: string): number {
    return this.held.get(questionId)?.seq ?? 0
  }

  /** Adds predictions that follow what is known; those known already, or beyond a gap, are passed over. */
  extend(questionId: string, earlier: ReadonlyArray<EarlierWords>): void {
    const held = this.held.get(questionId) ?? { index: new OriginalityIndex(), seq: 0 }
    this.held.delete(questionId)
    this.held.set(questionId, held)
    const before = held.index.bytes
    for (const row of earlier) {
      if (row.seq !== held.seq + 1) continue
      held.index.add(row.prediction_id, bytesToTokens(row.words))
      held.seq = row.seq
    }
    this.bytes += held.index.bytes - before
    // Asked first, because merely beginning to walk a map that much was deleted from is slow.
    if (this.bytes <= this.bytesMax) return
    for (const [id, oldest] of this.held) {
      if (this.bytes <= this.bytesMax || id === questionId) break
      this.held.delete(id)
      this.bytes -= oldest.index.bytes
    }
  }

  /** The most similar prediction of the question above what leaves a voice its full weight, if there is one. */
  closest(
    questionId: string,
    reasoning: OriginalityReadings
  ): { similarity: number; prediction_id: string } | undefined {
    const index = this.held.get(questionId)?.index
    const found = index === undefined ? undefined : closestToReasoning(index, reasoning, noveltyFullMax)
    return found === undefined ? undefined : { similarity: found.similarity, prediction_id: found.key }
  }
}
