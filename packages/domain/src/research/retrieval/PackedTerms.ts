import type { TextTerm } from "./TextTerms.ts"

/** The distinct terms of an entry, each with how often it occurs, as bytes: what the index needs of a text. */
export type PackedTerms = Uint8Array

const bytesPerTerm = 5
/** Counts saturate here: a byte holds no more, and BM25 values the 255th occurrence as much as the 20th. */
const countMax = 255

/** The number of distinct terms. */
export const packedLength = (packed: PackedTerms): number => Math.floor(packed.length / bytesPerTerm)

/** Packs the terms of one or more texts, ascending: four bytes of the term, little-endian, and one of its count. */
export const packTerms = (...texts: ReadonlyArray<ReadonlyArray<TextTerm>>): PackedTerms => {
  const counts = new Map<number, number>()
  for (const terms of texts) {
    for (const { term } of terms) if (term !== 0) counts.set(term, (counts.get(term) ?? 0) + 1)
  }
  const packed = new Uint8Array(counts.size * bytesPerTerm)
  const view = new DataView(packed.buffer)
  let at = 0
  for (const term of Uint32Array.from(counts.keys()).sort()) {
    view.setUint32(at, term, true)
    packed[at + 4] = Math.min(countMax, counts.get(term)!)
    at += bytesPerTerm
  }
  return packed
}

/** Calls `each` with every term and its count; incomplete bytes at the end are ignored. */
export const eachTerm = (packed: PackedTerms, each: (term: number, count: number) => void): void => {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
  for (let at = 0; at + bytesPerTerm <= packed.length; at += bytesPerTerm)
    each(view.getUint32(at, true), packed[at + 4]!)
}
