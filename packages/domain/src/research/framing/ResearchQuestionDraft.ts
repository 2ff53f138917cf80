import { Schema } from "effect"
import { KindOptions } from "./KindOptions.ts"
import { ResearchQuestionKind } from "./ResearchQuestionKind.ts"

const text = Schema.optional(Schema.NullOr(Schema.String))

/**
 * A research question as its author wrote it, before it is judged. A question of a survey that is only a text has no
 * kind. The signal and the date are any text, so that the framing rules can report every invalid field at once.
 */
export const ResearchQuestionDraft = Schema.Struct({
  text: Schema.String,
  kind: Schema.optional(Schema.NullOr(ResearchQuestionKind)),
  kind_options: Schema.optional(Schema.NullOr(KindOptions)),
  resolution_signal: text,
  /** `YYYY-MM-DD`. */
  resolution_date: text,
  resolution_threshold: text
}).annotations({ identifier: "ResearchQuestionDraft" })
export interface ResearchQuestionDraft extends Schema.Schema.Type<typeof ResearchQuestionDraft> {}
