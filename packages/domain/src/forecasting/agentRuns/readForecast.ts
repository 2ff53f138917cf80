import { type Either, Schema } from "effect"
import type { PredictionRequest } from "../predictions/PredictionRequest.ts"
import { readModelAnswer } from "../../platform/inference/ModelAnswer.ts"
import { ModelPercent } from "../../platform/inference/ModelNumber.ts"
import { optional } from "../../kernel/optional.ts"

const verdicts: Readonly<Record<string, boolean>> = { true: true, yes: true, false: false, no: false }

/** Yes or no as models write it. */
const Verdict = Schema.Union(
  Schema.Boolean,
  Schema.transform(
    Schema.Trim.pipe(Schema.compose(Schema.Lowercase), Schema.compose(Schema.Literal("true", "yes", "false", "no"))),
    Schema.Boolean,
    { strict: true, decode: (word) => verdicts[word]!, encode: (is) => is ? "yes" : "no" }
  )
)

/** The answer of a model. Unknown keys are ignored; the gates judge the values. */
const Forecast = Schema.Struct({
  prediction: optional(Schema.NullOr(Verdict)),
  confidence: ModelPercent,
  selected_option: optional(Schema.NullOr(Schema.String)),
  reasoning: Schema.String
})

const decode = Schema.decodeUnknownOption(Forecast)

const otherShape =
  "The JSON object must have prediction or selected_option, a number confidence and a string reasoning."

/**
 * Reads the forecast in a model's answer (`readModelAnswer`). Left says what is wrong, for the model.
 *
 * @example readForecast("I would say yes.")._tag // "Left"
 */
export const readForecast = (answer: string): Either.Either<PredictionRequest, string> =>
  readModelAnswer(answer, decode, otherShape)
