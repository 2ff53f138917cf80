import { dominantSubspace, type SparseRows } from "./DominantSubspace.ts"
import type { TermIndex } from "./TermIndex.ts"

/**
 * Latent semantic indexing (Deerwester et al. 1990), trained on a corpus: texts are projected on the subspace in which
 * its texts differ most, where words that occur in the same texts are close to each other.
 */
export interface LatentModel {
  readonly rank: number
  /** The row of each term. */
  readonly rows: ReadonlyMap<number, number>
  /** `rank` numbers for each term, which `scales` turns into its weighted projection. */
  readonly factors: Int8Array
  readonly scales: Float32Array
}

/**
 * The dimensions of a model. A small corpus gets fewer than it has entries and terms, because with as many nothing
 * would be brought together.
 */
const rankMax = 200
const entriesPerDimension = 3
const termsPerDimension = 4

/** The entries, evenly chosen, and the most frequent terms that a model is trained on; they bound its cost. */
export const trainingEntriesMax = 20_000
const modelTermsMax = 20_000

/** A term that occurs in a single entry relates it to no other. */
const frequencyMin = 2

const seed = 20_111_990

/** The numbers of the terms of a model, the most frequent first. */
const modelTerms = (index: TermIndex): ReadonlyArray<number> =>
  Array.from({ length: index.terms }, (_, number) => number)
    .filter((number) => index.frequencyOf(number) >= frequencyMin)
    .sort((a, b) => index.frequencyOf(b) - index.frequencyOf(a) || index.termAt(a) - index.termAt(b))
    .slice(0, modelTermsMax)

const trainingEntries = (index: TermIndex): ReadonlyArray<number> => {
  const live = Array.from({ length: index.added }, (_, document) => document).filter((document) =>
    index.isLive(document)
  )
  const step = Math.max(1, live.length / trainingEntriesMax)
  return Array.from({ length: Math.floor(live.length / step) }, (_, n) => live[Math.floor(n * step)]!)
}

/** The worth of `count` occurrences of a term, as a factor of its weight. */
const worthOf = (count: number): number => Math.log(1 + count)

/** The entries as rows of unit length: the weight of each term by the logarithm of its count. */
const rowsOf = (
  index: TermIndex,
  entries: ReadonlyArray<number>,
  columnOf: Int32Array,
  columnCount: number
): SparseRows => {
  const starts = new Uint32Array(entries.length + 1)
  const columns: Array<number> = []
  const values: Array<number> = []
  entries.forEach((document, row) => {
    let squares = 0
    index.eachOf(document, (number, count) => {
      const column = columnOf[number] ?? -1
      if (column < 0) return
      const value = index.weightOf(number) * worthOf(count)
      columns.push(column)
      values.push(value)
      squares += value * value
    })
    for (let at = starts[row]!; at < values.length; at++) values[at]! /= Math.sqrt(squares)
    starts[row + 1] = values.length
  })
  return { starts, columns: Uint32Array.from(columns), values: Float32Array.from(values), columnCount }
}

/** Rounds `values` to bytes, and returns the number by which the bytes must be multiplied. */
export const quantise = (values: Float32Array, bytes: Int8Array, from: number): number => {
  let largest = 0
  for (const value of values) largest = Math.max(largest, Math.abs(value))
  if (largest === 0) return 0
  for (let k = 0; k < values.length; k++) bytes[from + k] = Math.round((values[k]! / largest) * 127)
  return largest / 127
}

/**
 * Trains a model on the entries of an index. Entries without common terms give a model of rank 0, which finds nothing
 * alike. The same entries in the same order give the same model. Yields about every millisecond.
 */
export function* trainLatentModel(index: TermIndex): Generator<number, LatentModel, undefined> {
  const terms = modelTerms(index)
  const entries = trainingEntries(index)
  const rank = Math.min(
    rankMax,
    Math.ceil(entries.length / entriesPerDimension),
    Math.ceil(terms.length / termsPerDimension)
  )
  const columnOf = new Int32Array(index.terms).fill(-1)
  terms.forEach((number, column) => {
    columnOf[number] = column
  })
  const basis = yield* dominantSubspace(rowsOf(index, entries, columnOf, terms.length), rank, seed)
  const factors = new Int8Array(basis.length)
  const scales = Float32Array.from(
    terms,
    (number, row) =>
      index.weightOf(number) * quantise(basis.subarray(row * rank, (row + 1) * rank), factors, row * rank)
  )
  return { rank, rows: new Map(terms.map((number, row) => [index.termAt(number), row])), factors, scales }
}

/**
 * The projection of a text: a vector of unit length, whose products with others are the similarities of the texts. Zeros
 * when the model knows none of its terms. `each` calls its argument with every term and its count.
 */
export const projectTerms = (
  { factors, rank, rows, scales }: LatentModel,
  each: (visit: (term: number, count: number) => void) => void
): Float32Array => {
  const vector = new Float32Array(rank)
  each((term, count) => {
    const row = rows.get(term)
    if (row === undefined) return
    const weight = scales[row]! * worthOf(count)
    for (let k = 0, at = row * rank; k < rank; k++, at++) vector[k]! += weight * factors[at]!
  })
  return toUnitLength(vector)
}

/** Scales a vector to length 1, in place; zeros stay zeros. */
export const toUnitLength = (vector: Float32Array): Float32Array => {
  let squares = 0
  for (const value of vector) squares += value * value
  const scale = squares > 0 ? 1 / Math.sqrt(squares) : 0
  for (let k = 0; k < vector.length; k++) vector[k]! *= scale
  return vector
}

/** A model as bytes: rank and number of terms, then terms, scales and factors; numbers are little-endian. */
export const latentModelToBytes = ({ factors, rank, rows, scales }: LatentModel): Uint8Array => {
  const bytes = new Uint8Array(8 + rows.size * (8 + rank))
  const view = new DataView(bytes.buffer)
  view.setUint32(0, rank, true)
  view.setUint32(4, rows.size, true)
  for (const [term, row] of rows) {
    view.setUint32(8 + row * 4, term, true)
    view.setFloat32(8 + (rows.size + row) * 4, scales[row]!, true)
  }
  bytes.set(new Uint8Array(factors.buffer, factors.byteOffset, factors.length), 8 + rows.size * 8)
  return bytes
}

/** The inverse of `latentModelToBytes`. */
export const bytesToLatentModel = (bytes: Uint8Array): LatentModel => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const rank = view.getUint32(0, true)
  const count = view.getUint32(4, true)
  const rows = new Map<number, number>()
  const scales = new Float32Array(count)
  for (let row = 0; row < count; row++) {
    rows.set(view.getUint32(8 + row * 4, true), row)
    scales[row] = view.getFloat32(8 + (count + row) * 4, true)
  }
  return {
    rank,
    rows,
    scales,
    factors: Int8Array.from(new Int8Array(bytes.buffer, bytes.byteOffset + 8 + count * 8, count * rank))
  }
}
