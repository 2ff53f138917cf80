import { atOnce, cellsWork, type WorkSteps } from "./WorkSteps.ts"

/** How alike each two of some texts are, from 0 to 1: a square matrix by rows. */
export interface Similarities {
  readonly size: number
  readonly values: Float64Array
}

/**
 * The idf-modified cosine of each two texts (Erkan & Radev 2004, equation 1), given as sets of word tokens (ascending):
 * Σ idf(w)² over the words in common, over the product of the texts' lengths √Σ idf(w)². A word that N texts have n
 * times has idf = ln(1 + N / n): common ones count little, and none counts nothing. As a word hardly ever stands twice in
 * one sentence, its frequency there is taken as 1. A text is like itself by 1, and one without words like no other.
 *
 * @example similarities([Uint32Array.of(1, 2), Uint32Array.of(1, 2), Uint32Array.of(3)]).values.slice(0, 3) // Float64Array.of(1, 1, 0)
 */
export const similarities = (texts: ReadonlyArray<Uint32Array>): Similarities => atOnce(similaritySteps(texts))

/** The same in steps. */
export function* similaritySteps(texts: ReadonlyArray<Uint32Array>): WorkSteps<Similarities> {
  const size = texts.length
  const holders = new Map<number, Array<number>>()
  for (const [text, words] of texts.entries()) {
    for (const word of words) {
      const known = holders.get(word)
      if (known === undefined) holders.set(word, [text])
      else known.push(text)
    }
    yield words.length
  }
  const values = new Float64Array(size * size)
  for (const held of holders.values()) {
    const square = Math.log(1 + size / held.length) ** 2
    for (const a of held) for (const b of held) values[a * size + b]! += square
    yield cellsWork(held.length ** 2)
  }
  const lengths = Float64Array.from(texts, (_, text) => Math.sqrt(values[text * size + text]!))
  for (let a = 0; a < size; a++) {
    for (let b = 0; b < size; b++) {
      const product = lengths[a]! * lengths[b]!
      values[a * size + b] = a === b ? 1 : product === 0 ? 0 : Math.min(1, values[a * size + b]! / product)
    }
    yield cellsWork(size)
  }
  return { size, values }
}

/** The similarities of the first `size` texts only. */
export const firstOf = (all: Similarities, size: number): Similarities => {
  const values = new Float64Array(size * size)
  for (let row = 0; row < size; row++)
    values.set(all.values.subarray(row * all.size, row * all.size + size), row * size)
  return { size, values }
}
