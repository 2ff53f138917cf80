import { foldCase } from "../../text/CaseFold.ts"
/** The length of the longest run of one word. */
export const wordRun = (words: ReadonlyArray<string>): number => {
  let longest = 0
  let run = 0
  words.forEach((word, i) => {
    run = i > 0 && word === words[i - 1] ? run + 1 : 1
    if (run > longest) longest = run
  })
  return longest
}

const phraseWordsMax = 8

/**
 * The maximum number of consecutive occurrences of a phrase of two to eight words that are not all the same; 1 when no
 * phrase is repeated.
 */
export const phraseRepeats = (words: ReadonlyArray<string>): number => {
  let most = 1
  for (let period = 2; period <= phraseWordsMax; period++) {
    let run = 0
    for (let i = period; i < words.length; i++) {
      run = words[i] === words[i - period] && words[i] !== words[i - 1] ? run + 1 : 0
      const times = 1 + Math.floor(run / period)
      if (times > most) most = times
    }
  }
  return most
}

const repeatedWordsMin = 12

/**
 * The percentage, rounded down, of three-word sequences that occurred earlier in the text. Undefined for fewer than
 * twelve words.
 *
 * @example repeatedPercent("a b c d e f a b c d e f".split(" ")) // 40
 */
export const repeatedPercent = (words: ReadonlyArray<string>): number | undefined => {
  if (words.length < repeatedWordsMin) return undefined
  const runs = words.length - 2
  const distinct = new Set<string>()
  for (let i = 0; i < runs; i++) distinct.add(`${words[i]} ${words[i + 1]} ${words[i + 2]}`)
  return Math.floor((runs - distinct.size) * 100 / runs)
}

// Digits form numbers, and the other characters draw lines and tables.
const runExempt = /[\s\p{N}\-=_*#.~·•—–|+<>/\\`]/u

/**
 * The length of the longest run of one character, ignoring case. Digits, spaces and line-drawing characters do not
 * count.
 *
 * @example characterRun("Nooo, 10000 times!!") // 3
 */
export const characterRun = (text: string): number => {
  let longest = 0
  let run = 0
  let last = ""
  for (const character of foldCase(text)) {
    run = character === last ? run + 1 : 1
    last = character
    if (run > longest && !runExempt.test(character)) longest = run
  }
  return longest
}

/** The length of the longest run of combining marks, without variation selectors. */
export const markRun = (text: string): number => {
  let longest = 0
  let run = 0
  for (const character of text) {
    run = /\p{M}/u.test(character) && !/[\ufe00-\ufe0f]/.test(character) ? run + 1 : 0
    if (run > longest) longest = run
  }
  return longest
}

// Excludes joiners, variation selectors and direction marks, which scripts and emoji need; `serving` excludes word
// breaks of scripts without spaces (U+200B) and soft hyphens within words (U+00AD).
const hidden =
  /\u034f|[\u00ad\u115f\u1160\u180e\u200b\u202d\u202e\u2060-\u2064\u206a-\u206f\u3164\ufeff\uffa0]|[\u{e0000}-\u{e0fff}]/gu

const serving =
  /(?<=[\p{Script=Khmer}\p{Script=Thai}\p{Script=Lao}\p{Script=Myanmar}])\u200b(?=[\p{Script=Khmer}\p{Script=Thai}\p{Script=Lao}\p{Script=Myanmar}])|(?<=\p{Ll})\u00ad(?=\p{Ll})/gu

/** The number of invisible characters that serve no script, emoji or hyphenation. */
export const hiddenCharacters = (text: string): number => text.replace(serving, "").match(hidden)?.length ?? 0

const signsVisibleMin = 20

/**
 * The percentage, rounded down, of visible characters that are not letters, marks or digits. Undefined for fewer than
 * twenty visible characters.
 *
 * @example signsPercent("Up: ★☆★☆★☆★☆★☆★☆★☆★☆★☆★☆") // 91
 */
export const signsPercent = (text: string): number | undefined => {
  let visible = 0
  let signs = 0
  for (const character of text) {
    if (/\s/u.test(character)) continue
    visible++
    if (!/[\p{L}\p{M}\p{N}]/u.test(character)) signs++
  }
  return visible < signsVisibleMin ? undefined : Math.floor(signs * 100 / visible)
}

const casedLettersMin = 30

/**
 * The percentage, rounded down, of capitals among the cased letters. Undefined for fewer than thirty of them, so that a
 * few acronyms do not count as shouting.
 */
export const capitalsPercent = (text: string): number | undefined => {
  let cased = 0
  let capitals = 0
  for (const character of text) {
    const isCapital = character !== character.toLowerCase()
    if (isCapital) capitals++
    if (isCapital || character !== character.toUpperCase()) cased++
  }
  return cased < casedLettersMin ? undefined : Math.floor(capitals * 100 / cased)
}
