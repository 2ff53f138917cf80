import {
  ASTRAL,
  DIGIT,
  caseFoldings,
  IGNORED,
  isWordKind,
  JOINER,
  kindAt,
  kindOfAstral,
  classifyCodeUnit,
  LETTER,
  LONG_LETTER,
  MARK,
  OTHER,
  SPACE,
  UNSAFE,
  WIDE
} from "../../text/CharacterKind.ts"
import { canonicalUrl, schemeEnd, urlEnd } from "./Citation.ts"
import { pagesMeant } from "./CitationPage.ts"
import { FoldedTokenCollector } from "../../text/FoldedTokenCollector.ts"
import { foldWord, stemmedMax, stemToken } from "../../text/FoldedWord.ts"
import { headingAt, type ReasoningSection, SectionCollector } from "./ReasoningSection.ts"
import { isStopToken } from "../../text/StopWords.ts"
import { TokenCollector } from "../../text/TokenSet.ts"
import { finishToken, foldInto, tokenBasis, tokenPrime } from "../../text/WordToken.ts"

/** How many addresses of one text are read; further ones are skipped. */
export const addressesMax = 256

const meaningfulLettersMin = 4

// Shared by all scans: a scan is synchronous, and its results are read before the next one starts.
const collector = new TokenCollector()
const folded = new FoldedTokenCollector()
const plainUnits = new Uint16Array(stemmedMax)

/** The single pass over a text. Internal to `parseReasoning`. */
export class ReasoningScan {
  readonly citations: Array<string> = []
  private readonly text: string
  private readonly kinds: Uint8Array
  private readonly sectionCollector: SectionCollector
  private readonly urls = new Set<string>()
  private readonly pages = new Set<string>()
  /** What the addresses of `pages` may mean besides. */
  private readonly meant = new Set<string>()
  private addressCount = 0

  constructor(text: string, kinds: Uint8Array) {
    this.text = text
    this.kinds = kinds
    this.sectionCollector = new SectionCollector(text)
  }

  /** Scans the text; returns false when the text has to be normalised to NFKC first. */
  run(): boolean {
    const { kinds, text } = this
    collector.clear()
    folded.clear()
    let i = 0
    while (i < text.length) {
      const unit = text.charCodeAt(i)
      const kind = kinds[unit] || classifyCodeUnit(unit, kinds)
      if (kind === LETTER) i = this.letter(i, unit)
      else if (kind === SPACE) i++
      else if (kind === DIGIT || kind === LONG_LETTER) i = this.word(i, kind === DIGIT)
      else if (kind === WIDE) i = this.wide(i)
      else if (kind === ASTRAL) i = this.astral(i)
      else if (kind === UNSAFE) return false
      else i++
      if (i < 0) return false
    }
    this.sectionCollector.finish(text.length)
    return true
  }

  /** The headings in order of first appearance. */
  sections(): ReadonlyArray<ReasoningSection> {
    return this.sectionCollector.sections()
  }

  /** The tokens of the words, unordered and with possible duplicates. */
  tokens(): Uint32Array {
    return collector.unsorted()
  }

  /** The number of distinct words. */
  distinctWords(): number {
    return collector.distinctCount()
  }

  /** The originality token sets, each ascending; see `FoldedTokenCollector.readings`. */
  originality(): ReadonlyArray<Uint32Array> {
    return folded.readings()
  }

  /** The number of distinct meaningful words. */
  meaningfulWords(): number {
    return collector.meaningfulCount()
  }

  /** The number of distinct addresses and numbers. */
  dataPoints(): number {
    return this.urls.size + collector.numberCount()
  }

  /** Handles a letter at the start of a heading, an address or a word. */
  private letter(i: number, unit: number): number {
    const lower = unit | 32
    if (lower >= 97 && lower <= 101) {
      const found = headingAt(this.text, i)
      if (found !== undefined) {
        this.sectionCollector.begin(found.heading, i, found.end)
        return found.end
      }
    }
    if (unit === 104 || unit === 72) {
      const afterScheme = schemeEnd(this.text, i)
      if (afterScheme > 0) return this.address(i, afterScheme)
    }
    return this.word(i, false)
  }

  private address(from: number, afterScheme: number): number {
    const end = urlEnd(this.text, afterScheme)
    this.sectionCollector.isFilled = true
    if (this.addressCount++ >= addressesMax) return end
    const canonical = canonicalUrl(this.text.slice(from, end))
    if (canonical !== undefined && !this.urls.has(canonical.url)) {
      this.urls.add(canonical.url)
      if (canonical.namesPage) this.cite(canonical.url)
    }
    return end
  }

  private cite(url: string): void {
    const [page, ...others] = pagesMeant(url) as [string, ...Array<string>]
    const isKnown = this.meant.has(page) || [page, ...others].some((one) => this.pages.has(one))
    this.pages.add(page)
    if (isKnown) return
    for (const other of others) this.meant.add(other)
    this.citations.push(url)
  }

  /** Scans a word at `from`; returns its end, or -1 when it contains an unsafe character. */
  private word(from: number, isNumber: boolean): number {
    return this.plainWord(from) || this.anyWord(from, isNumber)
  }

  /** The fast path for words of the letters a to z. Returns the end of the word, or 0 when `anyWord` must scan it. */
  private plainWord(from: number): number {
    const { kinds, text } = this
    let hash = tokenBasis
    let i = from
    for (; i < text.length; i++) {
      const unit = text.charCodeAt(i)
      const lower = unit | 32
      if (lower < 97 || lower > 122 || unit > 122) {
        const kind = kinds[unit]
        if (i === from || (kind !== SPACE && kind !== OTHER)) return 0
        break
      }
      if (i - from === stemmedMax) return 0
      plainUnits[i - from] = lower
      hash = Math.imul(hash ^ lower, tokenPrime)
    }
    const token = finishToken(hash)
    if (this.addWord(token, i - from, false)) folded.addPlain(stemToken(plainUnits, i - from, token))
    return i
  }

  /** Scans a word in any script. Returns the same as `word`. */
  private anyWord(from: number, isNumber: boolean): number {
    const { kinds, text } = this
    let hash = tokenBasis
    let signs = 0
    let i = from
    for (; i < text.length; i++) {
      const unit = text.charCodeAt(i)
      const kind = kinds[unit] || classifyCodeUnit(unit, kinds)
      if (kind === LETTER) {
        hash = Math.imul(hash ^ caseFoldings[unit]!, tokenPrime)
        continue
      }
      if (kind === LONG_LETTER) {
        hash = foldInto(hash, unit)
        continue
      }
      if (kind === ASTRAL) {
        const codePoint = text.codePointAt(i)!
        if (kindOfAstral(codePoint) !== LETTER) break
        hash = foldInto(hash, codePoint)
        i++
        signs++
        continue
      }
      if (kind === UNSAFE) return -1
      const isInner = kind === DIGIT || kind === MARK || kind === IGNORED
        || (kind === JOINER && isWordKind(kindAt(text, i + 1, kinds)))
        || (isNumber && this.isInNumber(i, unit))
      if (!isInner) break
      signs++
      if (kind !== IGNORED) hash = Math.imul(hash ^ caseFoldings[unit]!, tokenPrime)
    }
    const letters = i - from - signs
    const token = finishToken(hash)
    if (this.addWord(token, letters, isNumber)) {
      if (isNumber) folded.addPlain(token)
      else foldWord(text, from, i, kinds, folded)
    }
    return i
  }

  /** Whether the character at `i` is one of `. , / :` between two digits. */
  private isInNumber(i: number, unit: number): boolean {
    return (unit === 46 || unit === 44 || unit === 47 || unit === 58)
      && kindAt(this.text, i - 1, this.kinds) === DIGIT && kindAt(this.text, i + 1, this.kinds) === DIGIT
  }

  /** Adds a word; returns false when it was added before. */
  private addWord(token: number, letters: number, isNumber: boolean): boolean {
    this.sectionCollector.isFilled = true
    if (!collector.add(token)) return false
    if (isNumber) collector.addNumber(token)
    else if (letters >= meaningfulLettersMin && !isStopToken(token)) collector.addMeaningful(token)
    return true
  }

  private addPair(token: number, letters: number): void {
    if (this.addWord(token, letters, false)) folded.addPlain(token)
  }

  private astral(i: number): number {
    const codePoint = this.text.codePointAt(i)!
    const kind = kindOfAstral(codePoint)
    if (kind === LETTER) return this.word(i, false)
    if (kind === WIDE) return this.wide(i)
    return i + (codePoint > 0xffff ? 2 : 1)
  }

  /** The code point at `i` when it belongs to a script without spaces, else 0. */
  private wideAt(i: number): number {
    if (i >= this.text.length) return 0
    const kind = kindAt(this.text, i, this.kinds)
    if (kind === WIDE) return this.text.charCodeAt(i)
    if (kind !== ASTRAL) return 0
    const codePoint = this.text.codePointAt(i)!
    return kindOfAstral(codePoint) === WIDE ? codePoint : 0
  }

  /** Scans a run in a script without spaces; each pair of neighbours is a word. */
  private wide(from: number): number {
    let previous = 0
    let characters = 0
    let i = from
    for (let current = this.wideAt(i); current !== 0; current = this.wideAt(i)) {
      if (previous !== 0) this.addPair(pairToken(previous, current), meaningfulLettersMin)
      previous = current
      characters++
      i += current > 0xffff ? 2 : 1
      while (kindAt(this.text, i, this.kinds) === MARK) i++
    }
    if (characters === 1) this.addPair(pairToken(previous, 0), 1)
    return i
  }
}

const pairToken = (first: number, second: number): number => {
  let hash = Math.imul(tokenBasis ^ first, tokenPrime)
  hash = Math.imul(hash ^ (first >>> 8), tokenPrime)
  hash = Math.imul(hash ^ second, tokenPrime)
  return finishToken(Math.imul(hash ^ (second >>> 8), tokenPrime))
}
