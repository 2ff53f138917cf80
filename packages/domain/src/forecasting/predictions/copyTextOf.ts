import { IGNORED, classifyCodeUnit, normalKinds, SPACE } from "../../text/CharacterKind.ts"
import { foldCase } from "../../text/CaseFold.ts"

const chunkLength = 8_192

const ignorable = /\p{Default_Ignorable_Code_Point}+/gu
const looseSpace = /[^\S ]\s*| \s+/g

/**
 * Normalises a text (in NFKC) for detecting exact copies: case-folded, without invisible characters, each run of white
 * space as one space, trimmed.
 *
 * @example copyTextOf("Rates \n fell ") // "rates fell"
 */
export const copyTextOf = (text: string): string => {
  const folded = foldCase(text)
  // Regular expressions are fast with few matches but slow in a text that consists of matches, so a long text is
  // scanned instead.
  return folded.length <= chunkLength
    ? folded.replace(ignorable, "").replace(looseSpace, " ").trim()
    : collapseLong(folded)
}

const collapseLong = (folded: string): string => {
  const units = new Uint16Array(chunkLength)
  let copy = ""
  let filled = 0
  let isSpaceDue = false
  for (let i = 0; i < folded.length; i++) {
    if (filled + 2 > chunkLength) {
      copy += textOf(units, filled)
      filled = 0
    }
    const unit = folded.charCodeAt(i)
    const kind = normalKinds[unit] || classifyCodeUnit(unit, normalKinds)
    if (kind === SPACE) isSpaceDue = copy !== "" || filled > 0
    else if (kind !== IGNORED && !isIgnoredPair(folded, i, unit)) {
      if (isSpaceDue) units[filled++] = 32
      units[filled++] = unit
      isSpaceDue = false
    }
  }
  return copy + textOf(units, filled)
}

const textOf = (units: Uint16Array, length: number): string =>
  String.fromCharCode.apply(null, units.subarray(0, length) as unknown as Array<number>)

const isIgnoredAstral = (codePoint: number): boolean =>
  (codePoint >= 0xe0000 && codePoint <= 0xe0fff) || (codePoint >= 0x1bca0 && codePoint <= 0x1bca3)
  || (codePoint >= 0x1d173 && codePoint <= 0x1d17a)

/** Whether the surrogate at `i` belongs to an invisible character. */
const isIgnoredPair = (text: string, i: number, unit: number): boolean => {
  if ((unit & 0xf800) !== 0xd800) return false
  if ((unit & 0xfc00) === 0xd800) return isIgnoredAstral(text.codePointAt(i)!)
  return i > 0 && isIgnoredAstral(text.codePointAt(i - 1)!)
}
