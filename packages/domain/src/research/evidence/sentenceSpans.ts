import { endsAtStop, isLowerCase } from "../../text/SentenceEnd.ts"
import { BLANK, CLOSER, LINE_END, STOP, WIDE_STOP, writingMarks } from "../../text/WritingMark.ts"

/** A part of a text that is not split unless it is too long, and what precedes it. */
export interface SentenceSpan {
  readonly start: number
  /** Exclusive; the span neither begins nor ends with white space. */
  readonly end: number
  /** Nothing (the sentence before it is on the same line), a line end, a blank line, or that it is a heading. */
  readonly lead: "none" | "line" | "paragraph" | "heading"
}

const headingLengthMax = 120
const listItem = /^(?:[-*+•‣▪–—]|\(?\d{1,3}[.)]|\(?[a-zA-Z]\))\s/u

const kindAt = (text: string, at: number): number => writingMarks[text.charCodeAt(at)]!
const isBlankAt = (text: string, at: number): boolean => {
  const kind = kindAt(text, at)
  return kind === BLANK || kind === LINE_END
}

/** A short line of its own, with a letter and without the punctuation that ends or continues a sentence. */
const isHeadingLine = (text: string, start: number, end: number): boolean => {
  if (end - start > headingLengthMax) return false
  const line = text.slice(start, end)
  return !/[.!?…。！？｡,;:،؛、；：]["'”’»)\]]?$/u.test(line) && /\p{L}/u.test(line) && !listItem.test(line)
}

/** References after a stop, as in `It rose.[12]`. */
const references = /^(?:\[\d{1,3}\])+/
const referencesLengthMax = 24

/** The end of a run of stops and closers at `at`, with the references after it. */
const stopRunEnd = (text: string, at: number, lineEnd: number): number => {
  let end = at + 1
  for (; end < lineEnd; end++) {
    const kind = kindAt(text, end)
    if (kind !== STOP && kind !== WIDE_STOP && kind !== CLOSER) break
  }
  const found = text.charAt(end) === "[" ? references.exec(text.slice(end, end + referencesLengthMax)) : null
  return Math.min(lineEnd, end + (found?.[0].length ?? 0))
}

/** Whether the sentence from `start` ends with the run of stops from `at` to `end`. */
const endsSentence = (text: string, at: number, end: number, start: number, lineEnd: number): boolean => {
  for (let i = at; i < end; i++) if (kindAt(text, i) === WIDE_STOP) return true
  if (end >= lineEnd) return true
  if (!isBlankAt(text, end)) return false
  let next = end
  while (next < lineEnd && isBlankAt(text, next)) next++
  const isPlain = text.charAt(at) === "." && kindAt(text, at + 1) !== STOP
  return isPlain ? endsAtStop(text, at, start, next) : !isLowerCase(text, next)
}

/** Adds the sentences of one line, which has no white space at its ends. */
const addLine = (spans: Array<SentenceSpan>, text: string, from: number, to: number, lead: SentenceSpan["lead"]) => {
  let start = from
  let i = from
  while (i < to) {
    const kind = kindAt(text, i)
    if (kind !== STOP && kind !== WIDE_STOP) {
      i++
      continue
    }
    const end = stopRunEnd(text, i, to)
    const isEnd = endsSentence(text, i, end, start, to)
    i = end
    if (!isEnd) continue
    spans.push({ start, end, lead: start === from ? lead : "none" })
    while (i < to && isBlankAt(text, i)) i++
    start = i
  }
  if (start < to) spans.push({ start, end: to, lead: start === from ? lead : "none" })
}

/**
 * The sentences of a text, in order. They cover everything but white space. A sentence ends at a stop that does not belong
 * to an abbreviation, an initial or a number, and at the end of its line. Linear in the length of the text.
 *
 * @example sentenceSpans("Up 3.5 % in the U.S. in May. Then down.").map(({ end }) => end) // [28, 39]
 */
export const sentenceSpans = (text: string): ReadonlyArray<SentenceSpan> => {
  const spans: Array<SentenceSpan> = []
  let wasBlank = true
  for (let lineStart = 0; lineStart < text.length;) {
    const found = text.indexOf("\n", lineStart)
    const lineEnd = found < 0 ? text.length : found
    let start = lineStart
    let end = lineEnd
    while (start < end && isBlankAt(text, start)) start++
    while (end > start && isBlankAt(text, end - 1)) end--
    if (start < end) {
      const isAlone = wasBlank && isEndOfParagraph(text, lineEnd)
      const lead = isAlone && isHeadingLine(text, start, end) ? "heading" : wasBlank ? "paragraph" : "line"
      addLine(spans, text, start, end, lead)
    }
    wasBlank = start === end
    lineStart = lineEnd + 1
  }
  return spans
}

/** Whether a blank line follows the line that ends at `lineEnd`, and not the end of the text. */
const isEndOfParagraph = (text: string, lineEnd: number): boolean => text.startsWith("\n\n", lineEnd)
