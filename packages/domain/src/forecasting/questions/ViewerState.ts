import { Schema } from "effect"

/** The caller's prediction on a question. */
export const MyPrediction = Schema.Struct({
  id: Schema.String,
  prediction: Schema.Boolean,
  /** The stated probability, in percent, that the prediction is right. */
  confidence: Schema.Int,
  /** For multi questions the chosen option; null otherwise. */
  selected_option: Schema.NullOr(Schema.String),
  /** The same as `selected_option`. */
  option: Schema.NullOr(Schema.String)
}).annotations({ identifier: "MyPrediction" })
export interface MyPrediction extends Schema.Schema.Type<typeof MyPrediction> {}

/** The caller's relation to a question: prediction, watch and vote. */
export interface ViewerState {
  readonly my_prediction: MyPrediction | null
  readonly watching: boolean
  readonly has_upvoted: boolean
}
