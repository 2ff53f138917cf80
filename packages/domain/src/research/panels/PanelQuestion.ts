import { Schema } from "effect"
import { KindOptions } from "../framing/KindOptions.ts"
import { ResearchQuestionKind } from "../framing/ResearchQuestionKind.ts"
import { ResolutionSignal } from "../framing/ResolutionSignal.ts"

/** A question as a panel reads it. A survey question that is only a text has no kind. */
export const PanelQuestion = Schema.Struct({
  id: Schema.String,
  text: Schema.String,
  kind: Schema.NullOr(ResearchQuestionKind),
  kind_options: Schema.NullOr(KindOptions),
  resolution_signal: Schema.NullOr(ResolutionSignal),
  /** `YYYY-MM-DD`. */
  resolution_date: Schema.NullOr(Schema.String),
  resolution_threshold: Schema.NullOr(Schema.String)
}).annotations({ identifier: "PanelQuestion" })
export interface PanelQuestion extends Schema.Schema.Type<typeof PanelQuestion> {}
