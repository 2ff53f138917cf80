import { plainLettersOf, isLooseMark } from "./PlainLetter.ts"

/**
 * What a UTF-16 code unit is to the scan of a reasoning, kept in tables of one byte for each unit so that the scan asks
 * no regular expression. Everything but ASCII is looked up once, when first met.
 */
export const OTHER = 1
export const LETTER = 2
export const DIGIT = 3
/** A combining mark: belongs to the word it follows. */
export const MARK = 4
/** A letter whose case-fold is more than one code unit (such as ß). */
export const LONG_LETTER = 5
/** A letter of a script that is written without spaces (Han, Kana, Thai, Lao, Khmer, Burmese). */
export const WIDE = 6
/** One half of a surrogate pair: ask `kindOfAstral`. */
export const ASTRAL = 7
/** Apostrophe or hyphen: joins two parts of one word, decorates elsewhere. */
export const JOINER = 8
export const SPACE = 9
/** Invisible (zero-width space, soft hyphen, variation selector): as if it were not there. */
export const IGNORED = 10
/** Before normalisation only: what follows cannot be judged until the text is in form NFKC. */
export const UNSAFE = 11

/** Kinds in a text that is in form NFKC. Zero means not looked up yet. */
export const normalKinds = new Uint8Array(65_536)
/** Kinds in a text as received: as `normalKinds`, but `UNSAFE` where form NFKC could change anything. */
export const rawKinds = new Uint8Array(65_536)
/** The code unit that each letter, digit or mark is read as (`plainLettersOf`), for those of one unit; 0 for accents. */
export const bases = new Uint16Array(65_536)
/** The case-folded code unit of each letter, digit, mark and joiner; not defined for LONG_LETTER and ASTRAL. */
export const folds = new Uint16Array(65_536)

const wordPattern = /^\p{L}$/u
const digitPattern = /^\p{Nd}$/u
const numeralPattern = /^\p{N}$/u
const markPattern = /^\p{M}$/u
const ignorablePattern = /^\p{Default_Ignorable_Code_Point}$/u
const widePattern =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]$/u

/** The case-fold of one character: upper, then lower, so that ς, Σ and σ are one, and ß is ss. */
const foldOf = (character: string): string => character.toUpperCase().toLowerCase()

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

// Conjoining Hangul letters compose with their neighbours although they are no marks.
const isConjoining = (unit: number): boolean => unit >= 0x1100 && unit <= 0x11ff

/** Looks a code unit up, remembers it in all tables, and answers its kind in `kinds`. */
export const learnKind = (unit: number, kinds: Uint8Array): number => {
  const character = String.fromCharCode(unit)
  const kind = kindOfUnit(unit, character)
  const stable = kind !== ASTRAL && kind !== MARK && kind !== IGNORED && !isConjoining(unit)
    && character.normalize("NFKC") === character
  normalKinds[unit] = kind
  rawKinds[unit] = stable ? kind : UNSAFE
  folds[unit] = unit === 0x2019
    ? 0x27
    : unit === 0x2010
    ? 0x2d
    : kind === LETTER
    ? foldOf(character).charCodeAt(0)
    : unit
  bases[unit] = kind === LETTER
    ? plainLettersOf(character).charCodeAt(0)
    : kind === MARK && isLooseMark(character)
    ? 0
    : unit
  return kinds[unit]!
}

for (let unit = 0; unit < 128; unit++) learnKind(unit, rawKinds)

const planeOneKinds = new Uint8Array(65_536)

const learnPlaneOne = (codePoint: number): number => {
  const character = String.fromCodePoint(codePoint)
  const isWord = wordPattern.test(character) || numeralPattern.test(character)
  const kind = isWord ? widePattern.test(character) ? WIDE : LETTER : markPattern.test(character) ? MARK : OTHER
  planeOneKinds[codePoint & 0xffff] = kind
  return kind
}

/** The kind of a code point above U+FFFF: LETTER, WIDE, MARK, IGNORED or OTHER. */
export const kindOfAstral = (codePoint: number): number => {
  if (codePoint < 0x10000) return OTHER
  if (codePoint < 0x20000) return planeOneKinds[codePoint & 0xffff] || learnPlaneOne(codePoint)
  if (codePoint < 0x40000) return WIDE
  return codePoint >= 0xe0000 && codePoint <= 0xe0fff ? IGNORED : OTHER
}

/** The kind of the code unit at `index`, or OTHER past the end. */
export const kindAt = (text: string, index: number, kinds: Uint8Array): number => {
  if (index >= text.length) return OTHER
  const unit = text.charCodeAt(index)
  return kinds[unit] || learnKind(unit, kinds)
}

/** True for the kinds that can stand inside a word on their own. */
export const isWordKind = (kind: number): boolean => kind === LETTER || kind === DIGIT || kind === LONG_LETTER

/** The longest run of combining marks that is kept, as in the Stream-Safe Text Format of Unicode Annex 15. */
export const markRunMax = 30

/**
 * Leaves out combining marks beyond the thirtieth in a row. Putting marks in order takes time that grows with the square
 * of such a run, so without this a hostile text could hold normalisation up for minutes.
 */
export const limitMarkRuns = (text: string): string => {
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

// Two signs that stand for a whole phrase: form NFKC spells them out as 18 and 8 characters, so a text full of them would
// grow beyond all measure. They stay the single letters that they are.
const phraseSigns = ["\ufdfa", "\ufdfb"]

const composeBetween = (text: string, signs: ReadonlyArray<string>): string => {
  const [sign, ...others] = signs
  if (sign === undefined) return text.normalize("NFKC")
  if (!text.includes(sign)) return composeBetween(text, others)
  return text.split(sign).map((part) => part === "" ? part : composeBetween(part, others)).join(sign)
}

/** A text in form NFKC, in time that grows with its length only. */
export const compose = (text: string): string => composeBetween(limitMarkRuns(text), phraseSigns)
