import type { TextSpan } from "@auspex/domain/comments"
import { letterLike } from "./letterLike.ts"
import { cutWords } from "./profanityTerms.ts"

const letter = /\p{L}/u
const letterOrDigit = /[\p{L}\p{N}]/u

const leetAnywhere: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "6": "g",
  "7": "t",
  "8": "b",
  "9": "g",
  "@": "a",
  $: "s"
}
// Punctuation stands for a letter only between two others.
const leetBetweenLetters: Readonly<Record<string, string>> = { "!": "i", "|": "i", "+": "t" }

const tags = /<\/?[a-z][^<>]{0,40}>/gi
// `(unt`, and not `(until`.
const openBracket = /(?<![\p{L}\p{N}])\((?=unts?(?![\p{L}\p{N}]))/giu

/** The text with tags replaced by invisible characters; same length. */
export const withoutTags = (text: string): string => text.replace(tags, (tag) => "\u200b".repeat(tag.length))

/** The text with brackets that imitate a letter replaced by the letter; same length. */
export const withDrawnLetters = (text: string): string => text.replace(openBracket, "c")

/** The text with leet digits and signs replaced by letters, in words that contain a letter; same length. */
export const withoutLeet = (text: string, one: "i" | "l"): string =>
  text.replace(/\S+/gu, (token) => {
    if (!letter.test(token)) return token
    let out = ""
    for (let i = 0; i < token.length; i++) {
      const unit = token[i]!
      const isInside = i > 0 && i + 1 < token.length && isLetterDigitOrSign(token[i - 1]!) &&
        isLetterDigitOrSign(token[i + 1]!)
      out += unit === "1" ? one : leetAnywhere[unit] ?? (isInside ? leetBetweenLetters[unit] : undefined) ?? unit
    }
    return out
  })

const isLetterDigitOrSign = (unit: string): boolean =>
  letterOrDigit.test(unit) || unit in leetAnywhere || unit in leetBetweenLetters

const isDrawn = (character: string): boolean => letterLike(character.codePointAt(0)!) !== undefined

/** Whether a match is a disguised word and not a number, a model name or words of another script. */
export const isDisguise = (match: string): boolean => {
  const digits = match.match(/\p{N}/gu)?.length ?? 0
  const letters = match.match(/\p{L}/gu)?.length ?? 0
  // A word entirely in another script belongs to that script.
  if (!/[a-z]/i.test(match.normalize("NFKD")) && !Array.from(match).some(isDrawn)) return false
  return digits === 0 || (letters >= 2 && letters >= digits)
}

/** A text joined from letters of another; `spans[i]` is the span of its letter `i` in the original. */
export interface Joined {
  readonly text: string
  readonly spans: ReadonlyArray<TextSpan>
}

const singleLetters = /(?<![\p{L}\p{N}'’])\p{L}(?:[^\p{L}\p{N}]{1,3}\p{L}){2,}(?![\p{L}\p{N}])/gu

/** Words joined from sequences of single letters (`f u c k`, `f.u.c.k`). */
export const spelledOut = (text: string): ReadonlyArray<Joined> =>
  Array.from(text.matchAll(singleLetters), (match) => {
    const spans = Array.from(match[0].matchAll(/\p{L}/gu), (found) => ({
      start: match.index + found.index,
      end: match.index + found.index + found[0].length
    }))
    return { text: spans.map(({ end, start }) => text.slice(start, end)).join(""), spans }
  })

const pieces = /[\p{L}\p{N}]+(?:['’]\p{L}+)*/gu
const piecesMax = 4
const pieceLengthMax = 6

const uncollapsed = (word: string): string => word.toLowerCase().replace(/([^bosleg])\1+/g, "$1")

const knownCuts: ReadonlySet<string> = new Set(Array.from(cutWords, uncollapsed))

/** The words of `cutWords` that are cut into two to four pieces (`fu ck`, `sh-it`). */
export const cutInPieces = (text: string): ReadonlyArray<TextSpan> => {
  const found: Array<TextSpan> = []
  const words = Array.from(
    text.matchAll(pieces),
    ({ 0: word, index }) => ({ word, start: index, end: index + word.length })
  )
  for (let first = 0; first + 1 < words.length; first++) {
    let joined = words[first]!.word
    for (let last = first + 1; last < words.length && last < first + piecesMax; last++) {
      const gap = words[last]!.start - words[last - 1]!.end
      const isShort = words[last]!.word.length <= pieceLengthMax && joined.length <= pieceLengthMax
      if (gap > 3 || !isShort || text.slice(words[last - 1]!.end, words[last]!.start).includes("\n")) break
      joined += words[last]!.word
      // "The U.S. hit a record": a single letter begins a cut word only if the word is unambiguous.
      const isClear = words[first]!.word.length > 1 || joined.toLowerCase().startsWith("fu")
      if (isClear && knownCuts.has(uncollapsed(joined))) {
        found.push({ start: words[first]!.start, end: words[last]!.end })
      }
    }
  }
  return found
}

const masked = /(?<![\p{L}\p{N}])\p{L}[\p{L}*#%&^@$!?~]{1,10}[\p{L}](?![\p{L}\p{N}])/gu

const isMaskOf = (token: string, word: string): boolean => {
  if (token.length !== word.length) return false
  let letters = 0
  for (let i = 0; i < word.length; i++) {
    if (!letter.test(token[i]!)) continue
    if (token[i] !== word[i]) return false
    letters++
  }
  return letters >= 2
}

/** The words of `cutWords` with letters replaced by signs (`f**k`, `sh*t`). */
export const maskedWords = (text: string): ReadonlyArray<TextSpan> =>
  Array.from(text.matchAll(masked))
    .filter(({ 0: token }) => /[*#%&^@$!?~]/.test(token))
    .filter(({ 0: token }) => Array.from(cutWords).some((word) => isMaskOf(token.toLowerCase(), word)))
    .map(({ 0: token, index }) => ({ start: index, end: index + token.length }))
