import {
  ASTRAL,
  baseLetters,
  DIGIT,
  IGNORED,
  JOINER,
  classifyCodeUnit,
  LETTER,
  LONG_LETTER,
  MARK
} from "./CharacterKind.ts"
import { plainLettersOf } from "./PlainLetter.ts"
import { stemLength } from "./stemLength.ts"
import { finishToken, tokenBasis, tokenPrime } from "./WordToken.ts"

/** The maximum length of a word that is stemmed. */
export const stemmedMax = 48

// Greek letters next to Latin or Cyrillic ones are look-alikes.
const isOtherThanGreek = (unit: number): boolean =>
  ((unit | 32) >= 97 && (unit | 32) <= 122) || (unit >= 0x400 && unit <= 0x52f)

/**
 * The look-alikes of Greek capitals that differ from those of their lower-case forms: Η, Ν and Υ look like H, N and Y.
 * 0 for others.
 */
const capitalLook = (unit: number): number => unit === 0x397 ? 104 : unit === 0x39d ? 110 : unit === 0x3a5 ? 121 : 0

/**
 * The token of the stem of a word of lower-case Latin letters: the first `length` of `units`, which are overwritten.
 * `token` is the token of the word itself, returned when the word is its own stem.
 */
export const stemToken = (units: Uint16Array, length: number, token: number): number => {
  const last = units[length - 1]
  const left = stemLength(units, length)
  if (left === length && units[length - 1] === last) return token
  let hash = tokenBasis
  for (let at = 0; at < left; at++) hash = Math.imul(hash ^ units[at]!, tokenPrime)
  return finishToken(hash)
}

/** Computes the token of a word, or of one part of it, letter by letter. */
class FoldedPart {
  private readonly units = new Uint16Array(stemmedMax)
  private hash = tokenBasis
  private length = 0
  private isPlain = true

  clear(): void {
    this.hash = tokenBasis
    this.length = 0
    this.isPlain = true
  }

  add(unit: number): void {
    this.hash = Math.imul(this.hash ^ unit, tokenPrime)
    if (this.length < stemmedMax) this.units[this.length] = unit
    this.length++
    if (unit < 97 || unit > 122) this.isPlain = false
  }

  get isEmpty(): boolean {
    return this.length === 0
  }

  token(): number {
    const token = finishToken(this.hash)
    return this.isPlain && this.length <= stemmedMax ? stemToken(this.units, this.length, token) : token
  }
}

/** Receives the tokens of words. */
export interface FoldedTokens {
  /** A word without a hyphen. */
  readonly addPlain: (token: number) => void
  /** A part of a hyphenated word. */
  readonly addPart: (token: number) => void
  /** A hyphenated word without its hyphens. */
  readonly addJoined: (token: number) => void
}

// Shared by all scans, because folding a word is synchronous.
const part = new FoldedPart()
const whole = new FoldedPart()

/**
 * Computes the originality tokens of the word at `from`-`to` of a text in NFKC, with look-alike letters mapped to Latin
 * ones and without combining marks, apostrophes and simple inflection. A hyphenated word gives tokens for its parts and
 * for the whole.
 */
export const foldWord = (text: string, from: number, to: number, kinds: Uint8Array, into: FoldedTokens): void => {
  part.clear()
  whole.clear()
  let parts = 0
  let isDisguise = false
  for (let at = from; at < to && !isDisguise; at++) isDisguise = isOtherThanGreek(text.charCodeAt(at))
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at)
    const kind = kinds[unit] || classifyCodeUnit(unit, kinds)
    if (kind === LETTER || kind === DIGIT || kind === MARK) {
      const base = (isDisguise && capitalLook(unit)) || baseLetters[unit]!
      if (base !== 0) both(base)
    } else if (kind === LONG_LETTER || kind === ASTRAL) {
      const codePoint = text.codePointAt(at)!
      for (const folded of plainLettersOf(String.fromCodePoint(codePoint))) both(folded.codePointAt(0)!)
      if (codePoint > 0xffff) at++
    } else if (kind === JOINER && (unit === 0x2d || unit === 0x2010)) {
      if (!part.isEmpty) into.addPart(part.token())
      part.clear()
      parts++
    } else if (kind !== IGNORED && kind !== JOINER) both(unit)
  }
  if (whole.isEmpty) return
  if (parts === 0) return into.addPlain(part.token())
  if (!part.isEmpty) into.addPart(part.token())
  into.addJoined(whole.token())
}

const both = (unit: number): void => {
  part.add(unit)
  whole.add(unit)
}
