import { Schema } from "effect"
import { dataFile } from "./dataFile.ts"

/** A word or phrase in lower case, with single spaces. */
const Term = Schema.NonEmptyString.pipe(
  Schema.filter((text) =>
    text === text.trim().toLowerCase().replace(/\s+/g, " ") || "A word is in lower case, with single spaces."
  )
)

/** A list of different words or phrases. */
export const WordList = Schema.Array(Term).pipe(
  Schema.filter((words) => {
    const twice = words.findIndex((word, at) => words.indexOf(word) !== at)
    return twice === -1 || { path: [twice], message: `"${words[twice]}" is in the list twice.` }
  })
)

/** The word lists of an imported data file, by name. */
export const wordLists = <Name extends string>(
  file: string,
  contents: { readonly [List in Name]: ReadonlyArray<string> }
): { readonly [List in Name]: ReadonlyArray<string> } => {
  const names = Object.keys(contents) as Array<Name>
  return dataFile(file, Schema.Record({ key: Schema.Literal(...names), value: WordList }), contents)
}
