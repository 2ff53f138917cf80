/** The maximum length of an excerpt in code points, the ellipsis included. */
const excerptLengthMax = 280

/** Matches words; of a word longer than an excerpt, only the beginning. */
const wordsUpTo = (lengthMax: number): RegExp => new RegExp(`\\S{1,${lengthMax + 1}}`, "gu")
const usualWords = wordsUpTo(excerptLengthMax)

const surrogates = /[\uD800-\uDBFF][\uDC00-\uDFFF]/g
/** Length in code points. */
const lengthOf = (word: string): number => word.length - (word.match(surrogates)?.length ?? 0)

/**
 * The beginning of a text as one line of at most 280 code points: runs of whitespace become one space, the cut falls at
 * the end of a word, and an ellipsis marks it. A single word longer than that is cut inside. Reads no more of a long
 * text than necessary and never splits a surrogate pair.
 *
 * @example excerpt("one two three", 9) // "one two…"
 */
export const excerpt = (text: string, lengthMax: number = excerptLengthMax): string => {
  const words = lengthMax === excerptLengthMax ? usualWords : wordsUpTo(lengthMax)
  words.lastIndex = 0
  // `joined` holds all words so far, `roomy` as many of them as leave room for the ellipsis.
  let joined = ""
  let length = 0
  let roomy = ""
  for (let match = words.exec(text); match !== null; match = words.exec(text)) {
    const [word] = match
    const wordLength = lengthOf(word)
    const next = length === 0 ? wordLength : length + 1 + wordLength
    if (next > lengthMax) {
      const cut = roomy === "" ? Array.from(joined === "" ? word : joined).slice(0, lengthMax - 1).join("") : roomy
      return `${cut}…`
    }
    joined = length === 0 ? word : `${joined} ${word}`
    length = next
    if (length < lengthMax) roomy = joined
  }
  return joined
}
