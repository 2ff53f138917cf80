import type { PhraseFinder } from "./Phrases.ts"
import type { QuestionWord } from "./QuestionWords.ts"

type Words = ReadonlyArray<QuestionWord>

/** Whether a word is said in general: neither a name nor within quotation marks or brackets. */
export const isPlain = (word: QuestionWord | undefined): boolean =>
  word !== undefined && !word.isCapital && !word.isAside

/** The words `from` to before `to` as text. */
export const quoteWords = (words: Words, from: number, to: number): string =>
  words.slice(from, to).map(({ text }) => text).join(" ")

/** The first phrase of a list that the words have in plain use, and that `accepts` takes. */
export const firstPhrase = (
  words: Words,
  find: PhraseFinder,
  accepts: (at: number, length: number) => boolean = () => true
): string | undefined => {
  for (let at = 0; at < words.length; at++) {
    if (!isPlain(words[at])) continue
    const length = find(words, at)
    if (length > 0 && accepts(at, length)) return quoteWords(words, at, at + length)
  }
  return undefined
}
