import type { TextTerm } from "./TextTerms.ts"

/** Terms that follow each other; 0 stands for any stop word. Begins and ends with a term. */
export type Phrase = ReadonlyArray<number>

/** The phrase of a text; empty when the text has no terms. */
export const phraseOf = (terms: ReadonlyArray<TextTerm>): Phrase => {
  const all = terms.map(({ term }) => term)
  let [from, to] = [0, all.length]
  while (from < to && all[from] === 0) from++
  while (to > from && all[to - 1] === 0) to--
  return all.slice(from, to)
}

/** Whether the terms of a text contain a phrase. */
export const hasPhrase = (terms: ReadonlyArray<TextTerm>, phrase: Phrase): boolean => {
  for (let from = 0; from + phrase.length <= terms.length; from++) {
    if (phrase.every((term, n) => terms[from + n]!.term === term)) return true
  }
  return false
}
