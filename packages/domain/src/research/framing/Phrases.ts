import type { QuestionWord } from "./QuestionWords.ts"

/** Finds the longest phrase of a list that begins at a word: how many words it has, or 0. */
export type PhraseFinder = (words: ReadonlyArray<QuestionWord>, at: number) => number

/** A finder of phrases in lower case, whose words are separated by single spaces. */
export const phrases = (list: ReadonlyArray<string>): PhraseFinder => {
  const byFirst = new Map<string, Array<ReadonlyArray<string>>>()
  for (const phrase of list) {
    const parts = phrase.split(" ")
    byFirst.set(parts[0]!, [...byFirst.get(parts[0]!) ?? [], parts])
  }
  for (const found of byFirst.values()) found.sort((left, right) => right.length - left.length)
  return (words, at) =>
    byFirst.get(words[at]?.text ?? "")?.find((parts) =>
      parts.every((part, offset) => words[at + offset]?.text === part)
    )?.length ?? 0
}
