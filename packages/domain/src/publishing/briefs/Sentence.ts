import { headingAt, type ReasoningHeading, reasoningHeadings } from "../../forecasting/predictions/ReasoningSection.ts"
import { schemeEnd, urlEnd } from "../../forecasting/predictions/Citation.ts"
import { endsAtStop, isLowerCase } from "../../text/SentenceEnd.ts"
import { BLANK, CLOSER, LINE_END, STOP, WIDE_STOP, writingMarks as kinds } from "../../text/WritingMark.ts"

/** A sentence as written, with runs of white space as one space, trimmed. */
export interface Sentence {
  readonly text: string
  /** The heading of its section; null before the first one. */
  readonly heading: ReasoningHeading | null
  /** Its index in the section, from 0. */
  readonly place: number
}

/** The maximum number of sentences read from one text. */
export const sentencesMax = 256

/** A line of at least this length is assumed to be wrapped, not ended by the author. */
const wrappedLineMin = 60

/** Bullets, list numbers, and quotation and heading marks at the start of an item. */
const bullet = /^(?:\s*(?:[-*+•‣▪–—>#]+(?=\s)|\(?\d{1,3}[.)](?=\s)|\(?[a-zA-Z]\)(?=\s)))+\s*/u

/** Two line ends with only blanks between them; CR LF counts as one. */
const isBlankLine = /(?:\n|\r(?!\n)|\u2028|\u2029)\s*?[\n\r\u2028\u2029]|\u2029/

/** White space longer than this counts as a gap, whatever it consists of. */
const gapMax = 64

/** Emphasis around a heading, as in `**EVIDENCE:** It rose.` */
const decoration = /^[*_~`#>\s]{1,16}/

/** Maps full-width forms to ASCII, so that `ＥＶＩＤＥＮＣＥ：` is a heading; indexes stay the same. */
const narrow = (text: string): string =>
  text.replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))

/** Numbers of a list within one line: `(1) It rose. (2) It fell.` */
const inlineNumber = /^\(?(?:\d{1,3}|[a-z])\)\s+/

const bulletStart = (text: string, at: number, startsLine: boolean): number => {
  const found = (startsLine ? bullet : inlineNumber).exec(text.slice(at, at + 24))
  return found === null ? at : at + found[0].length
}

/** The heading at the start of a sentence, after bullets and emphasis. */
const headingFrom = (plain: string, at: number) => {
  const start = bulletStart(plain, at, true)
  return headingAt(plain, start)
    ?? headingAt(plain, start + (decoration.exec(plain.slice(start, start + 16))?.[0].length ?? 0))
}

/** Includes the emphasis marks before a heading within a line. */
const emphasisBefore = (plain: string, at: number, from: number): number => {
  let i = at
  while (i > from && "*_~`#> ".includes(plain[i - 1]!)) i--
  return i
}

const wordEnd = /[\p{L}\p{N}][-'’‐]?$/u

/** Whether there is a heading in capitals at `at`, at the start of a word. */
const isHeadingInLine = (plain: string, at: number): boolean => {
  const unit = plain.charCodeAt(at)
  return unit >= 65 && unit <= 69 && headingAt(plain, at) !== undefined
    && !wordEnd.test(plain.slice(Math.max(0, at - 3), at))
}

const isHiragana = (unit: number): boolean => unit >= 0x3041 && unit <= 0x309f

/** The single pass over a text; every character is visited once. */
class SentenceScan {
  readonly sentences: Array<Sentence> = []
  private readonly text: string
  private readonly plain: string
  private start = 0
  private lineStart = 0
  private heading: ReasoningHeading | null = null
  private place = 0

  constructor(text: string) {
    this.text = text
    this.plain = narrow(text)
  }

  run(): ReadonlyArray<Sentence> {
    const { text } = this
    this.begin(0, -1)
    let i = this.start
    while (i < text.length && this.sentences.length < sentencesMax) {
      const kind = kinds[text.charCodeAt(i)]!
      if (kind === LINE_END) i = this.lineEnd(i)
      else if (kind === STOP || kind === WIDE_STOP) i = this.stop(i)
      else if (i > this.start && isHeadingInLine(this.plain, i)) i = this.headingInLine(i)
      else {
        const afterScheme = schemeEnd(text, i)
        i = afterScheme > 0 ? Math.max(urlEnd(text, afterScheme), afterScheme) : i + 1
      }
    }
    if (this.sentences.length < sentencesMax) this.cut(text.length, text.length)
    return this.sentences
  }

  /** Starts a sentence at `at`, after bullets and headings; the previous one ended at `former`. */
  private begin(at: number, former: number): void {
    let start = this.pastBlanks(at)
    let startsLine = this.lineStart > former
    for (let found = headingFrom(this.plain, start); found !== undefined; found = headingFrom(this.plain, start)) {
      this.heading = reasoningHeadings[found.heading]!
      this.place = 0
      start = this.pastBlanks(found.end)
      startsLine = true
    }
    this.start = bulletStart(this.text, start, startsLine)
  }

  /** Ends the sentence before `end`; the next one may start at `next`. Returns where to continue. */
  private cut(end: number, next: number): number {
    const words = end > this.start ? this.text.slice(this.start, end).trim().replace(/\s+/gu, " ") : ""
    if (/[\p{L}\p{N}]/u.test(words)) {
      this.sentences.push({ text: words, heading: this.heading, place: this.place })
      this.place++
    }
    this.begin(next, end)
    return this.start
  }

  /** Handles a heading within a line, which ends the sentence before it. */
  private headingInLine(at: number): number {
    const end = emphasisBefore(this.plain, at, this.start)
    const next = this.cut(end, end)
    return Math.max(next, at + 1)
  }

  private pastBlanks(at: number): number {
    let i = at
    for (; i < this.text.length; i++) {
      const kind = kinds[this.text.charCodeAt(i)]!
      if (kind === LINE_END) this.lineStart = i + 1
      else if (kind !== BLANK) break
    }
    return i
  }

  /**
   * Handles a line end, which ends the sentence unless the line was wrapped or the next line continues in lower case.
   */
  private lineEnd(at: number): number {
    const { lineStart, plain, text } = this
    const next = this.pastBlanks(at)
    if (next >= text.length) return this.cut(at, next)
    const isSameItem = !isBlankLine.test(text.slice(at, Math.min(next, at + gapMax))) && next - at < gapMax
      && bulletStart(plain, next, true) === next && headingFrom(plain, next) === undefined
    const goesOn = isSameItem && (isLowerCase(text, next) || at - lineStart >= wrappedLineMin)
    return goesOn ? next : this.cut(at, next)
  }

  /** Handles a full stop, or several, with closing quotes and brackets. */
  private stop(at: number): number {
    const { plain, text } = this
    let isWide = false
    let end = at
    for (; end < text.length; end++) {
      const kind = kinds[text.charCodeAt(end)]!
      if (kind !== STOP && kind !== WIDE_STOP && kind !== CLOSER) break
      isWide ||= kind === WIDE_STOP
    }
    // A quotation after which the sentence continues: 「本当か？」と彼は言った。
    if (isWide && end > at + 1 && isHiragana(text.charCodeAt(end))) return end
    if (isWide) return this.cut(end, end)
    const after = end < text.length ? kinds[text.charCodeAt(end)]! : BLANK
    if (after !== BLANK && after !== LINE_END) return end
    const next = this.pastBlanks(end)
    if (next >= text.length) return this.cut(end, next)
    const isPlain = end === at + 1 && text.charCodeAt(at) === 46
    const ends = headingFrom(plain, next) !== undefined || bulletStart(plain, next, this.lineStart > end) !== next
      || (isPlain ? endsAtStop(text, at, this.start, next) : !isLowerCase(text, next))
    return ends ? this.cut(end, next) : next
  }
}

/**
 * Splits a reasoning into sentences, in order, each with its section. Linear in the length of the text; reads the first
 * 256 sentences. Numbers, addresses and common abbreviations do not end a sentence; a line end does before a list item,
 * a heading or a blank line, or when the line was short. Scripts without spaces end sentences at `。！？`, others at their
 * own full stops. Anything without a letter or digit is not a sentence.
 *
 * @example sentencesOf("EVIDENCE: Rates fell to 3.5 % in the U.S. in May. Prices rose.").map(({ text }) => text) // ["Rates fell to 3.5 % in the U.S. in May.", "Prices rose."]
 */
export const sentencesOf = (text: string): ReadonlyArray<Sentence> => new SentenceScan(text).run()
