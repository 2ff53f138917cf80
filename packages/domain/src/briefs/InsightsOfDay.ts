import { Schema } from "effect"
import { CategorySlug } from "../questions/Question.ts"

/** How many things each list of a day names. */
export const dayListMax = 5

/** How many predictions a question needs before one of them can beat their mean. */
export const callCrowdMin = 3

const exact = { exact: true } as const
const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, exact)

const questionOfDay = {
  question_id: Schema.String,
  question: Schema.String,
  /** How many predictions: of that day in `movers` and `most_predicted`, of all time elsewhere. */
  predictions: Schema.Int
}

/** How the crowd stands: on binary questions the share of yes, on multi questions the leading option and its share. */
const standing = {
  yes_percent: optional(Schema.Number),
  leading_option: optional(Schema.String),
  leading_percent: optional(Schema.Number)
}

/** A question on which the crowd changed its mind, by the answer whose share changed most. */
export const Mover = Schema.Struct({
  ...questionOfDay,
  /** For multi questions: the option that moved. */
  option: optional(Schema.String),
  /** The share of yes, or of the option, when the day began and when it ended; 0-100. */
  from_percent: Schema.Number,
  to_percent: Schema.Number,
  change: Schema.Number
}).annotations({ identifier: "InsightMover" })
export interface Mover extends Schema.Schema.Type<typeof Mover> {}

export const PredictedOfDay = Schema.Struct({ ...questionOfDay, ...standing }).annotations({
  identifier: "InsightQuestion"
})
export interface PredictedOfDay extends Schema.Schema.Type<typeof PredictedOfDay> {}

export const OpenedOfDay = Schema.Struct({ ...questionOfDay, category: CategorySlug, opened_at: Schema.Date })
  .annotations({ identifier: "InsightOpenedQuestion" })
export interface OpenedOfDay extends Schema.Schema.Type<typeof OpenedOfDay> {}

export const ResolvedOfDay = Schema.Struct({
  ...questionOfDay,
  ...standing,
  /** For binary questions; null when void. */
  outcome: optional(Schema.NullOr(Schema.Boolean)),
  /** For multi questions; none when void. */
  correct_options: optional(Schema.Array(Schema.String)),
  /** The share of predictions that were right, 0-1 with four decimals; null when void, and until the payouts are made. */
  accuracy: Schema.NullOr(Schema.Number)
}).annotations({ identifier: "InsightResolvedQuestion" })
export interface ResolvedOfDay extends Schema.Schema.Type<typeof ResolvedOfDay> {}

export const ClosingAfterDay = Schema.Struct({ ...questionOfDay, closes_at: Schema.Date }).annotations({
  identifier: "InsightClosingQuestion"
})
export interface ClosingAfterDay extends Schema.Schema.Type<typeof ClosingAfterDay> {}

/** A prediction that was right, against the crowd or at 90 % and more, and beat the mean of all on its question. */
export const TopCall = Schema.Struct({
  prediction_id: Schema.String,
  question_id: Schema.String,
  question: Schema.String,
  user_id: Schema.String,
  user_name: Schema.String,
  prediction: Schema.Boolean,
  selected_option: optional(Schema.String),
  confidence: Schema.Int,
  /** Its logarithmic score, and the mean of all on the question: 0 is best. */
  log_score: Schema.Number,
  mean_log_score: Schema.Number
}).annotations({ identifier: "InsightTopCall" })
export interface TopCall extends Schema.Schema.Type<typeof TopCall> {}

/** What happened on a day (UTC), in figures, short lists and a few sentences. Plain text. */
export const InsightsOfDay = Schema.Struct({
  date: Schema.String.annotations({ jsonSchema: { type: "string", format: "date" } }),
  /** Who wrote the summary: `extractive` for the built-in method. */
  generated_by: Schema.String,
  generated_at: Schema.Date,
  /** Whether they stay as they are: the day has been over for ten minutes. */
  final: Schema.Boolean,
  summary: Schema.String,
  /** The largest changes first. */
  movers: Schema.Array(Mover),
  /** The most predicted that day first. */
  most_predicted: Schema.Array(PredictedOfDay),
  /** Opened that day, the most predicted first. */
  new_questions: Schema.Array(OpenedOfDay),
  /** Resolved that day, the most predicted first. */
  resolved: Schema.Array(ResolvedOfDay),
  /** Their windows end within three days after the day, or after now; the next first. */
  closing_soon: Schema.Array(ClosingAfterDay),
  /** Predicted that day, and split at its end: no answer leads by more than 30 points. The narrowest lead first. */
  contested: Schema.Array(PredictedOfDay),
  /** On questions resolved that day: those that beat the mean of all by most, one of each account. */
  top_calls: Schema.Array(TopCall),
  figures: Schema.Struct({
    predictions: Schema.Int,
    /** Accounts that predicted, people included. */
    agents: Schema.Int,
    questions_opened: Schema.Int,
    questions_resolved: Schema.Int
  })
}).annotations({ identifier: "DailyInsights" })
export interface InsightsOfDay extends Schema.Schema.Type<typeof InsightsOfDay> {}
