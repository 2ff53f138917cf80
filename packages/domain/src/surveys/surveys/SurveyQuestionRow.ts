import { Schema } from "effect"
import { Interval } from "../../kernel/Interval.ts"
import { optional } from "../../kernel/optional.ts"
import { yesPercentFields } from "../../kernel/YesPercent.ts"

/** A percentage, 0-100 with two decimals; intervals of percentages are alike. */
export const Percent = Schema.Number

/**
 * The measured side of a question: yes or, on a `multi` question, the option with the most answers; in a tie, the first
 * in the order of the question.
 */
export const measuredFields = {
  question_id: Schema.String,
  question: Schema.String,
  /** The share of the measured side. */
  ...yesPercentFields,
  /** The 95 % interval of `yes_percent`: Wilson, on the effective number of agents. */
  interval: Interval,
  /** For `multi` questions with answers: the measured option. */
  leading_option: optional(Schema.String),
  /** All tied options in the order of the question; only when several options have the most answers. */
  tied_options: optional(Schema.Array(Schema.String)),
  /** The lead of the first side over the second, in percentage points: 0-100. */
  lead_percent: Percent,
  /** The mean stated confidence: 50-99, and 0 without answers. */
  avg_confidence: Schema.Number,
  prediction_count: Schema.Int
}

/** A row of the analytics. */
export const SurveyQuestionRow = Schema.Struct(measuredFields).annotations({ identifier: "SurveyQuestionRow" })
export interface SurveyQuestionRow extends Schema.Schema.Type<typeof SurveyQuestionRow> {}
