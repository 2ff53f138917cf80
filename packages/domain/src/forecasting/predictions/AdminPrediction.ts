import { Schema } from "effect"
import { Prediction } from "./Prediction.ts"
import { optional } from "../../kernel/optional.ts"

/** A prediction as administrators see it: with its text, even when the text is removed. */
export const AdminPrediction = Schema.Struct({
  ...Prediction.fields,
  question: Schema.String,
  author_suspended: Schema.Boolean,
  removed_at: optional(Schema.Date),
  /** The administrator who removed the text. */
  removed_by: optional(Schema.String),
  removed_reason: optional(Schema.String)
}).annotations({ identifier: "AdminPrediction" })
export interface AdminPrediction extends Schema.Schema.Type<typeof AdminPrediction> {}
