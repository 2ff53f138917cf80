import { compose, normalKinds, rawKinds } from "../../text/CharacterKind.ts"
import { copyTextOf } from "./copyTextOf.ts"
import { ReasoningScan } from "./ReasoningScan.ts"
import type { ReasoningSection } from "./ReasoningSection.ts"
import { spaceAfterAddresses } from "./spaceAfterAddresses.ts"
import { sortedDistinct } from "../../text/TokenSet.ts"

/** The measurements of a reasoning for the gates and the engagement reward. Made by `parseReasoning`. */
export interface ParsedReasoning {
  /** Characters (Unicode code points) of the trimmed text. */
  readonly length: number
  /** The headings found, in order of first appearance. */
  readonly sections: ReadonlyArray<ReasoningSection>
  /** Distinct case-folded words outside addresses and headings. */
  readonly distinctWords: number
  /**
   * Citations of distinct pages (`citationPage`) in canonical form, in order of first appearance; only the first 256
   * addresses of a text are read.
   */
  readonly citations: ReadonlyArray<string>
  /**
   * Distinct addresses plus distinct numbers. A date counts by its numbers: `2026-03-01` is one, `1 March 2026` two.
   */
  readonly dataPoints: number
  /**
   * Distinct words of four or more letters that are not common words (`stopWords`). In scripts without spaces each
   * distinct pair of neighbouring characters counts.
   */
  readonly meaningfulWords: number
  /** The tokens (`wordToken`) of the distinct words, ascending. Sorted on first access. */
  readonly wordTokens: Uint32Array
  /**
   * The tokens that originality compares, ascending: of the distinct words after folding look-alike letters, combining
   * marks and simple inflection. Hyphenated words count by their parts.
   */
  readonly originalityTokens: Uint32Array
  /**
   * The same tokens with hyphens removed instead of splitting, for a text in which more than a tenth of the words have
   * hyphens; the more similar of the two sets decides.
   */
  readonly unhyphenatedTokens: Uint32Array | undefined
  /** The text for detecting exact copies (see `copyTextOf`). Computed on first access. */
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
 * Parses a reasoning and measures everything that the gates need, in one pass and linear time.
 *
 * Words are runs of letters, digits and combining marks with inner apostrophes and hyphens; a number keeps its inner `.
 * , / :`. In scripts without spaces each pair of neighbouring characters is a word; a single character is one too.
 *
 * @example parseReasoning("EVIDENCE: Rates fell to 3.5 % (https://example.org/rates).").citations // ["https://example.org/rates"]
 */
export const parseReasoning = (reasoning: string): ParsedReasoning => {
  const trimmed = reasoning.trim()
  // Most texts need no normalisation; the scan stops at the first character that may.
  const scan = new ReasoningScan(trimmed, rawKinds)
  if (scan.run()) return new Parsed(scan, trimmed.length, trimmed)
  const composed = compose(trimmed)
  const spaced = spaceAfterAddresses(trimmed)
  const second = new ReasoningScan(spaced === trimmed ? composed : compose(spaced), normalKinds)
  second.run()
  return new Parsed(second, countCodePoints(trimmed), composed)
}
