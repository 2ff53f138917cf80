/** How many words or numbers of the expected text a reading has, lacks, and adds. */
export interface Comparison {
  readonly kept: number
  readonly lost: ReadonlyArray<string>
  readonly invented: ReadonlyArray<string>
}

const compared = (expected: ReadonlyArray<string>, found: ReadonlyArray<string>): Comparison => {
  const left = new Map<string, number>()
  for (const item of expected) left.set(item, (left.get(item) ?? 0) + 1)
  const invented: Array<string> = []
  let kept = 0
  for (const item of found) {
    const count = left.get(item) ?? 0
    if (count > 0) {
      left.set(item, count - 1)
      kept++
    } else invented.push(item)
  }
  return { kept, lost: [...left].flatMap(([item, count]) => Array<string>(count).fill(item)), invented }
}

/** Numbers with their exponents; a number in brackets is the mark of a note and differs from one without. */
const numbersOf = (text: string): ReadonlyArray<string> =>
  text.match(/\[\d[\d,; –-]*\]|[⁻⁺]?[\d⁰¹²³⁴-⁹]+(?:[.,/][\d⁰¹²³⁴-⁹]+)*(?:⁻[⁰¹²³⁴-⁹]+)?/gu) ?? []
const wordsOf = (text: string): ReadonlyArray<string> => text.match(/\p{L}[\p{L}\p{M}'’-]*/gu) ?? []

/** Compares a reading with the text that a careful reader wrote, as multisets. */
export const compareTexts = (expected: string, found: string) => ({
  words: compared(wordsOf(expected), wordsOf(found)),
  numbers: compared(numbersOf(expected), numbersOf(found))
})
