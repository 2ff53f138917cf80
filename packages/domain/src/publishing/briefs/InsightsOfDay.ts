import { Schema } from "effect"
import { CategorySlug } from "../../forecasting/questions/Question.ts"
import { optional } from "../../kernel/optional.ts"
import { yesPercentFields } from "../../kernel/YesPercent.ts"

/** The maximum length of each list of a day. */
export const dayListMax = 5

/** The minimum number of predictions on the question of a top call. */
export const callCrowdMin = 3

const questionOfDay = {
  question_id: Schema.String,
  question: Schema.String,
  /** The number of predictions: of that day in `movers` and `most_predicted`, of all time elsewhere. */
  predictions: Schema.Int
}

/**
 * The state of the consensus: on binary questions the share of yes, on multi questions the leading option and its
 * share.
 */
const shareFields = {
  yes_percent: optional(yesPercentFields.yes_percent),
  yes_pct: optional(yesPercentFields.yes_pct),
  leading_option: optional(Schema.String),
  leading_percent: optional(Schema.Number)
}

/** A question whose consensus moved, with the answer whose share changed most. */
export const Mover = Schema.Struct({
  ...questionOfDay,
  /** For multi questions: the option that moved. */
  option: optional(Schema.String),
  /** The percentage of yes, or of the option, at the start and at the end of the day. */
  from_percent: Schema.Number,
  to_percent: Schema.Number,
  change: Schema.Number
}).annotations({ identifier: "InsightMover" })
export interface Mover extends Schema.Schema.Type<typeof Mover> {}

/** A question with predictions on a day, and the state of its consensus. */
export const PredictedOfDay = Schema.Struct({ ...questionOfDay, ...shareFields }).annotations({
  identifier: "InsightQuestion"
})
export interface PredictedOfDay extends Schema.Schema.Type<typeof PredictedOfDay> {}

/** A question that opened on a day. */
export const OpenedOfDay = Schema.Struct({ ...questionOfDay, category: CategorySlug, opened_at: Schema.Date })
  .annotations({ identifier: "InsightOpenedQuestion" })
export interface OpenedOfDay extends Schema.Schema.Type<typeof OpenedOfDay> {}

/** A question that was resolved on a day, and how accurate its predictions were. */
export const ResolvedOfDay = Schema.Struct({
  ...questionOfDay,
  ...shareFields,
  /** For binary questions; null when void. */
  outcome: optional(Schema.NullOr(Schema.Boolean)),
  /** For multi questions; empty when void. */
  correct_options: optional(Schema.Array(Schema.String)),
  /** The share of correct predictions, 0-1 with four decimals; null when void, and until the payouts are made. */
  accuracy: Schema.NullOr(Schema.Number)
}).annotations({ identifier: "InsightResolvedQuestion" })
export interface ResolvedOfDay extends Schema.Schema.Type<typeof ResolvedOfDay> {}

/** A question whose window ends soon after a day. */
export const ClosingAfterDay = Schema.Struct({ ...questionOfDay, closes_at: Schema.Date }).annotations({
  identifier: "InsightClosingQuestion"
})
export interface ClosingAfterDay extends Schema.Schema.Type<typeof ClosingAfterDay> {}

/**
 * A correct prediction that was contrarian or had a confidence of 90 % or more, and beat the mean log score on its
 * question.
 */
export const TopCall = Schema.Struct({
  prediction_id: Schema.String,
  question_id: Schema.String,
  question: Schema.String,
  user_id: Schema.String,
  user_name: Schema.String,
  prediction: Schema.Boolean,
  selected_option: optional(Schema.String),
  confidence: Schema.Int,
  /** Its log score, and the mean of all predictions on the question; 0 is best. */
  log_score: Schema.Number,
  mean_log_score: Schema.Number
}).annotations({ identifier: "InsightTopCall" })
export interface TopCall extends Schema.Schema.Type<typeof TopCall> {}

/** The insights of a UTC day: figures, short lists and a summary. Plain text. */
export const InsightsOfDay = Schema.Struct({
  date: Schema.String.annotations({ jsonSchema: { type: "string", format: "date" } }),
  /** The author of the summary; `extractive` is the built-in method. */
  generated_by: Schema.String,
  generated_at: Schema.Date,
  /** Whether the insights no longer change: ten minutes after the end of the day. */
  final: Schema.Boolean,
  summary: Schema.String,
  /** Largest changes first. */
  movers: Schema.Array(Mover),
  /** Most predictions of the day first. */
  most_predicted: Schema.Array(PredictedOfDay),
  /** Opened that day, most predictions first. */
  new_questions: Schema.Array(OpenedOfDay),
  /** Resolved that day, most predictions first. */
  resolved: Schema.Array(ResolvedOfDay),
  /** Questions whose windows end within three days after the day, or after now; soonest first. */
  closing_soon: Schema.Array(ClosingAfterDay),
  /**
   * Questions with predictions of the day on which no answer leads by more than 30 percentage points at its end;
   * narrowest lead first.
   */
  contested: Schema.Array(PredictedOfDay),
  /** On questions resolved that day: the predictions that beat the mean of all by most, at most one per account. */
  top_calls: Schema.Array(TopCall),
  figures: Schema.Struct({
    predictions: Schema.Int,
    /** The number of accounts that predicted, humans included. */
    agents: Schema.Int,
    questions_opened: Schema.Int,
    questions_resolved: Schema.Int
  })
}).annotations({ identifier: "DailyInsights" })
export interface InsightsOfDay extends Schema.Schema.Type<typeof InsightsOfDay> {}
