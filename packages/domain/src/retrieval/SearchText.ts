import { type Phrase, phraseOf } from "./Phrase.ts"
import { textTerms } from "./TextTerms.ts"

/** What a search text asks for. */
export interface SearchText {
  /** The terms that rank entries, each with how often it occurs: those of phrases, too. */
  readonly terms: ReadonlyMap<number, number>
  /** Phrases that an entry must contain. */
  readonly required: ReadonlyArray<Phrase>
  /** Words and phrases that an entry must not contain. */
  readonly excluded: ReadonlyArray<Phrase>
}

/** The length to which a search text is read, in UTF-16 code units. */
export const searchTextMax = 10_000

// A phrase in quotes or a word, after a hyphen that follows no letter; quotes without an end are read over.
const part = /(?<![\p{L}\p{N}])(-?)"([^"]*)"|(?<=^|[\s"(])(-)(?=[\p{L}\p{N}])([^\s"]+)|[^\s"]+/gu

/**
 * Reads what somebody typed: words in any order, `"phrases in quotes"`, and `-words` and `-"phrases"` that must not
 * occur. Every text is valid; a text without terms finds nothing.
 */
export const readSearchText = (q: string): SearchText => {
  const terms = new Map<number, number>()
  const required: Array<Phrase> = []
  const excluded: Array<Phrase> = []
  for (const found of q.slice(0, searchTextMax).matchAll(part)) {
    const isExcluded = (found[1] ?? found[3]) === "-"
    const read = textTerms(found[2] ?? found[4] ?? found[0])
    const phrase = phraseOf(read)
    if (phrase.length === 0) continue
    if (isExcluded) {
      excluded.push(phrase)
      continue
    }
    if (found[2] !== undefined) required.push(phrase)
    for (const { term } of read) if (term !== 0) terms.set(term, (terms.get(term) ?? 0) + 1)
  }
  return { terms, required, excluded }
}
