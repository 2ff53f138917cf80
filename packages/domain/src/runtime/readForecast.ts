import { Either, Schema } from "effect"
import type { PredictionRequest } from "../predictions/PredictionRequest.ts"
import { jsonObjectsIn } from "../kernel/jsonObjectsIn.ts"
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

/**
 * Reads the forecast in a model's answer: the first JSON object in it that has the right shape, whatever stands around
 * it, such as a code fence or the thoughts of the model. Left says what is wrong, for the model.
 *
 * @example readForecast("I would say yes.")._tag // "Left"
 */
export const readForecast = (answer: string): Either.Either<PredictionRequest, string> => {
  let flaw = "There is no complete JSON object in the answer."
  for (const object of jsonObjectsIn(answer.slice(0, answerLengthMax))) {
    const decoded = decode(object)
    if (Either.isRight(decoded)) return Either.right(decoded.right)
    flaw = "The JSON object must have prediction or selected_option, a number confidence and a text reasoning."
  }
  return Either.left(flaw)
}
