import type { PdfLine } from "./linesToParagraphs.ts"
import { type RaisedText, type TextRun, textOfRuns } from "./raisedText.ts"

/** A run of characters as the library reports it. */
interface PdfItem {
  readonly str: string
  readonly hasEOL: boolean
  readonly height: number
  /** The last two numbers are the position: x from the left, y from the bottom. */
  readonly transform: ReadonlyArray<number>
}

/** Raised text is at most this much of the height of its line, and its base line at least that much above or below. */
const raisedHeightMax = 0.85
const raisedOffsetMin = 0.1
/** Text of full height is raised from this offset on. */
const fullHeightOffsetMin = 0.25
/** Longer text is no exponent, mark or index. */
const raisedLengthMax = 16

const isItem = (item: object): item is PdfItem => "str" in item

const yOf = ({ transform }: PdfItem): number => transform[5] ?? 0

/** The item by which a line is measured: one of the height that most of its characters have. */
const measureOf = (items: ReadonlyArray<PdfItem>): PdfItem | undefined => {
  const lengths = new Map<number, number>()
  const key = ({ height }: PdfItem): number => Math.round(10 * height)
  for (const item of items) lengths.set(key(item), (lengths.get(key(item)) ?? 0) + item.str.trim().length)
  const longest = [...lengths.values()].reduce((most, length) => Math.max(most, length), 0)
  return items.find((item) => lengths.get(key(item)) === longest)
}

const raisedOf = (item: PdfItem, line: PdfItem): RaisedText["kind"] | undefined => {
  if (item.str.trim().length > raisedLengthMax || line.height <= 0) return undefined
  const offset = (yOf(item) - yOf(line)) / line.height
  const isSmall = item.height <= raisedHeightMax * line.height
  if (Math.abs(offset) < (isSmall ? raisedOffsetMin : fullHeightOffsetMin)) return undefined
  return offset > 0 ? "super" : "sub"
}

const lineOf = (items: ReadonlyArray<PdfItem>): PdfLine => {
  const visible = items.filter(({ str }) => str.trim() !== "")
  const line = measureOf(visible)
  if (line === undefined) return { text: "", height: 0, y: 0 }
  const runs = items.flatMap((item): ReadonlyArray<TextRun> => {
    const kind = item.str.trim() === "" ? undefined : raisedOf(item, line)
    if (kind === undefined) return [item.str]
    return [{ kind, text: item.str, isNote: false }, ...(/\s$/u.test(item.str) ? [" "] : [])]
  })
  return {
    text: textOfRuns(runs),
    height: visible.reduce((most, { height }) => Math.max(most, height), 0),
    y: yOf(line)
  }
}

/** The lines of a page, from the items that the library reports. Raised and lowered digits do not join the numbers before. */
export const pdfLines = (items: ReadonlyArray<object>): ReadonlyArray<PdfLine> => {
  const lines: Array<PdfLine> = []
  let line: Array<PdfItem> = []
  for (const item of items) {
    if (!isItem(item)) continue
    line.push(item)
    if (!item.hasEOL) continue
    lines.push(lineOf(line))
    line = []
  }
  return line.length === 0 ? lines : [...lines, lineOf(line)]
}
