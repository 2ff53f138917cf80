import { codePoints } from "../../kernel/TextRule.ts"
import { compose } from "../../text/CharacterKind.ts"
import { copyTextOf } from "../../forecasting/predictions/copyTextOf.ts"
import { spaceAfterAddresses } from "../../forecasting/predictions/spaceAfterAddresses.ts"
import { type CommentLink, linksIn } from "./CommentLink.ts"
import { foldCase } from "../../text/CaseFold.ts"

/**
 * How much of a text is analysed, in UTF-16 code units. Longer texts are refused for their length anyway, so this
 * bounds the time of the analysis.
 */
export const commentReadMax = 4_000

/** The minimum length of a word that counts, in letters, digits and combining marks. */
export const commentWordLengthMin = 3

/** The measurements of a comment for the gates. Made by `readComment`. */
export interface CommentText {
  /** The length of the trimmed text, in Unicode code points. */
  readonly length: number
  /** The analysed part of the trimmed text, as received. */
  readonly read: string
  /** `read` in NFKC, without invisible characters. */
  readonly text: string
  /** `text` with each link replaced by a space. */
  readonly prose: string
  /**
   * All words outside links, in order and case-folded. In scripts without spaces each pair of neighbouring characters
   * is a word.
   */
  readonly words: ReadonlyArray<string>
  /** The distinct words of three characters or more. */
  readonly longWords: ReadonlySet<string>
  readonly links: ReadonlyArray<CommentLink>
  /** The text for detecting repeated comments (see `copyTextOf`). */
  readonly normalised: string
}

// Linear: neighbouring parts of the pattern have no characters in common.
const wordPattern = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['’‐-][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*/gu
const wideLetter =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const widePart =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/u
const invisible = /\p{Default_Ignorable_Code_Point}+/gu

const fold = (word: string): string => foldCase(word).replace(/’/g, "'").replace(/‐/g, "-")

const withoutLinks = (text: string, links: ReadonlyArray<CommentLink>): string => {
  let prose = ""
  let from = 0
  for (const { end, start } of links) {
    prose += text.slice(from, start) + " "
    from = end
  }
  return prose + text.slice(from)
}

const pairsOf = (run: string): ReadonlyArray<string> => {
  const letters = [...run]
  return letters.length < 2 ? letters : letters.slice(1).map((letter, i) => letters[i]! + letter)
}

class Words {
  readonly all: Array<string> = []
  readonly long = new Set<string>()

  add(match: string): void {
    if (!wideLetter.test(match)) return this.spaced(match)
    // The odd elements are runs of a script without spaces.
    for (const part of match.split(new RegExp(`(${widePart.source})`, "u"))) {
      if (!wideLetter.test(part)) {
        if (part !== "") this.spaced(part)
        continue
      }
      const pairs = pairsOf(part)
      this.all.push(...pairs)
      for (const pair of pairs) if (pair !== part || pairs.length > 1 || [...part].length > 1) this.long.add(pair)
    }
  }

  private spaced(part: string): void {
    const word = fold(part)
    this.all.push(word)
    if (codePoints(word.replace(/['-]/g, "")) >= commentWordLengthMin) this.long.add(word)
  }
}

const headOf = (trimmed: string): string => {
  if (trimmed.length <= commentReadMax) return trimmed
  const isSplit = (trimmed.charCodeAt(commentReadMax - 1) & 0xfc00) === 0xd800
  return trimmed.slice(0, isSplit ? commentReadMax - 1 : commentReadMax)
}

/**
 * Parses and measures a comment. Words are runs of letters, digits and combining marks with inner apostrophes and
 * hyphens, as in a reasoning; words in links do not count.
 *
 * @example [...readComment("Rates fell, RATES fell: see https://a.org/rates").longWords] // ["rates", "fell", "see"]
 */
export const readComment = (content: string): CommentText => {
  const trimmed = content.trim()
  const read = headOf(trimmed)
  const composed = compose(read)
  const text = compose(spaceAfterAddresses(read)).replace(invisible, "")
  const links = linksIn(text)
  const prose = withoutLinks(text, links)
  const words = new Words()
  for (const [match] of prose.matchAll(wordPattern)) words.add(match)
  return {
    length: codePoints(trimmed),
    read,
    text,
    prose,
    words: words.all,
    longWords: words.long,
    links,
    normalised: copyTextOf(composed)
  }
}
