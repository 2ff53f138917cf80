import { type PredictionField, predictionFields } from "@auspex/domain/predictions"
import { Schema } from "effect"

const isField = (name: string): name is PredictionField => (predictionFields as ReadonlyArray<string>).includes(name)
const parted = (text: string): ReadonlyArray<string> => text.split(",").map((name) => name.trim())

const FieldsParam = Schema.transform(
  Schema.String.pipe(Schema.maxLength(500), Schema.filter((text) => parted(text).every(isField))),
  Schema.Array(Schema.Literal(...predictionFields)),
  { strict: true, decode: (text) => parted(text) as ReadonlyArray<PredictionField>, encode: (names) => names.join(",") }
).annotations({
  message: () => `must be names of a prediction's fields with commas between them: ${predictionFields.join(", ")}`,
  jsonSchema: {
    type: "string",
    maxLength: 500,
    description:
      "The optional fields to return, such as the reasoning: names separated by commas. They are returned besides id, user_id, question_id, prediction, confidence, created_at, upvotes and downvotes, which are always present, as are the fields that the list itself adds (question, result). Without this parameter all fields are returned.",
    examples: ["user_name,model"]
  }
})

/** The parameter of prediction lists that selects fields, above all to omit the long reasoning. */
export const predictionFieldsParam = { fields: Schema.optionalWith(FieldsParam, { exact: true }) }
