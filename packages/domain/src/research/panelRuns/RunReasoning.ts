import { Schema } from "effect"
import { PanelReasoning } from "../panels/PanelReasoning.ts"

/** A reasoning with the run that it belongs to. */
export const RunReasoning = Schema.Struct({ run_id: Schema.String, ...PanelReasoning.fields }).annotations({
  identifier: "RunReasoning"
})
export interface RunReasoning extends Schema.Schema.Type<typeof RunReasoning> {}
