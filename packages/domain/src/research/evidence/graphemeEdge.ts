/** The longest grapheme that is kept whole, in UTF-16 code units. */
export const graphemeLengthMax = 64

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" })

/** Whether a code unit is a character of its own, which attaches neither to its neighbours nor they to it. */
const isPlain = (unit: number): boolean =>
  (unit >= 0x20 && unit < 0x7f) || (unit > 0xa0 && unit < 0x300 && unit !== 0xa9 && unit !== 0xad && unit !== 0xae) ||
  (unit >= 0x400 && unit < 0x483) || (unit >= 0x3041 && unit < 0x3097) || (unit >= 0x4e00 && unit < 0xa000)

const isLineEnd = (unit: number): boolean => unit === 0x0a || unit === 0x0d

/** Whether there is an edge at `at` without doubt. */
const isCertain = (text: string, at: number): boolean => {
  if (at <= 0 || at >= text.length) return true
  const before = text.charCodeAt(at - 1)
  const after = text.charCodeAt(at)
  if (isLineEnd(before) || isLineEnd(after)) return !(before === 0x0d && after === 0x0a)
  return isPlain(before) && isPlain(after)
}

/** The grapheme that holds the code unit at `at`. Longer ones than `graphemeLengthMax` have no reliable ends. */
const graphemeAt = (text: string, at: number): { readonly start: number; readonly end: number } => {
  // A window, because segmenting a long text from its beginning takes time that grows with the square of its length.
  let from = at
  while (at - from < graphemeLengthMax && !isCertain(text, from)) from--
  if (isLowSurrogate(text, from)) from--
  let to = at + 1
  while (to - at < graphemeLengthMax && !isCertain(text, to)) to++
  if (isLowSurrogate(text, to)) to++
  const found = graphemes.segment(text.slice(from, to)).containing(at - from)!
  return { start: from + found.index, end: from + found.index + found.segment.length }
}

const isLowSurrogate = (text: string, at: number): boolean => {
  const unit = text.charCodeAt(at)
  const before = text.charCodeAt(at - 1)
  return unit >= 0xdc00 && unit <= 0xdfff && before >= 0xd800 && before <= 0xdbff
}

/**
 * The last place at or before `at` where a text may be cut without splitting a grapheme, which is what readers take for
 * one character.
 *
 * @example graphemeEdgeBefore("e\u0301a", 1) // 0
 */
export const graphemeEdgeBefore = (text: string, at: number): number =>
  isCertain(text, at) ? at : graphemeAt(text, at).start

/** The first place at or after `at` where a text may be cut without splitting a grapheme. */
export const graphemeEdgeAfter = (text: string, at: number): number => {
  if (isCertain(text, at)) return at
  const { end, start } = graphemeAt(text, at)
  return start === at ? at : end
}
