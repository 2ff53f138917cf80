import { overlap } from "./Jaccard.ts"

/** The most similar earlier prediction. */
export interface ClosestPrediction {
  readonly key: string
  /** Jaccard similarity of the word sets, above the threshold asked for and up to 1. */
  readonly similarity: number
}

const pageLengthMin = 1_024
const pageLengthMax = 65_536
const countMax = 255
/** Up to so many sets are compared one by one: postings of few sets cost ten times their memory and save nothing. */
const directMax = 64
const placeUnit = 2 ** 26

const widened = (values: Uint32Array, length: number): Uint32Array<ArrayBuffer> => {
  const wider = new Uint32Array(length)
  wider.set(values)
  return wider
}

/**
 * Exact search for near copies among the predictions of one question.
 *
 * For a text of n words, a set whose Jaccard similarity is above t shares more than t·n of them, so it holds at least one
 * of any n - ⌊t·n⌋ of them, and more exactly: of the p words looked at, at least t/(1+t)·(n+m) - (n-p) for a set of m
 * words. Looking at the words that the fewest predictions use is cheap and leaves next to no candidate; each of these is
 * compared in full. Nothing is sampled: what `closest` answers is what comparing with every set would answer.
 * (Prefix and count filters: Chaudhuri, Ganti and Kaushik 2006; Li, Lu and Lu 2008.)
 *
 * Memory: about 1.7 kB for a prediction of 150 distinct words (see `bytes`), 0.8 kB on a question with few.
 */
export class OriginalityIndex {
  // Token (as a signed 32-bit integer, which the engine keeps unboxed) to the numbers of the sets that hold it, in order
  // of arrival: the number itself while there is one, then an array whose first place is its length.
  private readonly postings = new Map<number, number | Uint32Array>()
  private readonly keys: Array<string> = []
  private readonly known = new Set<string>()
  // Sets lie one after another in pages, so that growth copies nothing.
  private readonly pages: Array<Uint32Array> = []
  private pageFill = 0
  private setPage = new Uint32Array(16)
  private setFrom = new Uint32Array(16)
  private setSize = new Uint32Array(16)
  private counts = new Uint8Array(16)
  private largestSize = 0
  // How many sets are in the postings: none while there are few, all of them after that.
  private posted = 0
  private allocated = 0

  /** The number of predictions held. */
  get size(): number {
    return this.keys.length
  }

  /** An estimate of the memory held, in bytes. */
  get bytes(): number {
    return this.allocated + this.counts.length * 13 + this.keys.length * 160 + this.postings.size * 40
  }

  /** Whether a prediction is held. */
  has(predictionKey: string): boolean {
    return this.known.has(predictionKey)
  }

  /**
   * Takes a prediction in, by its key and its ascending, duplicate-free tokens (copied). False, and nothing happens,
   * when the key is held already.
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
   * The prediction whose word set is most similar to `tokens` (ascending, without duplicates), when its similarity is
   * above `threshold` (0 to below 1); the earliest of equals. Undefined when there is none.
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

  /** Counts, in `counts`, how many of the `prefix` rarest tokens each set has (255 stands for more). */
  private countRarest(tokens: Uint32Array, prefix: number): void {
    const lists: Array<number | Uint32Array> = []
    const order = new Float64Array(tokens.length)
    for (let i = 0; i < tokens.length; i++) {
      const list = this.postings.get(tokens[i]! | 0)
      if (list === undefined) continue
      // Length above, place below: sorting numbers is much faster than sorting by a comparison.
      order[lists.length] = (typeof list === "number" ? 1 : list[0]!) * placeUnit + lists.length
      lists.push(list)
    }
    const ranked = order.subarray(0, lists.length).sort()
    // Tokens that no set holds are the rarest of all.
    const scanned = prefix - (tokens.length - lists.length)
    const counts = this.counts
    for (let i = 0; i < scanned; i++) {
      const list = lists[ranked[i]! % placeUnit]!
      if (typeof list === "number") counts[list] = Math.min(countMax, counts[list]! + 1)
      else {
        const end = list[0]!
        for (let place = 1; place <= end; place++) {
          const count = counts[list[place]!]!
          // One more, but for 255: without a branch, as this line is where a large question spends its time.
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

/** The two ways of reading a reasoning that originality compares (`ParsedReasoning`). */
export interface OriginalityReadings {
  readonly originalityTokens: Uint32Array
  readonly unhyphenatedTokens: Uint32Array | undefined
}

/** The prediction that is closest to a reasoning, by whichever of its readings is more similar. */
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

// A hair below, so that rounding can only let one candidate more through; the exact measure decides.
const slack = 1e-9

/** The smallest positive whole number above `bound`. */
const atLeastAbove = (bound: number): number => Math.max(1, Math.floor(bound - slack) + 1)

/** What sets of `n` and `m` must share at least to be as similar as `similarity`. */
const atLeastFor = (similarity: number, n: number, m: number): number =>
  Math.ceil((similarity / (1 + similarity)) * (n + m) - slack)

/**
 * For each size of a set up to `largest`: how many of the `prefix` tokens looked at it must hold to be worth a
 * comparison; more than can be counted for sets that are too small or too large to be similar.
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
