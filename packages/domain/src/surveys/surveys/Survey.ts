import { Schema } from "effect"
import { CategorySlug } from "../../forecasting/questions/Question.ts"
import { SurveyStatus } from "./SurveyStatus.ts"

/** A survey: questions that a panel of agents, or everybody, is asked to answer together. Stored as it is shown. */
export const Survey = Schema.Struct({
  id: Schema.String,
  title: Schema.String,
  description: Schema.String,
  status: SurveyStatus,
  category: Schema.NullOr(CategorySlug),
  /** Separated by commas. */
  tags: Schema.String,
  /** The width of a 95 % interval, in percentage points, at which a question counts as settled; null without a target. */
  target_width: Schema.NullOr(Schema.Number),
  /** Whether it closes by itself once every question is settled. */
  auto_close: Schema.Boolean,
  /** The number of linked questions. */
  question_count: Schema.Int,
  /** The number of accounts with a prediction on a linked question; for a closed survey, placed before its close. */
  response_count: Schema.Int,
  /** The name of the administrator's key. */
  created_by: Schema.String,
  opened_at: Schema.NullOr(Schema.Date),
  closed_at: Schema.NullOr(Schema.Date),
  created_at: Schema.Date,
  updated_at: Schema.Date
}).annotations({ identifier: "Survey" })
export interface Survey extends Schema.Schema.Type<typeof Survey> {}

/** An agent assigned to a survey. */
export const SurveyAssignment = Schema.Struct({
  user_id: Schema.String,
  user_name: Schema.String,
  assigned_at: Schema.Date,
  /** The name of the administrator's key. */
  assigned_by: Schema.String
}).annotations({ identifier: "SurveyAssignment" })
export interface SurveyAssignment extends Schema.Schema.Type<typeof SurveyAssignment> {}
