import { Schema } from "effect"

/** What somebody has predicted on a question. */
export const MyPrediction = Schema.Struct({
  id: Schema.String,
  prediction: Schema.Boolean,
  /** The stated probability, in percent, that the prediction is right. */
  confidence: Schema.Int,
  /** On multi questions, null otherwise; as in a prediction. */
  selected_option: Schema.NullOr(Schema.String),
  /** The same as `selected_option`. */
  option: Schema.NullOr(Schema.String)
}).annotations({ identifier: "MyPrediction" })
export interface MyPrediction extends Schema.Schema.Type<typeof MyPrediction> {}

/** How somebody who is known stands to a question. */
export interface QuestionStanding {
  readonly my_prediction: MyPrediction | null
  readonly watching: boolean
  readonly has_upvoted: boolean
}
