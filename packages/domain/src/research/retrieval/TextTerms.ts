import { foldCase } from "../../text/CaseFold.ts"
import { englishStem } from "../../text/EnglishStem.ts"
import { functionWords } from "../../text/FunctionWords.ts"
import { termOf } from "./termOf.ts"

/**
 * The version of the analysis: of how a text becomes terms. Terms that another version has stored are not read, so it
 * grows with every change of folding, stemming, stop words or hashes.
 */
export const analysis = 1

/** An occurrence of a term in a text. */
export interface TextTerm {
  /** The term; 0 for a stop word, which is not indexed but counts as a position of a phrase. */
  readonly term: number
  /** Where the word stands in the text, in UTF-16 code units. */
  readonly start: number
  readonly end: number
}

/** The maximum length of a term in UTF-16 code units: longer words are cut for the index. */
const termLengthMax = 64

// Hangul has spaces, but particles are joined to its words, so that pairs of syllables match better than words.
const spaceless =
  "\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}"

// Numbers keep their decimal point; an apostrophe inside a word belongs to it.
const word = /\p{Nd}+(?:[.,]\p{Nd}+)+|[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu
const hasSpaceless = new RegExp(`[${spaceless}]`, "u")
const spacelessRun = new RegExp(`(?:(?![\\p{N}])[${spaceless}\\p{M}])+|[^${spaceless}]+`, "gu")
const looseMarks = /\p{Script=Inherited}+/gu
const stemmable = /^[a-z']+$/
const ascii = /^[a-z0-9']*$/

/** The folded form of a word: without differences of case, width, composition, accents and apostrophe. */
const folded = (text: string): string => {
  const lower = text.toLowerCase()
  if (ascii.test(lower)) return lower
  const plain = foldCase(text.normalize("NFKD").replace(looseMarks, "")).normalize("NFKC")
  return plain.replaceAll("’", "'")
}

const termOfWord = (text: string): number => {
  const plain = folded(text.slice(0, termLengthMax)).replaceAll(",", "")
  if (functionWords.has(plain)) return 0
  return termOf(stemmable.test(plain) ? englishStem(plain) : plain)
}

/** The terms of words that have been read, so that each is folded and stemmed once. */
const known = new Map<string, number>()
const knownMax = 50_000

const termOfKnown = (text: string): number => {
  const found = known.get(text)
  if (found !== undefined) return found
  if (known.size >= knownMax) known.clear()
  const term = termOfWord(text)
  known.set(text, term)
  return term
}

/** Adds each character of a run without spaces, and each pair of neighbours. */
const addPairs = (run: string, start: number, into: Array<TextTerm>): void => {
  const letters = [...run]
  let at = start
  letters.forEach((letter, n) => {
    const end = at + letter.length
    into.push({ term: termOf(folded(letter)), start: at, end })
    const next = letters[n + 1]
    if (next !== undefined) into.push({ term: termOf(folded(letter + next)), start: at, end: end + next.length })
    at = end
  })
}

/**
 * The terms of a text, in order. Words are folded (case, width, composition, accents) and, when they are of the letters
 * a to z, stemmed as English. Scripts that are written without spaces give single characters and pairs of neighbours.
 */
export const textTerms = (text: string): ReadonlyArray<TextTerm> => {
  const terms: Array<TextTerm> = []
  for (const { 0: found, index } of text.matchAll(word)) {
    if (!hasSpaceless.test(found)) {
      terms.push({ term: termOfKnown(found), start: index, end: index + found.length })
      continue
    }
    for (const { 0: run, index: within } of found.matchAll(spacelessRun)) {
      const start = index + within
      if (hasSpaceless.test(run)) addPairs(run, start, terms)
      else terms.push({ term: termOfKnown(run), start, end: start + run.length })
    }
  }
  return terms
}
