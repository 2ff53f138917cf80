import { Either, Option, Schema } from "effect"
import type { PredictionRequest } from "../predictions/PredictionRequest.ts"
import { optional } from "../kernel/optional.ts"

/** How many characters of an answer are read. */
const answerLengthMax = 100_000

/** The answer of a model. Unknown keys are ignored; the gates judge the values. */
const Forecast = Schema.Struct({
  prediction: optional(Schema.NullOr(Schema.Boolean)),
  confidence: Schema.Number,
  selected_option: optional(Schema.NullOr(Schema.String)),
  reasoning: Schema.String
})

const decode = Schema.decodeUnknownEither(Forecast)

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

/** How many beginnings of an object are tried, so that an answer full of braces costs little. */
const beginningsMax = 20

/**
 * Reads the forecast in a model's answer: the first JSON object in it that has the right shape, whatever stands around
 * it, such as a code fence or the thoughts of the model. Left says what is wrong, for the model.
 *
 * @example readForecast("I would say yes.")._tag // "Left"
 */
export const readForecast = (answer: string): Either.Either<PredictionRequest, string> => {
  const text = answer.slice(0, answerLengthMax)
  let flaw = "There is no complete JSON object in the answer."
  let from = text.indexOf("{")
  for (let tries = 0; from >= 0 && tries < beginningsMax; tries++) {
    const end = objectEnd(text, from)
    const json = end < 0 ? Option.none() : parse(escapeBreaks(text.slice(from, end)))
    const decoded = Option.map(json, decode)
    if (Option.isSome(decoded)) {
      if (Either.isRight(decoded.value)) return Either.right(decoded.value.right)
      flaw = "The JSON object must have prediction or selected_option, a number confidence and a text reasoning."
    }
    from = text.indexOf("{", Option.isSome(json) ? end : from + 1)
  }
  return Either.left(flaw)
}
