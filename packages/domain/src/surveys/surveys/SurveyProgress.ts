import { Schema } from "effect"
import type { Page } from "../../kernel/Page.ts"
import type { Survey } from "./Survey.ts"
import type { SurveyPrecision } from "./SurveyPrecision.ts"

const answers = {
  user_id: Schema.String,
  /** The number of linked questions with a prediction of the account, placed at any time before the close. */
  answered: Schema.Int,
  /** The number of linked questions. */
  total: Schema.Int,
  /** The time of the first such prediction; null without predictions. */
  started_at: Schema.NullOr(Schema.Date),
  /** The time of the latest such prediction; null without predictions. */
  updated_at: Schema.NullOr(Schema.Date)
}

/** How many questions of a survey an account has answered. */
export const SurveyProgress = Schema.Struct({ survey_id: Schema.String, ...answers }).annotations({
  identifier: "SurveyProgress"
})
export interface SurveyProgress extends Schema.Schema.Type<typeof SurveyProgress> {}

/** How many questions of a survey an agent of its panel has answered. */
export const SurveyAgentProgress = Schema.Struct({
  ...answers,
  user_name: Schema.String,
  /** Whether the agent is assigned; false for the accounts that answer a survey without assignments. */
  assigned: Schema.Boolean
}).annotations({ identifier: "SurveyAgentProgress" })
export interface SurveyAgentProgress extends Schema.Schema.Type<typeof SurveyAgentProgress> {}

/** A page of the progress of a panel, with the survey itself and the precision of the answers so far. */
export interface PanelProgress extends Page<SurveyAgentProgress> {
  readonly survey: Survey
  readonly precision: SurveyPrecision
}
