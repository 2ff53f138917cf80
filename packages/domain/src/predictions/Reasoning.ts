import { compose, normalKinds, rawKinds } from "./CharacterKind.ts"
import { copyTextOf } from "./CopyText.ts"
import { ReasoningScan } from "./ReasoningScan.ts"
import type { ReasoningSection } from "./ReasoningSection.ts"
import { sortedDistinct } from "./TokenSet.ts"

/** What the gates and the engagement reward need to know of a reasoning. Made by `parseReasoning`. */
export interface ParsedReasoning {
  /** Characters (Unicode code points) of the text without white space at its ends. */
  readonly length: number
  /** The headings found, by first appearance. */
  readonly sections: ReadonlyArray<ReasoningSection>
  /** Distinct case-folded words outside addresses and headings. */
  readonly distinctWords: number
  /** Citations of distinct pages (`citationPage`) in canonical form, by first appearance; the first 256 addresses of a text are read. */
  readonly citations: ReadonlyArray<string>
  /** Distinct addresses plus distinct numbers. A date counts by its numbers: `2026-03-01` is one, `1 March 2026` two. */
  readonly dataPoints: number
  /**
   * Distinct words of four or more letters that are not common words (`stopWords`). In scripts without spaces each
   * distinct pair of neighbouring characters counts.
   */
  readonly meaningfulWords: number
  /** The tokens (`wordToken`) of the distinct words, ascending. Sorted when first read. */
  readonly wordTokens: Uint32Array
  /**
   * What originality compares: the tokens of the distinct words after folding look-alike letters, combining marks and
   * simple inflection, ascending. Words with hyphens count by their parts.
   */
  readonly originalityTokens: Uint32Array
  /**
   * The same with words as if their hyphens were not there, for a text in which more than a tenth of the words have some:
   * it is as similar as the more similar of its two readings.
   */
  readonly unhyphenatedTokens: Uint32Array | undefined
  /**
   * The text by which exact copies are known: form NFKC, case-folded, invisible characters left out, every run of white
   * space one space. Computed when first read.
   */
  readonly normalised: string
}

const countCodePoints = (text: string): number => {
  let count = text.length
  for (let i = 0; i + 1 < text.length; i++) {
    if ((text.charCodeAt(i) & 0xfc00) === 0xd800 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      count--
      i++
    }
  }
  return count
}

class Parsed implements ParsedReasoning {
  readonly length: number
  readonly sections: ReadonlyArray<ReasoningSection>
  readonly distinctWords: number
  readonly citations: ReadonlyArray<string>
  readonly dataPoints: number
  readonly meaningfulWords: number
  readonly originalityTokens: Uint32Array
  readonly unhyphenatedTokens: Uint32Array | undefined
  private readonly unsortedTokens: Uint32Array
  private sortedTokens: Uint32Array | undefined
  private readonly text: string
  private copyText: string | undefined

  constructor(scan: ReasoningScan, length: number, text: string) {
    this.length = length
    this.sections = scan.sections()
    this.unsortedTokens = scan.tokens()
    const [split, unhyphenated] = scan.originality()
    this.originalityTokens = split!
    this.unhyphenatedTokens = unhyphenated
    this.distinctWords = scan.distinctWords()
    this.citations = scan.citations
    this.dataPoints = scan.dataPoints()
    this.meaningfulWords = scan.meaningfulWords()
    this.text = text
  }

  get wordTokens(): Uint32Array {
    return this.sortedTokens ??= sortedDistinct(this.unsortedTokens, this.unsortedTokens.length)
  }

  get normalised(): string {
    return this.copyText ??= copyTextOf(this.text)
  }
}

/**
 * Reads a reasoning once, from front to back, and measures all that the gates ask for. Linear in the length of the
 * text, whatever it holds.
 *
 * Words are runs of letters, digits and combining marks with inner apostrophes and hyphens; a number keeps its inner
 * `. , / :`. In scripts without spaces each pair of neighbouring characters is a word (a character on its own is one).
 *
 * @example parseReasoning("EVIDENCE: Rates fell to 3.5 % (https://example.org/rates).").citations // ["https://example.org/rates"]
 */
export const parseReasoning = (reasoning: string): ParsedReasoning => {
  const trimmed = reasoning.trim()
  // Most texts need no normalising; the scan gives up at the first character that could.
  const scan = new ReasoningScan(trimmed, rawKinds)
  if (scan.run()) return new Parsed(scan, trimmed.length, trimmed)
  const composed = compose(trimmed)
  const second = new ReasoningScan(composed, normalKinds)
  second.run()
  return new Parsed(second, countCodePoints(trimmed), composed)
}
