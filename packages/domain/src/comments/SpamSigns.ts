/** How often the word that is said most often in a row is said in a row. */
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

/** How often a phrase of two to eight words (not all the same) follows itself, at most: 1 when none does. */
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
 * How much of a text has been said before in it: the share, in percent rounded down, of its runs of three words that
 * stood earlier. Undefined under twelve words.
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

// Digits are numbers, and these signs draw lines and tables.
const runExempt = /[\s\p{N}\-=_*#.~·•—–|+<>/\\`]/u

/**
 * The longest run of one character, in any case. Digits, spaces and the signs that draw lines do not count.
 *
 * @example characterRun("Nooo, 10000 times!!") // 3
 */
export const characterRun = (text: string): number => {
  let longest = 0
  let run = 0
  let last = ""
  for (const character of text.toUpperCase().toLowerCase()) {
    run = character === last ? run + 1 : 1
    last = character
    if (run > longest && !runExempt.test(character)) longest = run
  }
  return longest
}

/** The longest run of combining marks. */
export const markRun = (text: string): number => {
  let longest = 0
  let run = 0
  for (const character of text) {
    run = /\p{M}/u.test(character) && !/[\ufe00-\ufe0f]/.test(character) ? run + 1 : 0
    if (run > longest) longest = run
  }
  return longest
}

// Not the joiners and variation selectors, which scripts and emoji need, nor the marks of direction; nor where words of
// scripts without spaces end (U+200B), nor where a word that was copied from a page could be cut (U+00AD).
const hidden =
  /\u034f|[\u00ad\u115f\u1160\u180e\u200b\u202d\u202e\u2060-\u2064\u206a-\u206f\u3164\ufeff\uffa0]|[\u{e0000}-\u{e0fff}]/gu

const serving =
  /(?<=[\p{Script=Khmer}\p{Script=Thai}\p{Script=Lao}\p{Script=Myanmar}])\u200b(?=[\p{Script=Khmer}\p{Script=Thai}\p{Script=Lao}\p{Script=Myanmar}])|(?<=\p{Ll})\u00ad(?=\p{Ll})/gu

/** How many characters cannot be seen and serve no script, emoji or hyphenation. */
export const hiddenCharacters = (text: string): number => text.replace(serving, "").match(hidden)?.length ?? 0

const signsVisibleMin = 20

/**
 * The share, in percent rounded down, of signs among the characters that can be seen; letters, marks and digits are
 * none. Undefined under twenty of them.
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
 * The share of capitals, in percent rounded down, among letters that have a case. Undefined under thirty of them, so
 * that a few acronyms are no shouting.
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
