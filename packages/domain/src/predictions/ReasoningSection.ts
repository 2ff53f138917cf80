/** The four headings of a reasoning, in their order. */
export const reasoningHeadings = ["EVIDENCE", "ANALYSIS", "COUNTER-EVIDENCE", "BOTTOM LINE"] as const

/** One of the four headings. */
export type ReasoningHeading = (typeof reasoningHeadings)[number]

/** A heading as found in a reasoning. */
export interface ReasoningSection {
  readonly heading: ReasoningHeading
  /** How often the heading appears. */
  readonly times: number
  /** What follows its first appearance up to the next heading: "" unless it holds a word or an address. */
  readonly text: string
}

const decorationMax = 8

// Emphasis and spaces that may stand around the colon, as in **EVIDENCE**: and **EVIDENCE:**
const isEmphasis = (unit: number): boolean => unit === 42 || unit === 95 || unit === 126 || unit === 96

const skip = (text: string, from: number, isSkipped: (unit: number) => boolean): number => {
  let i = from
  while (i < text.length && i - from < decorationMax && isSkipped(text.charCodeAt(i))) i++
  return i
}

const isEmphasisOrBlank = (unit: number): boolean => isEmphasis(unit) || unit === 32 || unit === 9

/** The number (0-3) of the heading that is spelt at `index`, and where it ends; -1 for none. */
const spelling = (text: string, index: number): readonly [heading: number, end: number] | undefined => {
  switch (text.charCodeAt(index)) {
    case 69:
      return text.startsWith("EVIDENCE", index) ? [0, index + 8] : undefined
    case 65:
      return text.startsWith("ANALYSIS", index) ? [1, index + 8] : undefined
    case 67: {
      const isHyphen = text.charCodeAt(index + 7) === 45 || text.charCodeAt(index + 7) === 0x2010
      return isHyphen && text.startsWith("COUNTER", index) && text.startsWith("EVIDENCE", index + 8)
        ? [2, index + 16]
        : undefined
    }
    case 66:
      return text.startsWith("BOTTOM LINE", index) ? [3, index + 11] : undefined
    default:
      return undefined
  }
}

/**
 * The heading at `index`, when one is spelt there in capitals and a colon follows; emphasis (`*`, `_`, `~`, backtick)
 * may surround the colon. The caller knows whether `index` starts a line or a sentence.
 *
 * @example headingAt("EVIDENCE: rates", 0) // { heading: 0, end: 9 }
 */
export const headingAt = (
  text: string,
  index: number
): { readonly heading: number; readonly end: number } | undefined => {
  const spelt = spelling(text, index)
  if (spelt === undefined) return undefined
  const colon = skip(text, spelt[1], isEmphasisOrBlank)
  if (text.charCodeAt(colon) !== 58) return undefined
  return { heading: spelt[0], end: skip(text, colon + 1, isEmphasis) }
}

// Bullets, emphasis and heading signs at the end of a section belong to the next heading.
const isTail = (unit: number): boolean =>
  unit <= 32 || unit === 35 || unit === 42 || unit === 95 || unit === 62 || unit === 45 || unit === 96

/** Gathers headings in one pass. */
export class SectionCollector {
  /** To be set at each word and address: the open section is not empty. */
  isFilled = false
  private readonly text: string
  private readonly found: Array<{ heading: number; times: number; from: number; to: number; isFilled: boolean }> = []
  private open = -1

  constructor(text: string) {
    this.text = text
  }

  /** A heading at `from`; its text begins at `end`. */
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

  /** The open section, if there is one, ends at `to`. */
  finish(to: number): void {
    const section = this.found[this.open]
    if (section !== undefined) {
      section.to = to
      section.isFilled = this.isFilled
    }
    this.open = -1
    this.isFilled = false
  }

  /** The sections by first appearance. */
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
