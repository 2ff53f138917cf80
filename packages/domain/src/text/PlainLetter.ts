import { lookalikes } from "./Lookalikes.ts"
import { foldCase } from "./CaseFold.ts"

/** Maps Latin letters with a stroke or hook, which have no decomposition, to their plain letters. */
const strokes: ReadonlyMap<string, string> = new Map(
  [..."øłđħŧıɨɉɍɏƀƶȼɇǥⱥⱦꝁꝑȷƙƥƭƈɓɗɠɦɱɲŋɾʂʐꞌ"].map((
    letter,
    at
  ) => [letter, [..."oldhtiijrybzcegatkpjkptcbdghmnnrsz'"][at]!])
)

// Marks that belong to no script. The vowel signs of Indic scripts do belong to one and are part of the word.
const looseMark = /^[\p{Script=Inherited}\u0483-\u0487]$/u

/** Whether a combining mark is an accent that can be dropped, and not a vowel sign. */
export const isLooseMark = (mark: string): boolean => looseMark.test(mark)

const plainLetterOf = (letter: string): string => {
  const [first = "", ...marks] = letter.normalize("NFD")
  const bare = marks.every(isLooseMark) ? first : letter
  return lookalikes.get(bare) ?? strokes.get(bare) ?? bare
}

/**
 * The plain letters of one character: case-folded, without accents and strokes, look-alikes mapped to Latin letters.
 *
 * @example plainLettersOf("É") // "e"
 */
export const plainLettersOf = (character: string): string => {
  let base = ""
  for (const letter of foldCase(character)) base += plainLetterOf(letter)
  return base
}
