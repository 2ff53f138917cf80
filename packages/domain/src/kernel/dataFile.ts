import { Either, ParseResult, Schema } from "effect"

/** A data file with the schema of its contents. */
interface DataFile {
  readonly file: string
  readonly schema: Schema.Schema.AnyNoContext
  readonly contents: unknown
}

const dataFiles: Array<DataFile> = []

/**
 * The contents of an imported data file, typed by their schema. They are not decoded here, because that would cost every
 * start about 40 ms: the build and a test check every data file with `wrongDataFiles`, as the compiler checks literals.
 *
 * @param file The name of the file without its folder. It is unique in the repository.
 */
export const dataFile = <A>(file: string, schema: Schema.Schema<A>, contents: unknown): A => {
  dataFiles.push({ file, schema, contents })
  return contents as A
}

/** The names of all data files of the modules that are loaded. */
export const dataFileNames = (): ReadonlyArray<string> => dataFiles.map(({ file }) => file)

/** The mistakes at one place as one sentence; a choice has a mistake for each of its members. */
const oneSentence = (messages: ReadonlyArray<string>): string => {
  if (messages.some((message) => message.startsWith("is unexpected"))) return "The schema has no such field."
  const parts = messages.map((message) => message.split(", actual "))
  const isChoice = parts.length > 1 &&
    parts.every(([expected, actual]) => expected!.startsWith("Expected ") && actual !== undefined)
  return isChoice
    ? `${parts.map(([expected]) => expected).join(" or ").replaceAll(" or Expected ", " or ")}, actual ${parts[0]![1]}`
    : messages.join("; ")
}

/**
 * What is wrong with the contents of a data file, a line for each place; undefined when nothing is. A field that the
 * schema does not know is wrong, too, so that a misspelt optional field is noticed.
 */
export const wrongDataFile = ({ contents, file, schema }: DataFile): string | undefined => {
  const checked = Schema.decodeUnknownEither(schema, { errors: "all", onExcessProperty: "error" })(contents)
  if (Either.isRight(checked)) return undefined
  const messages = new Map<string, Array<string>>()
  for (const { message, path } of ParseResult.ArrayFormatter.formatErrorSync(checked.left)) {
    const place = [file, path.join(".")].filter((part) => part !== "").join(", ")
    messages.set(place, [...messages.get(place) ?? [], message])
  }
  return [...messages].map(([place, found]) => `${place}: ${oneSentence(found)}`).join("\n")
}

/** What is wrong with the data files of the modules that are loaded. */
export const wrongDataFiles = (): ReadonlyArray<string> => dataFiles.flatMap((file) => wrongDataFile(file) ?? [])
