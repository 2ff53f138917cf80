import { codePoints } from "../kernel/TextRule.ts"
import { compose } from "../predictions/CharacterKind.ts"
import { copyTextOf } from "../predictions/CopyText.ts"
import { type CommentLink, linksIn } from "./CommentLink.ts"

/**
 * How much of a text is read for its words, links and manners, in UTF-16 code units. A text that is longer is refused
 * for its length whatever else it holds; so the time that judging takes has a bound.
 */
export const commentReadMax = 4_000

/** The least characters (letters, digits and the marks on them) of a word that counts. */
export const commentWordLengthMin = 3

/** What the gates need to know of a comment. Made by `readComment`. */
export interface CommentText {
  /** Characters (Unicode code points) without white space at the ends, as for a reasoning. */
  readonly length: number
  /** The part that is read, as received, without white space at its ends. */
  readonly read: string
  /** The same in form NFKC, invisible characters left out. */
  readonly text: string
  /** `text` with a space in place of every link. */
  readonly prose: string
  /** Every word outside links, in order and case-folded. In scripts without spaces each two neighbours are a word. */
  readonly words: ReadonlyArray<string>
  /** The distinct words of three characters or more. */
  readonly longWords: ReadonlySet<string>
  readonly links: ReadonlyArray<CommentLink>
  /**
   * The text by which an account's repeated comments are known: form NFKC, case-folded, invisible characters left out,
   * every run of white space one space.
   */
  readonly normalised: string
}

// Deterministic: no character belongs to two neighbouring parts of the pattern.
const wordPattern = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['’‐-][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*/gu
const wideLetter =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const widePart =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/u
const invisible = /\p{Default_Ignorable_Code_Point}+/gu

const fold = (word: string): string => word.toUpperCase().toLowerCase().replace(/’/g, "'").replace(/‐/g, "-")

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
    // The parts at odd places are runs of a script without spaces.
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
 * Measures a comment once. Words are runs of letters, digits and combining marks with inner apostrophes and hyphens, as
 * in a reasoning; those in links do not count.
 *
 * @example [...readComment("Rates fell, RATES fell: see https://a.org/rates").longWords] // ["rates", "fell", "see"]
 */
export const readComment = (content: string): CommentText => {
  const trimmed = content.trim()
  const read = headOf(trimmed)
  const composed = compose(read)
  const text = composed.replace(invisible, "")
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
