import { plainLettersOf, isLooseMark } from "./PlainLetter.ts"
import { foldCase } from "./CaseFold.ts"

/**
 * Character classes of UTF-16 code units, for the scan of a reasoning. They are cached in tables of one byte per code
 * unit, so that the scan needs no regular expressions. ASCII is classified when the module loads, everything else on
 * first use.
 */
export const OTHER = 1
export const LETTER = 2
export const DIGIT = 3
/** A combining mark; part of the word that it follows. */
export const MARK = 4
/** A letter whose case folding has more than one code unit (such as ß). */
export const LONG_LETTER = 5
/** A letter of a script that is written without spaces (Han, Kana, Thai, Lao, Khmer, Burmese). */
export const WIDE = 6
/** Half of a surrogate pair; see `kindOfAstral`. */
export const ASTRAL = 7
/** An apostrophe or hyphen: joins two parts of one word, otherwise ignored. */
export const JOINER = 8
export const SPACE = 9
/** An invisible character (zero-width space, soft hyphen, variation selector); the scan skips it. */
export const IGNORED = 10
/** In `rawKinds` only: the text has to be normalised to NFKC before this code unit can be classified. */
export const UNSAFE = 11

/** The class of each code unit of NFKC text; 0 when not classified yet. */
export const normalKinds = new Uint8Array(65_536)
/**
 * The class of each code unit of unnormalised text: as in `normalKinds`, but `UNSAFE` where NFKC could change
 * something.
 */
export const rawKinds = new Uint8Array(65_536)
/** The plain letter (see `plainLettersOf`) for each letter, digit or mark of one code unit; 0 for accents. */
export const baseLetters = new Uint16Array(65_536)
/** The case folding of each letter, digit, mark and joiner; undefined for LONG_LETTER and ASTRAL. */
export const caseFoldings = new Uint16Array(65_536)

const wordPattern = /^\p{L}$/u
const digitPattern = /^\p{Nd}$/u
const numeralPattern = /^\p{N}$/u
const markPattern = /^\p{M}$/u
const ignorablePattern = /^\p{Default_Ignorable_Code_Point}$/u
const widePattern =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]$/u

/** The case folding of one character: upper case, then lower case, so that ς, Σ and σ are equal, and ß equals ss. */
const foldOf = (character: string): string => foldCase(character)

const kindOfUnit = (unit: number, character: string): number => {
  if (unit >= 0xd800 && unit <= 0xdfff) return ASTRAL
  if (character.trim() === "") return SPACE
  if (ignorablePattern.test(character)) return IGNORED
  if (character === "'" || character === "-" || character === "’" || character === "‐") return JOINER
  if (markPattern.test(character)) return MARK
  if (digitPattern.test(character)) return DIGIT
  if (widePattern.test(character)) return WIDE
  if (wordPattern.test(character) || numeralPattern.test(character)) {
    return foldOf(character).length === 1 ? LETTER : LONG_LETTER
  }
  return OTHER
}

// Conjoining Hangul letters compose with their neighbours although they are not combining marks.
const isConjoining = (unit: number): boolean => unit >= 0x1100 && unit <= 0x11ff

/** Classifies a code unit, stores the result in all tables, and returns its class in `kinds`. */
export const classifyCodeUnit = (unit: number, kinds: Uint8Array): number => {
  const character = String.fromCharCode(unit)
  const kind = kindOfUnit(unit, character)
  const stable = kind !== ASTRAL && kind !== MARK && kind !== IGNORED && !isConjoining(unit)
    && character.normalize("NFKC") === character
  normalKinds[unit] = kind
  rawKinds[unit] = stable ? kind : UNSAFE
  caseFoldings[unit] = unit === 0x2019
    ? 0x27
    : unit === 0x2010
    ? 0x2d
    : kind === LETTER
    ? foldOf(character).charCodeAt(0)
    : unit
  baseLetters[unit] = kind === LETTER
    ? plainLettersOf(character).charCodeAt(0)
    : kind === MARK && isLooseMark(character)
    ? 0
    : unit
  return kinds[unit]!
}

for (let unit = 0; unit < 128; unit++) classifyCodeUnit(unit, rawKinds)

const planeOneKinds = new Uint8Array(65_536)

const classifyPlaneOne = (codePoint: number): number => {
  const character = String.fromCodePoint(codePoint)
  const isWord = wordPattern.test(character) || numeralPattern.test(character)
  const kind = isWord ? widePattern.test(character) ? WIDE : LETTER : markPattern.test(character) ? MARK : OTHER
  planeOneKinds[codePoint & 0xffff] = kind
  return kind
}

/** The class of a code point above U+FFFF: LETTER, WIDE, MARK, IGNORED or OTHER. */
export const kindOfAstral = (codePoint: number): number => {
  if (codePoint < 0x10000) return OTHER
  if (codePoint < 0x20000) return planeOneKinds[codePoint & 0xffff] || classifyPlaneOne(codePoint)
  if (codePoint < 0x40000) return WIDE
  return codePoint >= 0xe0000 && codePoint <= 0xe0fff ? IGNORED : OTHER
}

/** The class of the code unit at `index`; OTHER past the end. */
export const kindAt = (text: string, index: number, kinds: Uint8Array): number => {
  if (index >= text.length) return OTHER
  const unit = text.charCodeAt(index)
  return kinds[unit] || classifyCodeUnit(unit, kinds)
}

/** Whether characters of this class make up words. */
export const isWordKind = (kind: number): boolean => kind === LETTER || kind === DIGIT || kind === LONG_LETTER

/** The maximum run of combining marks, as in the Stream-Safe Text Format of Unicode Standard Annex 15. */
const markRunMax = 30

/**
 * Drops combining marks after the thirtieth in a row. Normalisation sorts such a run in quadratic time, so a hostile
 * text could otherwise block for minutes.
 */
const limitMarkRuns = (text: string): string => {
  let kept = ""
  let from = 0
  let run = 0
  for (let i = 0; i < text.length; i++) {
    if (kindAt(text, i, normalKinds) !== MARK) {
      if (run > markRunMax) from = i
      run = 0
    } else if (++run === markRunMax + 1) kept += text.slice(from, i)
  }
  if (run > markRunMax) from = text.length
  return from === 0 ? text : kept + text.slice(from)
}

// Two ligatures that NFKC expands to 18 and 8 characters, by which a hostile text could grow many times over. They are
// kept as single letters.
const phraseSigns = ["\ufdfa", "\ufdfb"]

const composeBetween = (text: string, signs: ReadonlyArray<string>): string => {
  const [sign, ...others] = signs
  if (sign === undefined) return text.normalize("NFKC")
  if (!text.includes(sign)) return composeBetween(text, others)
  return text.split(sign).map((part) => part === "" ? part : composeBetween(part, others)).join(sign)
}

/** Normalises a text to NFKC in linear time; long runs of marks are cut and the two ligatures kept. */
export const compose = (text: string): string => composeBetween(limitMarkRuns(text), phraseSigns)
