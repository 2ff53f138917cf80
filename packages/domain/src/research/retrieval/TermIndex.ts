import { growingBytes, growingWords } from "./Growing.ts"
import { eachTerm, type PackedTerms } from "./PackedTerms.ts"
import { scratchFloats } from "./Scratch.ts"

/** A query: for each term, by its number in the index, its weight (above 0). */
export type TermWeights = ReadonlyMap<number, number>

/** What BM25 takes from the whole corpus: the weight of each term of a query, and the mean length of the documents. */
export interface TermStatistics {
  readonly weights: ReadonlyMap<number, number>
  readonly mean_length: number
}

/** Saturation of the count of a term in a text, and how much the length of the text matters: the usual values. */
const saturation = 1.2
const lengthShare = 0.75

/** The documents that were added since the lists were made, above which the lists are made anew. */
const unlistedMin = 1_024
const unlistedShare = 1 / 8

/** The number of a term or document shares 32 bits with a count. */
const countBits = 8
const countMask = 255

/** How many documents an index can number. */
export const indexedMax: number = 2 ** (32 - countBits)

/**
 * The weight of a term that `frequency` of `size` documents contain. Always positive, so that a word that every
 * document contains still counts a little (Robertson and Zaragoza 2009, with the +1 of Lucene).
 *
 * @example inverseFrequency(10, 10) > 0 // true
 */
export const inverseFrequency = (frequency: number, size: number): number =>
  Math.log(1 + (size - frequency + 0.5) / (frequency + 0.5))

/**
 * What `count` occurrences of a term are worth in a text of `length` terms, where the mean is `meanLength`: 0 to
 * k₁ + 1, as a factor of the term's weight (Okapi BM25).
 *
 * @example termWorth(0, 10, 10) // 0
 */
export const termWorth = (count: number, length: number, meanLength: number): number =>
  (count * (saturation + 1)) / (count + saturation * (1 - lengthShare + (lengthShare * length) / meanLength))

/**
 * An inverted index of a corpus in memory. Documents are numbered in the order in which they are added. The lists of
 * documents by term cover all but the newest documents, which a search reads one by one; the lists are made anew when
 * these are many.
 */
export class TermIndex {
  private readonly numbers = new Map<number, number>()
  private readonly termsByNumber = growingWords()
  private readonly frequencies = growingWords()
  private readonly starts = growingWords()
  private readonly contents = growingWords()
  private readonly lengths = growingWords()
  private readonly live = growingBytes()
  private liveCount = 0
  private lengthSum = 0
  private lists = new Uint32Array(0)
  private listStarts = new Uint32Array(1)
  private listed = 0
  private readonly scratch = scratchFloats()

  /** How many documents were added, removed ones included. */
  get added(): number {
    return this.live.length
  }

  /** How many documents there are. */
  get size(): number {
    return this.liveCount
  }

  /** How many different terms there are. */
  get terms(): number {
    return this.frequencies.length
  }

  /** An estimate of the memory used, in bytes. */
  get bytes(): number {
    return this.numbers.size * 48 + (this.contents.values.length + this.lists.length) * 4 + this.live.values.length * 13
  }

  /** Whether a document was not removed. */
  isLive(document: number): boolean {
    return this.live.values[document] === 1
  }

  /** The number of a term; undefined when no document has had it. */
  numberOf(term: number): number | undefined {
    return this.numbers.get(term)
  }

  /** The term with this number. */
  termAt(number: number): number {
    return this.termsByNumber.values[number]!
  }

  /** How many documents contain the term with this number. */
  frequencyOf(number: number): number {
    return this.frequencies.values[number]!
  }

  /** The weight of the term with this number. */
  weightOf(number: number): number {
    return inverseFrequency(this.frequencies.values[number]!, this.liveCount)
  }

  /** Adds a document, and returns its number: the value of `added` before. */
  add(terms: PackedTerms): number {
    const document = this.live.length
    let length = 0
    this.starts.push(this.contents.length)
    eachTerm(terms, (term, count) => {
      let number = this.numbers.get(term)
      if (number === undefined) {
        number = this.frequencies.length
        this.numbers.set(term, number)
        this.termsByNumber.push(term)
        this.frequencies.push(0)
      }
      this.frequencies.values[number]!++
      this.contents.push((number << countBits) | count)
      length += count
    })
    this.lengths.push(length)
    this.live.push(1)
    this.liveCount++
    this.lengthSum += length
    return document
  }

  /** Removes a document from all results and counts; does nothing when it was removed before. */
  remove(document: number): void {
    if (!this.isLive(document)) return
    this.live.values[document] = 0
    this.liveCount--
    this.lengthSum -= this.lengths.values[document]!
    this.eachOf(document, (number) => {
      this.frequencies.values[number]!--
    })
  }

  /** Calls `each` with every term of a document, by its number, and its count. */
  eachOf(document: number, each: (number: number, count: number) => void): void {
    const { values } = this.contents
    const end = this.endOf(document)
    for (let at = this.starts.values[document]!; at < end; at++) {
      each(values[at]! >>> countBits, values[at]! & countMask)
    }
  }

  /** How many terms a document has, repeated ones included. */
  lengthOf(document: number): number {
    return this.lengths.values[document]!
  }

  /** Whether each document was not removed (1) or was (0); valid until a document is added or removed. */
  get liveness(): Uint8Array {
    return this.live.values.subarray(0, this.live.length)
  }

  /** Calls `each` with every document that contains the term with this number; removed ones may be among them. */
  eachWith(number: number, each: (document: number) => void): void {
    this.list()
    const end = this.listStarts[number + 1] ?? 0
    for (let at = this.listStarts[number] ?? end; at < end; at++) each(this.lists[at]! >>> countBits)
    for (let document = this.listed; document < this.added; document++) {
      if (this.contains(document, number)) each(document)
    }
  }

  /** Whether a document contains the term with this number. */
  contains(document: number, number: number): boolean {
    const { values } = this.contents
    const end = this.endOf(document)
    for (let at = this.starts.values[document]!; at < end; at++) if (values[at]! >>> countBits === number) return true
    return false
  }

  /**
   * The BM25 score of every document by its number: 0 for those without any of the terms and for removed ones. Valid
   * until the next call. The same `statistics` give the same documents the same scores, whatever was added since.
   */
  scores(query: TermWeights, statistics: TermStatistics = this.statistics(query)): Float32Array {
    const scores = this.scratch(this.added)
    this.addScores(query, scores, statistics)
    return scores
  }

  /** The statistics of the terms of a query. */
  statistics(query: TermWeights): TermStatistics {
    const weights = new Map<number, number>()
    for (const number of query.keys()) weights.set(number, this.weightOf(number))
    return { weights, mean_length: Math.max(1, this.lengthSum / Math.max(1, this.liveCount)) }
  }

  /** Adds the BM25 score of every document by its number, so that `scores` become those of a query with more terms. */
  addScores(
    query: TermWeights,
    scores: Float32Array,
    { mean_length: mean, weights }: TermStatistics = this.statistics(query)
  ): void {
    this.list()
    const { values: lengths } = this.lengths
    const { values: live } = this.live
    for (const [number, weight] of query) {
      const total = weight * (weights.get(number) ?? 0)
      const end = this.listStarts[number + 1] ?? 0
      for (let at = this.listStarts[number] ?? end; at < end; at++) {
        const document = this.lists[at]! >>> countBits
        if (live[document] === 0) continue
        scores[document]! += total * termWorth(this.lists[at]! & countMask, lengths[document]!, mean)
      }
    }
    const counts = new Map<number, number>()
    for (let document = this.listed; document < this.added; document++) {
      if (live[document] === 0) continue
      counts.clear()
      this.eachOf(document, (number, count) => {
        if (query.has(number)) counts.set(number, count)
      })
      if (counts.size === 0) continue
      // In the order of the query, as above, so that rounding gives the same sum wherever the document is read.
      for (const [number, weight] of query) {
        const worth = termWorth(counts.get(number) ?? 0, lengths[document]!, mean)
        scores[document]! += weight * (weights.get(number) ?? 0) * worth
      }
    }
  }

  private endOf(document: number): number {
    return document + 1 < this.added ? this.starts.values[document + 1]! : this.contents.length
  }

  /** Makes the lists anew when too many documents are not in them: a counting sort of the contents by term. */
  private list(): void {
    if (this.added - this.listed <= Math.max(unlistedMin, this.listed * unlistedShare)) return
    const starts = new Uint32Array(this.terms + 1)
    const { values } = this.contents
    for (let at = 0; at < this.contents.length; at++) starts[(values[at]! >>> countBits) + 1]!++
    for (let number = 0; number < this.terms; number++) starts[number + 1]! += starts[number]!
    const lists = new Uint32Array(this.contents.length)
    const next = starts.slice()
    for (let document = 0; document < this.added; document++) {
      const end = this.endOf(document)
      for (let at = this.starts.values[document]!; at < end; at++) {
        lists[next[values[at]! >>> countBits]!++] = (document << countBits) | (values[at]! & countMask)
      }
    }
    this.lists = lists
    this.listStarts = starts
    this.listed = this.added
  }
}
