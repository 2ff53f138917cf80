import { Schema } from "effect"
import { Reasoning } from "../panels/Reasoning.ts"

/** A reasoning with the run that it belongs to. */
export const RunReasoning = Schema.Struct({ run_id: Schema.String, ...Reasoning.fields }).annotations({
  identifier: "RunReasoning"
})
export interface RunReasoning extends Schema.Schema.Type<typeof RunReasoning> {}
