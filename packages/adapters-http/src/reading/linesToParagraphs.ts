import { joinLines, type KnownWords } from "./joinLines.ts"

/** A line of a page as it is set. */
export interface PdfLine {
  readonly text: string
  /** The height of its largest characters. */
  readonly height: number
  /** The position of its base line, from the bottom. */
  readonly y: number
}

/** A gap of more than this many heights between base lines, or this much over the usual one, separates paragraphs. */
const gapHeightsMax = 2.2
const gapExcessMax = 1.35
/** A change of size by more than this factor is one between heading and text. */
const sizeChangeMax = 1.15

const ligatures: Readonly<Record<string, string>> = {
  ﬀ: "ff",
  ﬁ: "fi",
  ﬂ: "fl",
  ﬃ: "ffi",
  ﬄ: "ffl",
  ﬅ: "st",
  ﬆ: "st"
}

const median = (numbers: ReadonlyArray<number>): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

const listItem = /^\s*(?:[-•‣▪●*]|\(?\d{1,3}[.)]|\(?[a-z]\))\s/u

/** The text of a line without ligatures. */
export const plainLine = (text: string): string =>
  text.trim().replace(/[ﬀ-ﬆ]/g, (ligature) => ligatures[ligature] ?? ligature)

/**
 * The text of a page, with the lines of a paragraph joined and paragraphs separated by blank lines. A paragraph ends where
 * the gap to the next line is larger than usual, where the size changes, and before a list item.
 */
export const linesToParagraphs = (all: ReadonlyArray<PdfLine>, words: KnownWords): string => {
  const lines = all.filter(({ text }) => text.trim() !== "")
  const gaps = lines.slice(1).map(({ y }, index) => lines[index]!.y - y).filter((gap) => gap > 0)
  const usualGap = median(gaps)
  const paragraphs: Array<string> = []
  lines.forEach(({ height, text, y }, index) => {
    const line = plainLine(text)
    const former = lines[index - 1]
    const last = paragraphs.length - 1
    if (former === undefined) {
      paragraphs.push(line)
      return
    }
    const gap = former.y - y
    const isNew = gap > gapExcessMax * usualGap || (gap > 0 && gap > gapHeightsMax * Math.max(height, former.height)) ||
      Math.max(height, former.height) > sizeChangeMax * Math.min(height, former.height) || listItem.test(line)
    if (isNew) paragraphs.push(line)
    else paragraphs[last] = joinLines(paragraphs[last]!, line, words)
  })
  return paragraphs.join("\n\n")
}
