import { straightQuotes } from "../../text/straightQuotes.ts"
import { type Phrase, phraseOf } from "./Phrase.ts"
import { textTerms } from "./TextTerms.ts"

/** A word or phrase of a search text. */
export interface SearchPart {
  readonly phrase: Phrase
  /** Whether the order of its terms counts. */
  readonly is_quoted: boolean
}

/** What a search text asks for. */
export interface SearchText {
  /** The terms that rank entries, terms of phrases included, each with its number of occurrences. */
  readonly terms: ReadonlyMap<number, number>
  /** Its words and phrases, less those that are excluded. Those joined by `OR` are alternatives to each other. */
  readonly parts: ReadonlyArray<ReadonlyArray<SearchPart>>
  /** Phrases in quotes that have no alternative: an entry must contain them. */
  readonly required: ReadonlyArray<Phrase>
  /** Words and phrases that an entry must not contain. */
  readonly excluded: ReadonlyArray<Phrase>
}

/** The length to which a search text is read, in UTF-16 code units. */
export const searchTextMax = 10_000

// A phrase in quotes or a word, after a hyphen that follows no letter; quotes without an end are read over, and other
// signs between the hyphen and its word, too.
const part = /(?<![\p{L}\p{N}])(-?)"([^"]*)"|(?<=^|[\s"(])(-)(?=[^\s"\p{L}\p{N}-]*[\p{L}\p{N}])([^\s"]+)|[^\s"]+/gu

const or = /^or$/i

/**
 * Reads what somebody typed: words in any order, `"phrases in quotes"` of any kind (`straightQuotes`), `this OR that`, and `-words` and `-"phrases"`
 * that must not occur. Every text is valid; a text without terms finds nothing.
 */
export const readSearchText = (q: string): SearchText => {
  const terms = new Map<number, number>()
  const parts: Array<Array<SearchPart>> = []
  const excluded: Array<Phrase> = []
  let isAlternative = false
  for (const found of straightQuotes(q.slice(0, searchTextMax)).matchAll(part)) {
    if (or.test(found[0])) {
      isAlternative = true
      continue
    }
    const isExcluded = (found[1] ?? found[3]) === "-"
    const read = textTerms(found[2] ?? found[4] ?? found[0])
    const phrase = phraseOf(read)
    if (phrase.length > 0 && isExcluded) excluded.push(phrase)
    if (phrase.length > 0 && !isExcluded) {
      const one = { phrase, is_quoted: found[2] !== undefined }
      const last = parts.at(-1)
      if (isAlternative && last !== undefined) last.push(one)
      else parts.push([one])
      for (const { term } of read) if (term !== 0) terms.set(term, (terms.get(term) ?? 0) + 1)
    }
    isAlternative = false
  }
  const required = parts.flatMap(([one, other]) => other === undefined && one!.is_quoted ? [one!.phrase] : [])
  return { terms, parts, required, excluded }
}
