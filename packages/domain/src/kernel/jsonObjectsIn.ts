import { Option } from "effect"

/** The end of the JSON object that begins at `from`: just behind its closing brace; -1 if it is not closed. */
const objectEnd = (text: string, from: number): number => {
  let depth = 0
  let isInText = false
  for (let at = from; at < text.length; at++) {
    const character = text[at]
    if (isInText) {
      if (character === "\\") at++
      else if (character === "\"") isInText = false
    } else if (character === "\"") isInText = true
    else if (character === "{") depth++
    else if (character === "}" && --depth === 0) return at + 1
  }
  return -1
}

/** Line breaks within texts, which JSON forbids and models write all the same. */
const escapeBreaks = (json: string): string =>
  json.replace(/"(?:[^"\\]|\\[^])*"/g, (text) => text.replace(/\r?\n/g, "\\n").replaceAll("\t", "\\t"))

const parse = Option.liftThrowable((json: string): unknown => JSON.parse(json))

/** How many beginnings of an object are tried, so that a text full of braces costs little. */
const beginningsMax = 20

/**
 * The JSON objects in a text that a model wrote, in their order, whatever stands around them, such as a code fence or
 * the thoughts of the model. Of an object that is not closed or no JSON, the complete objects within it are found.
 *
 * @example [...jsonObjectsIn("Sure:\n```json\n{\"a\": 1}\n```\nor {b} or {\"c\": {}}")] // [{ a: 1 }, { c: {} }]
 */
export function* jsonObjectsIn(text: string): Generator<unknown, void> {
  let from = text.indexOf("{")
  for (let tries = 0; from >= 0 && tries < beginningsMax; tries++) {
    const end = objectEnd(text, from)
    const json = end < 0 ? Option.none() : parse(escapeBreaks(text.slice(from, end)))
    if (Option.isSome(json)) yield json.value
    from = text.indexOf("{", Option.isSome(json) ? end : from + 1)
  }
}
