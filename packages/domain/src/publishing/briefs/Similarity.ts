import { atOnce } from "../../kernel/inTurns.ts"
import { cellsWork, type WorkSteps } from "./WorkSteps.ts"

/** The pairwise similarities of some texts, 0 to 1: a square matrix in row-major order. */
export interface Similarities {
  readonly size: number
  readonly values: Float64Array
}

/**
 * The idf-modified cosine similarity of each pair of texts (Erkan & Radev 2004, equation 1), given as sets of word
 * tokens (ascending): Σ idf(w)² over the shared words, divided by the product of the norms √Σ idf(w)². A word in n of N
 * texts has idf = ln(1 + N / n), so frequent words count little but never 0. Term frequencies are taken as 1, because
 * words rarely repeat within a sentence. A text has similarity 1 to itself, and one without words 0 to all others.
 *
 * @example similarities([Uint32Array.of(1, 2), Uint32Array.of(1, 2), Uint32Array.of(3)]).values.slice(0, 3) // Float64Array.of(1, 1, 0)
 */
export const similarities = (texts: ReadonlyArray<Uint32Array>): Similarities => atOnce(similaritySteps(texts))

/** `similarities` in steps. */
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

/** The similarities among the first `size` texts. */
export const firstOf = (all: Similarities, size: number): Similarities => {
  const values = new Float64Array(size * size)
  for (let row = 0; row < size; row++)
    values.set(all.values.subarray(row * all.size, row * all.size + size), row * size)
  return { size, values }
}
