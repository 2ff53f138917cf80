import type { TextTerm } from "./TextTerms.ts"

/** A part of a text, in UTF-16 code units: `text.slice(start, end)`. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Where `wanted` terms stand in a text, in order; spans that touch or overlap are joined. */
export const matchSpans = (
  terms: ReadonlyArray<TextTerm>,
  wanted: ReadonlyMap<number, unknown>
): ReadonlyArray<Span> => {
  const spans: Array<{ start: number; end: number }> = []
  for (const { end, start, term } of terms) {
    if (!wanted.has(term)) continue
    const last = spans.at(-1)
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end)
    else spans.push({ start, end })
  }
  return spans
}
