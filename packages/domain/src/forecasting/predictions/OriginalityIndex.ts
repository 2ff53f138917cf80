import { overlap } from "../../text/Jaccard.ts"

/** The most similar earlier prediction of the same question. */
export interface ClosestPrediction {
  readonly key: string
  /** The Jaccard similarity of the token sets, above the requested threshold and up to 1. */
  readonly similarity: number
}

const pageLengthMin = 1_024
const pageLengthMax = 65_536
const countMax = 255
/**
 * Up to this many sets are compared one by one; posting lists for few sets take ten times the memory and save no time.
 */
const directMax = 64
const placeUnit = 2 ** 26

const widened = (values: Uint32Array, length: number): Uint32Array<ArrayBuffer> => {
  const wider = new Uint32Array(length)
  wider.set(values)
  return wider
}

/**
 * An exact similarity index of the predictions of one question.
 *
 * A set whose Jaccard similarity to a text of n tokens is above t shares more than t·n of them, so it contains at least
 * one of any n - ⌊t·n⌋ of them; of any p tokens, a set of m tokens contains at least t/(1+t)·(n+m) - (n-p). The search
 * counts matches among the p rarest tokens, which is cheap and leaves few candidates, and compares each candidate in
 * full. `closest` returns the same result as a comparison with every set. (Prefix and count filters: Chaudhuri, Ganti
 * and Kaushik 2006; Li, Lu and Lu 2008.)
 *
 * Memory: about 1.7 kB for a prediction of 150 distinct tokens (see `bytes`), 0.8 kB on a question with few
 * predictions.
 */
export class OriginalityIndex {
  // Posting lists by token (as a signed 32-bit integer, which the engine keeps unboxed): the ids of the sets that
  // contain it, in order of arrival. A list of one is the id itself; a longer one is an array whose first element is
  // its length.
  private readonly postings = new Map<number, number | Uint32Array>()
  private readonly keys: Array<string> = []
  private readonly known = new Set<string>()
  // Sets are stored contiguously in pages, so that growth copies nothing.
  private readonly pages: Array<Uint32Array> = []
  private pageFill = 0
  private setPage = new Uint32Array(16)
  private setFrom = new Uint32Array(16)
  private setSize = new Uint32Array(16)
  private counts = new Uint8Array(16)
  private largestSize = 0
  // How many sets have posting lists: none up to `directMax` sets, then all.
  private posted = 0
  private allocated = 0

  /** The number of predictions in the index. */
  get size(): number {
    return this.keys.length
  }

  /** An estimate of the memory used, in bytes. */
  get bytes(): number {
    return this.allocated + this.counts.length * 13 + this.keys.length * 160 + this.postings.size * 40
  }

  /** Whether a prediction is in the index. */
  has(predictionKey: string): boolean {
    return this.known.has(predictionKey)
  }

  /**
   * Adds a prediction by its key and its ascending, duplicate-free tokens, which are copied. Returns false and does
   * nothing when the key exists already.
   */
  add(predictionKey: string, tokens: Uint32Array): boolean {
    if (this.known.has(predictionKey)) return false
    this.known.add(predictionKey)
    const id = this.keys.length
    this.keys.push(predictionKey)
    if (id === this.counts.length) this.widen()
    this.store(id, tokens)
    if (id >= directMax) {
      for (let earlier = this.posted; earlier <= id; earlier++) this.postAll(earlier)
      this.posted = id + 1
    }
    return true
  }

  /**
   * The prediction whose tokens are most similar to `tokens` (ascending, without duplicates), if its similarity is
   * above `threshold` (0 to below 1); the earliest on a tie.
   *
   * @example new OriginalityIndex().closest(Uint32Array.of(1, 2, 3)) // undefined
   */
  closest(tokens: Uint32Array, threshold = 0.6): ClosestPrediction | undefined {
    const n = tokens.length
    if (n === 0 || this.keys.length === 0) return undefined
    const prefix = n - atLeastAbove(threshold * n) + 1
    const needs = countsNeeded(n, threshold, prefix, this.largestSize)
    const { counts, setSize } = this
    const direct = this.posted === 0
    if (!direct) this.countRarest(tokens, prefix)
    let best = -1
    let bestSimilarity = threshold
    for (let id = 0; id < this.keys.length; id++) {
      const m = setSize[id]!
      if (direct ? needs[m]! > countMax : counts[id]! < needs[m]!) continue
      const from = this.setFrom[id]!
      const needed = Math.max(1, atLeastFor(bestSimilarity, n, m))
      const shared = overlap(tokens, this.pages[this.setPage[id]!]!, needed, from, from + m)
      const similarity = shared / (n + m - shared)
      if (shared > 0 && similarity > bestSimilarity) {
        best = id
        bestSimilarity = similarity
      }
    }
    counts.fill(0, 0, this.keys.length)
    return best < 0 ? undefined : { key: this.keys[best]!, similarity: bestSimilarity }
  }

  /** Counts in `counts` how many of the `prefix` rarest tokens each set contains; counts saturate at 255. */
  private countRarest(tokens: Uint32Array, prefix: number): void {
    const lists: Array<number | Uint32Array> = []
    const order = new Float64Array(tokens.length)
    for (let i = 0; i < tokens.length; i++) {
      const list = this.postings.get(tokens[i]! | 0)
      if (list === undefined) continue
      // Packs the list length and its place into one number, because sorting numbers is much faster than sorting with a
      // comparator.
      order[lists.length] = (typeof list === "number" ? 1 : list[0]!) * placeUnit + lists.length
      lists.push(list)
    }
    const ranked = order.subarray(0, lists.length).sort()
    // Tokens that no set contains are the rarest.
    const scanned = prefix - (tokens.length - lists.length)
    const counts = this.counts
    for (let i = 0; i < scanned; i++) {
      const list = lists[ranked[i]! % placeUnit]!
      if (typeof list === "number") counts[list] = Math.min(countMax, counts[list]! + 1)
      else {
        const end = list[0]!
        for (let place = 1; place <= end; place++) {
          const count = counts[list[place]!]!
          // Branch-free saturating increment: a large question spends most of its time on this line.
          counts[list[place]!] = count - ((count - countMax) >> 31)
        }
      }
    }
  }

  private postAll(id: number): void {
    const from = this.setFrom[id]!
    const page = this.pages[this.setPage[id]!]!
    for (let place = from; place < from + this.setSize[id]!; place++) this.post(page[place]! | 0, id)
  }

  private post(token: number, id: number): void {
    const list = this.postings.get(token)
    if (list === undefined) this.postings.set(token, id)
    else if (typeof list === "number") {
      this.postings.set(token, Uint32Array.of(2, list, id, 0))
      this.allocated += 16 + 200
    } else {
      const length = list[0]! + 1
      let target = list
      if (length === list.length) {
        target = widened(list, list.length * 2)
        this.postings.set(token, target)
        this.allocated += list.length * 4
      }
      target[length] = id
      target[0] = length
    }
  }

  private store(id: number, tokens: Uint32Array): void {
    const last = this.pages[this.pages.length - 1]
    if (last === undefined || this.pageFill + tokens.length > last.length) {
      const length = Math.min(pageLengthMax, last === undefined ? pageLengthMin : last.length * 2)
      const page = new Uint32Array(Math.max(length, tokens.length))
      this.allocated += page.length * 4
      this.pages.push(page)
      this.pageFill = 0
    }
    this.pages[this.pages.length - 1]!.set(tokens, this.pageFill)
    this.setPage[id] = this.pages.length - 1
    this.setFrom[id] = this.pageFill
    this.setSize[id] = tokens.length
    this.largestSize = Math.max(this.largestSize, tokens.length)
    this.pageFill += tokens.length
  }

  private widen(): void {
    const length = this.counts.length * 2
    this.setPage = widened(this.setPage, length)
    this.setFrom = widened(this.setFrom, length)
    this.setSize = widened(this.setSize, length)
    this.counts = new Uint8Array(length)
  }
}

/** The token sets of a reasoning that are compared for originality (see `ParsedReasoning`). */
export interface OriginalityReadings {
  readonly originalityTokens: Uint32Array
  readonly unhyphenatedTokens: Uint32Array | undefined
}

/** The prediction most similar to a reasoning, by the more similar of its token sets. */
export const closestToReasoning = (
  index: OriginalityIndex,
  { originalityTokens, unhyphenatedTokens }: OriginalityReadings,
  threshold?: number
): ClosestPrediction | undefined => {
  const closest = index.closest(originalityTokens, threshold)
  if (unhyphenatedTokens === undefined) return closest
  const other = index.closest(unhyphenatedTokens, threshold)
  return other !== undefined && other.similarity > (closest?.similarity ?? 0) ? other : closest
}

// Lowers bounds slightly, so that rounding errors can only add candidates; the full comparison decides.
const slack = 1e-9

/** The smallest positive integer above `bound`. */
const atLeastAbove = (bound: number): number => Math.max(1, Math.floor(bound - slack) + 1)

/** The minimum intersection of sets of sizes `n` and `m` whose similarity reaches `similarity`. */
const atLeastFor = (similarity: number, n: number, m: number): number =>
  Math.ceil((similarity / (1 + similarity)) * (n + m) - slack)

/**
 * For each set size up to `largest`, how many of the `prefix` rarest tokens a set must contain to be a candidate; more
 * than the counters can hold for sizes that cannot reach the threshold.
 */
const countsNeeded = (n: number, threshold: number, prefix: number, largest: number): Uint16Array => {
  const needs = new Uint16Array(largest + 1).fill(countMax + 1)
  const from = atLeastAbove(threshold * n)
  const to = Math.min(largest, threshold > 0 ? Math.floor(n / threshold + slack) : largest)
  for (let m = from; m <= to; m++) {
    needs[m] = Math.min(countMax, Math.max(1, atLeastFor(threshold, n, m) - (n - prefix)))
  }
  return needs
}
