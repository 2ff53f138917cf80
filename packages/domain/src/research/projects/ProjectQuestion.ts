import { Schema } from "effect"
import { FramingRecord } from "../framing/frameQuestion.ts"
import { PanelQuestion } from "../panels/PanelQuestion.ts"

/** A question of a project, as it was accepted. */
export const ProjectQuestion = Schema.Struct({
  ...PanelQuestion.fields,
  project_id: Schema.String,
  created_at: Schema.Date,
  /** The judgement of the framing rules (CP1). */
  framing: FramingRecord
}).annotations({ identifier: "ProjectQuestion" })
export interface ProjectQuestion extends Schema.Schema.Type<typeof ProjectQuestion> {}
