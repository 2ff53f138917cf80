import { wordLists } from "../kernel/wordLists.ts"
import sentenceWords from "./sentenceWords.json" with { type: "json" }

const lists = wordLists("sentenceWords.json", sentenceWords)

/** Abbreviations after which a full stop never ends a sentence. In lower case, without the stop. */
const leading = new Set(lists.leading)

/** Abbreviations after which a full stop does not end a sentence when a number follows. */
const beforeNumber = new Set(lists.beforeNumber)

/** Abbreviations after which a full stop ends a sentence only before one of `openers`. */
const closing = new Set(lists.closing)

/** Words that start a sentence more often than they continue a name. */
const openers = new Set(lists.openers)

const wordLengthMax = 24

// ASCII letters, and everything from À on except general punctuation and symbols.
const isLetter = (unit: number): boolean =>
  (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122) || (unit >= 0xc0 && unit < 0x2000) || unit >= 0x2c00

const isDigit = (unit: number): boolean => unit >= 48 && unit <= 57

/** The word that ends before `end`, with inner dots ("U.S"), at most 24 characters. */
const wordBefore = (text: string, end: number, from: number): string => {
  let start = end
  while (start > from && end - start < wordLengthMax) {
    const unit = text.charCodeAt(start - 1)
    if (!isLetter(unit) && !isDigit(unit) && unit !== 46) break
    start--
  }
  return text.slice(start, end)
}

const wordAfter = (text: string, from: number): string => {
  let end = from
  while (end < text.length && end - from < wordLengthMax && isLetter(text.charCodeAt(end))) end++
  return text.slice(from, end).toLowerCase()
}

// Quotes, brackets and emphasis before the first word of a sentence.
const leadIns = "\"'“‘«‹([*_¿¡"

/** The index of the first word at or after `at`, after at most eight quotes and brackets. */
const firstWord = (text: string, at: number): number => {
  let i = at
  while (i < text.length && i - at < 8 && leadIns.includes(text.charAt(i))) i++
  return i
}

/** Whether the character at `index` is a lower-case letter of a bicameral script. */
export const isLowerCase = (text: string, index: number): boolean => {
  const character = text.charAt(index)
  return character.toUpperCase() !== character && character.toLowerCase() === character
}

/**
 * Whether a single full stop at `stop` ends the sentence that began at `from`, when white space and then `next` follow:
 * not after abbreviations, initials and list numbers, and not before a lower-case letter. Inspects only a few words on
 * either side.
 *
 * @example endsAtStop("It rose. Then it fell.", 7, 0, 9) // true
 * @example endsAtStop("It rose by approx. 5 % in the U.S. Senate.", 17, 0, 19) // false
 */
export const endsAtStop = (text: string, stop: number, from: number, next: number): boolean => {
  const at = firstWord(text, next)
  if (isLowerCase(text, at)) return false
  const before = wordBefore(text, stop, from)
  const known = before.toLowerCase()
  const isOpener = openers.has(wordAfter(text, at))
  // "1. First", "a. First": a list number, when nothing precedes it.
  if (stop - before.length <= from && /^(\d{1,3}|[a-z])$/i.test(before)) return false
  if (leading.has(known)) return false
  if (beforeNumber.has(known) && isDigit(text.charCodeAt(at))) return false
  const isInitial = before.length === 1 && !isDigit(before.charCodeAt(0)) && !isLowerCase(before, 0)
  const isDotted = /^[a-zÀ-ɏ]{1,3}(\.[a-zÀ-ɏ]{1,3})+$/i.test(before)
  return isInitial || isDotted || closing.has(known) ? isOpener : true
}
