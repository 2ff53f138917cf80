import { BLANK, LINE_END, writingMarks } from "../../text/WritingMark.ts"
import { graphemeEdgeAfter, graphemeEdgeBefore, graphemeLengthMax } from "./graphemeEdge.ts"
import { type SentenceSpan, sentenceSpans } from "./sentenceSpans.ts"
import type { SourcePassage } from "./SourcePassage.ts"

/**
 * The length that passages aim at, in UTF-16 code units: about 100 English words. Wang et al. (2019, Multi-passage BERT)
 * found passages of 100 words best for finding answers, and Karpukhin et al. (2020, Dense Passage Retrieval) use them.
 */
export const passageLengthTarget = 700
/** A passage of at least this length may end before the target, at the end of a paragraph. */
const passageLengthEnough = passageLengthTarget / 2
/** The maximum length of a passage in UTF-16 code units. */
export const passageLengthMax = 1_500
/** What is packed into a passage; the rest is room for whole graphemes at both ends. */
const packedLengthMax = passageLengthMax - 2 * graphemeLengthMax

const isBlankAt = (text: string, at: number): boolean => {
  const kind = writingMarks[text.charCodeAt(at)]!
  return kind === BLANK || kind === LINE_END
}

/** Where to cut a sentence that is too long: after the last white space that leaves half a passage, else anywhere. */
const cutWithin = (text: string, start: number): number => {
  for (let at = start + packedLengthMax; at > start + packedLengthMax / 2; at--) if (isBlankAt(text, at - 1)) return at
  return graphemeEdgeBefore(text, start + packedLengthMax)
}

/** The sentences, of which the long ones are cut. */
function* unitsOf(text: string): Generator<SentenceSpan> {
  for (const span of sentenceSpans(text)) {
    let { lead, start } = span
    while (span.end - start > packedLengthMax) {
      const end = cutWithin(text, start)
      yield { start, end, lead }
      start = end
      lead = "none"
    }
    yield { start, end: span.end, lead }
  }
}

/** Where the passages begin. */
const passageStarts = (text: string): ReadonlyArray<number> => {
  const starts: Array<number> = []
  let start = -1
  let end = -1
  let isHeadingOnly = false
  for (const unit of unitsOf(text)) {
    const isHeading = unit.lead === "heading"
    const isLong = unit.end - start > packedLengthMax
    const isEnough = end - start >= passageLengthEnough &&
      (unit.lead === "paragraph" || unit.end - start > passageLengthTarget)
    if (start < 0 || isLong || isEnough || (isHeading && !isHeadingOnly)) {
      start = unit.start
      starts.push(start)
      isHeadingOnly = isHeading
    } else isHeadingOnly &&= isHeading
    end = unit.end
  }
  return starts
}

/**
 * Cuts a text into passages: at the ends of sentences, preferably of paragraphs, at about 700 code units, and before
 * headings. The passages are in order and disjoint, and cover everything but white space; each has at most 1,500 code
 * units, and at its ends neither white space nor a part of a grapheme (of at most 64 code units). Deterministic; linear in
 * the length of the text.
 *
 * @example cutPassages("Growth\n\nIt slowed.\n\nPrices\n\nThey rose.").map(({ text }) => text) // ["Growth\n\nIt slowed.", "Prices\n\nThey rose."]
 */
export const cutPassages = (text: string): ReadonlyArray<SourcePassage> => {
  const starts = passageStarts(text)
  const passages: Array<SourcePassage> = []
  let from = starts.length === 0 ? text.length : graphemeEdgeBefore(text, starts[0]!)
  starts.forEach((_, index) => {
    const to = Math.max(from, graphemeEdgeBefore(text, starts[index + 1] ?? text.length))
    let start = from
    let end = to
    while (start < end && isBlankAt(text, start)) start++
    while (end > start && isBlankAt(text, end - 1)) end--
    if (start < end) {
      // A mark may sit on white space, which then belongs to the passage.
      start = Math.max(from, graphemeEdgeBefore(text, start))
      end = Math.min(to, graphemeEdgeAfter(text, end))
      passages.push({ start, end, text: text.slice(start, end) })
    }
    from = to
  })
  return passages
}
