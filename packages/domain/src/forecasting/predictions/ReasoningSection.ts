/** The four headings of a reasoning, in order. */
export const reasoningHeadings = ["EVIDENCE", "ANALYSIS", "COUNTER-EVIDENCE", "BOTTOM LINE"] as const

/** One of the four headings. */
export type ReasoningHeading = (typeof reasoningHeadings)[number]

/** A section found in a reasoning. */
export interface ReasoningSection {
  readonly heading: ReasoningHeading
  /** How often the heading appears. */
  readonly times: number
  /** The text from the heading's first appearance to the next heading; "" unless it contains a word or an address. */
  readonly text: string
}

// Emphasis and blanks around the colon, as in **EVIDENCE**: and **EVIDENCE:**
const isEmphasis = (unit: number): boolean => unit === 42 || unit === 95 || unit === 126 || unit === 96
const isBlank = (unit: number): boolean => unit === 32 || unit === 9
const isEmphasisOrBlank = (unit: number): boolean => isEmphasis(unit) || isBlank(unit)

// Markdown marks around a heading: # * _
const isMarkOrBlank = (unit: number): boolean => unit === 35 || unit === 42 || unit === 95 || isBlank(unit)

const isLineEnd = (unit: number): boolean =>
  (unit >= 10 && unit <= 13) || unit === 0x85 || unit === 0x2028 || unit === 0x2029

const isHyphen = (unit: number): boolean => unit === 45 || (unit >= 0x2010 && unit <= 0x2013)

const skip = (text: string, from: number, isSkipped: (unit: number) => boolean): number => {
  let i = from
  while (i < text.length && isSkipped(text.charCodeAt(i))) i++
  return i
}

const startsLine = (text: string, index: number): boolean => {
  let i = index
  while (i > 0 && isMarkOrBlank(text.charCodeAt(i - 1))) i--
  return i === 0 || isLineEnd(text.charCodeAt(i - 1))
}

/** Whether `letters` (in capitals; a hyphen matches any kind) are at `index`, in any letter case. */
const isSpelt = (letters: string, text: string, index: number): boolean => {
  for (let i = 0; i < letters.length; i++) {
    const expected = letters.charCodeAt(i)
    const unit = text.charCodeAt(index + i)
    const isSame = expected === 45 ? isHyphen(unit) : expected === 32 ? unit === 32 : (unit & ~32) === expected
    if (!isSame) return false
  }
  return true
}

/** The index (0-3) of the heading at `index` of the text, in any letter case; -1 for none. */
const spelling = (text: string, index: number): number => {
  switch (text.charCodeAt(index) & ~32) {
    case 69:
      return isSpelt("EVIDENCE", text, index) ? 0 : -1
    case 65:
      return isSpelt("ANALYSIS", text, index) ? 1 : -1
    case 67:
      return isSpelt("COUNTER-EVIDENCE", text, index) ? 2 : -1
    case 66:
      return isSpelt("BOTTOM LINE", text, index) ? 3 : -1
    default:
      return -1
  }
}

const isInCapitals = (text: string, from: number, to: number): boolean => {
  for (let i = from; i < to; i++) if (text.charCodeAt(i) >= 97 && text.charCodeAt(i) <= 122) return false
  return true
}

/** In `COUNTER EVIDENCE:`, a misspelling of the third heading, the second word must not count as the first heading. */
const followsCounter = (text: string, index: number): boolean =>
  index > 7 && !isLineEnd(text.charCodeAt(index - 1)) && text.startsWith("COUNTER", index - 8)

/**
 * The heading at `index`, the start of a word: in capitals with a colon after it anywhere, or, in any letter case, at
 * the start of a line with a colon or with nothing else on the line. Emphasis (`*`, `_`, `~`, backtick) may surround
 * the colon; `#`, `*` and `_` may surround a heading at the start of a line.
 *
 * @example headingAt("Rates fell (https://a.org/b) EVIDENCE: rates", 29) // { heading: 0, end: 38 }
 */
export const headingAt = (
  text: string,
  index: number
): { readonly heading: number; readonly end: number } | undefined => {
  const heading = spelling(text, index)
  if (heading < 0) return undefined
  const spelt = index + reasoningHeadings[heading]!.length
  const after = skip(text, spelt, isEmphasisOrBlank)
  if (text.charCodeAt(after) === 58) {
    const isHeading = startsLine(text, index)
      || (isInCapitals(text, index, spelt) && !(heading === 0 && followsCounter(text, index)))
    return isHeading ? { heading, end: skip(text, after + 1, isEmphasis) } : undefined
  }
  const end = skip(text, spelt, isMarkOrBlank)
  const endsLine = end >= text.length || isLineEnd(text.charCodeAt(end))
  return endsLine && startsLine(text, index) ? { heading, end } : undefined
}

// Bullets, emphasis and heading marks at the end of a section belong to the next heading.
const isTail = (unit: number): boolean =>
  unit <= 32 || unit === 35 || unit === 42 || unit === 95 || unit === 62 || unit === 45 || unit === 96

/** Collects the sections of a text in one pass. */
export class SectionCollector {
  /** Whether the current section contains a word or an address; set by the scan. */
  isFilled = false
  private readonly text: string
  private readonly found: Array<{ heading: number; times: number; from: number; to: number; isFilled: boolean }> = []
  private open = -1

  constructor(text: string) {
    this.text = text
  }

  /** Starts a section whose heading is at `from` and whose text begins at `end`. */
  begin(heading: number, from: number, end: number): void {
    this.finish(from)
    const known = this.found.find((section) => section.heading === heading)
    if (known !== undefined) {
      known.times++
      return
    }
    this.open = this.found.length
    this.found.push({ heading, times: 1, from: end, to: end, isFilled: false })
  }

  /** Ends the current section, if there is one, at `to`. */
  finish(to: number): void {
    const section = this.found[this.open]
    if (section !== undefined) {
      section.to = to
      section.isFilled = this.isFilled
    }
    this.open = -1
    this.isFilled = false
  }

  /** The sections in order of first appearance. */
  sections(): ReadonlyArray<ReasoningSection> {
    return this.found.map(({ from, heading, isFilled, times, to }) => {
      let end = to
      while (end > from && end < this.text.length && isTail(this.text.charCodeAt(end - 1))) end--
      return {
        heading: reasoningHeadings[heading]!,
        times,
        text: isFilled ? this.text.slice(from, end).trim() : ""
      }
    })
  }
}
