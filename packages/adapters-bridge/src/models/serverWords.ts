import { excerpt } from "@auspex/domain/kernel"
import { Option } from "effect"

/** The longest text of a server that is passed on, in characters. */
const wordsLengthMax = 500

/** The fields of a JSON object that nobody has checked. */
export type Fields = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The fields of a value; empty for a value that is not an object. */
export const fieldsOf = (value: unknown): Fields => isObject(value) ? value : {}

/** The elements of a list; a value that is not a list has none. */
export const elementsOf = (value: unknown): ReadonlyArray<unknown> => Array.isArray(value) ? value : []

/** The value of a JSON text, if it is one. */
export const parseJson = Option.liftThrowable((json: string): unknown => JSON.parse(json))

/** The first of these fields that has a text. */
const firstText = (fields: Fields, names: ReadonlyArray<string>): string | undefined => {
  for (const name of names) {
    const text = fields[name]
    if (typeof text === "string" && text.trim() !== "") return text
  }
  return undefined
}

/** The field names under which servers describe errors. */
const sentences = ["message", "detail", "msg", "error_description", "description"]

/** The message of an error as servers of all protocols state it; undefined for an answer that states none. */
export const errorIn = (answer: unknown): string | undefined => {
  const fields = fieldsOf(answer)
  const { error, errors } = fields
  if (typeof error === "string" && error !== "") return error
  // Some servers send one that says nothing with every answer.
  if (isObject(error) && Object.values(error).some((value) => value !== "" && Boolean(value))) {
    return firstText(error, sentences) ?? errorIn(error) ?? JSON.stringify(error)
  }
  const [first] = elementsOf(errors)
  if (first !== undefined) {
    return typeof first === "string" ? first : firstText(fieldsOf(first), sentences) ?? JSON.stringify(first)
  }
  const isError = fields["object"] === "error" || fields["type"] === "error" || error === true
  return isError ? firstText(fields, sentences) ?? JSON.stringify(answer) : undefined
}

/**
 * The server's own words in a text that is not an answer: the sentence in a JSON object, else the text.
 *
 * @example serverWords("{\"detail\": \"Model not loaded\"}") // "Model not loaded"
 */
export const serverWords = (text: string): string => {
  const answer = Option.getOrUndefined(parseJson(text))
  const [first = answer] = elementsOf(answer)
  return excerpt(errorIn(first) ?? firstText(fieldsOf(first), sentences) ?? text, wordsLengthMax)
}
