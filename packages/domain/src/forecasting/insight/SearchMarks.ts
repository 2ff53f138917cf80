import { matchSpans, type Span } from "../../research/retrieval/MatchSpans.ts"
import { textTerms } from "../../research/retrieval/TextTerms.ts"

/**
 * Stand for the tags around a match until the text has been escaped. They are private-use characters, which are removed
 * from the text before.
 */
export const markStart = "\uE000"
export const markEnd = "\uE001"

/** The maximum length of a snippet, and of what it shows before its first match, in UTF-16 code units. */
const snippetMax = 240
const leadMax = 60

const marks = /[\uE000\uE001\p{Cc}]/gu

/** The last place of a blank before `end`, so that no word is cut; `end` itself when there is none after `from`. */
const wordEnd = (text: string, from: number, end: number): number => {
  if (end >= text.length) return text.length
  const blank = text.lastIndexOf(" ", end)
  if (blank > from) return blank
  // A surrogate pair is not cut, either.
  return /[\uDC00-\uDFFF]/.test(text[end]!) ? end - 1 : end
}

const wordStart = (text: string, start: number): number => {
  if (start <= 0) return 0
  const blank = text.indexOf(" ", start)
  return blank === -1 || blank > start + leadMax ? start + (/[\uDC00-\uDFFF]/.test(text[start]!) ? 1 : 0) : blank + 1
}

/** The part of a text that is shown: from shortly before the first match. */
const windowOf = (text: string, first: Span | undefined): Span => {
  if (text.length <= snippetMax) return { start: 0, end: text.length }
  const start = wordStart(text, Math.min((first?.start ?? 0) - leadMax, text.length - snippetMax))
  return { start, end: wordEnd(text, start, start + snippetMax) }
}

/**
 * The part of a text around the first of `terms`, in one line, with `markStart` and `markEnd` around each of them.
 *
 * @example markedSnippet("A river.", new Map()) // "A river."
 */
export const markedSnippet = (text: string, terms: ReadonlyMap<number, unknown>): string => {
  const line = text.replace(marks, " ").replace(/\s+/gu, " ").trim()
  const spans = matchSpans(textTerms(line), terms)
  const { end, start } = windowOf(line, spans[0])
  let marked = start > 0 ? "… " : ""
  let at = start
  for (const span of spans) {
    if (span.start < at || span.end > end) continue
    marked += line.slice(at, span.start) + markStart + line.slice(span.start, span.end) + markEnd
    at = span.end
  }
  return marked + line.slice(at, end) + (end < line.length ? " …" : "")
}
