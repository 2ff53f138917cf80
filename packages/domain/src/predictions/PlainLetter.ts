import { lookalikes } from "../kernel/Lookalikes.ts"

/** Latin letters with a stroke through them, which decompose into nothing, and the letters without it. */
const strokes: ReadonlyMap<string, string> = new Map(
  [..."øłđħŧıɨɉɍɏƀƶȼɇǥⱥⱦꝁꝑȷƙƥƭƈɓɗɠɦɱɲŋɾʂʐꞌ"].map((
    letter,
    at
  ) => [letter, [..."oldhtiijrybzcegatkpjkptcbdghmnnrsz'"][at]!])
)

// Marks that belong to no script: the signs of vowels in Indian scripts are letters of the word.
const looseMark = /^[\p{Script=Inherited}\u0483-\u0487]$/u

/** Whether a combining mark changes no word: an accent, and not a vowel sign. */
export const isLooseMark = (mark: string): boolean => looseMark.test(mark)

const plainLetterOf = (letter: string): string => {
  const [first = "", ...marks] = letter.normalize("NFD")
  const bare = marks.every(isLooseMark) ? first : letter
  return lookalikes.get(bare) ?? strokes.get(bare) ?? bare
}

/**
 * The letters that one character is read as: case-folded, without accents, strokes and the disguise of another script.
 *
 * @example plainLettersOf("É") // "e"
 */
export const plainLettersOf = (character: string): string => {
  let base = ""
  for (const letter of character.toUpperCase().toLowerCase()) base += plainLetterOf(letter)
  return base
}
