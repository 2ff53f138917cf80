import { noveltyFullMax } from "../consensus/EffectiveAgents.ts"
import { closestToReasoning, OriginalityIndex, type OriginalityReadings } from "./OriginalityIndex.ts"
import type { PredictionTokens } from "./PredictionStore.ts"
import { bytesToTokens } from "../../text/WordToken.ts"

/** The memory budget for the indexes of all questions, in bytes. */
const originalityBytesMax = 128 * 1024 * 1024

interface Held {
  readonly index: OriginalityIndex
  /** The sequence number of the last prediction in the index, which contains all predictions up to it. */
  seq: number
}

/**
 * An LRU cache of the originality indexes of questions. Each index is built from stored predictions in their order,
 * without gaps. Before relying on an index, the caller checks that it has reached the question's prediction count.
 */
export class OriginalityIndexes {
  private readonly held = new Map<string, Held>()
  private bytes = 0
  private readonly bytesMax: number

  constructor(bytesMax: number = originalityBytesMax) {
    this.bytesMax = bytesMax
  }

  /** The last sequence number in the index of a question; 0 when there is none. */
  seqOf(questionId: string): number {
    return this.held.get(questionId)?.seq ?? 0
  }

  /** Adds predictions that follow the last known one; known predictions and those after a gap are skipped. */
  extend(questionId: string, earlier: ReadonlyArray<PredictionTokens>): void {
    const held = this.held.get(questionId) ?? { index: new OriginalityIndex(), seq: 0 }
    this.held.delete(questionId)
    this.held.set(questionId, held)
    const before = held.index.bytes
    for (const row of earlier) {
      if (row.seq !== held.seq + 1) continue
      held.index.add(row.prediction_id, bytesToTokens(row.tokens))
      held.seq = row.seq
    }
    this.bytes += held.index.bytes - before
    // Checked before iterating, because starting to iterate a map with many deleted entries is slow.
    if (this.bytes <= this.bytesMax) return
    for (const [id, oldest] of this.held) {
      if (this.bytes <= this.bytesMax || id === questionId) break
      this.held.delete(id)
      this.bytes -= oldest.index.bytes
    }
  }

  /** The most similar prediction of the question whose similarity is above `noveltyFullMax`, if there is one. */
  closest(
    questionId: string,
    reasoning: OriginalityReadings
  ): { similarity: number; prediction_id: string } | undefined {
    const index = this.held.get(questionId)?.index
    const found = index === undefined ? undefined : closestToReasoning(index, reasoning, noveltyFullMax)
    return found === undefined ? undefined : { similarity: found.similarity, prediction_id: found.key }
  }
}
