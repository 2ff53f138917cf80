import { Schema } from "effect"
import { type ConsensusSummary as Summary, ConsensusSummary } from "./ConsensusSummary.ts"
import { Timeframe, windowState } from "./PredictionWindow.ts"
import type { QuestionRow } from "./QuestionRow.ts"
import { MyPrediction } from "./ViewerState.ts"
import { QuestionStatus } from "./QuestionStatus.ts"
import { QuestionType } from "./Resolution.ts"
import { categories } from "./Taxonomy.ts"
import { withoutNulls } from "../../kernel/withoutNulls.ts"
import { optional } from "../../kernel/optional.ts"

/** The slug of a category. */
export const CategorySlug = Schema.Literal(...categories)

/** The fields of a question but for its children. */
export const questionFields = {
  id: Schema.String,
  question: Schema.String,
  category: CategorySlug,
  subcategory: optional(Schema.String),
  tag: optional(Schema.String),
  timeframe: Timeframe,
  resolution_source: Schema.String,
  resolution_url: optional(Schema.String),
  resolution_date: Schema.String.annotations({ jsonSchema: { type: "string", format: "date" } }),
  status: QuestionStatus,
  /** Null for binary questions that are unresolved or void, and for multi questions. */
  outcome: Schema.NullOr(Schema.Boolean),
  question_type: QuestionType,
  options: optional(Schema.Array(Schema.String)),
  parent_question_id: optional(Schema.String),
  parent_trigger: optional(Schema.Boolean),
  correct_options: optional(Schema.Array(Schema.String)),
  resolution_note: optional(Schema.String),
  evidence_urls: optional(Schema.Array(Schema.String)),
  context: optional(Schema.String),
  created_at: Schema.Date,
  resolved_at: optional(Schema.Date),
  opens_at: optional(Schema.Date),
  /**
   * When the prediction window ends or has ended: at the earlier of the set `closes_at` and the freeze before the
   * resolution, or before that when the question was closed or its last survey closed.
   */
  closes_at: Schema.Date,
  /** For children: whether it is closed until its parent resolves. */
  waits_for_parent: optional(Schema.Boolean),
  weight: Schema.Number,
  upvotes: Schema.Int,
  yes_count: Schema.Int,
  no_count: Schema.Int,
  option_counts: optional(Schema.Record({ key: Schema.String, value: Schema.Int })),
  /** Whole seconds until the prediction window ends; 0 when it is not open. */
  time_remaining: Schema.Int,
  suggested_by: optional(Schema.String),
  submitter_name: optional(Schema.String),
  is_frozen: Schema.Boolean,
  prediction_window_open: Schema.Boolean,
  consensus_summary: ConsensusSummary,
  /** For authenticated accounts: the caller's prediction, or null. */
  my_prediction: optional(Schema.NullOr(MyPrediction)),
  /** For authenticated accounts: whether the caller watches the question. */
  watching: optional(Schema.Boolean),
  /** For authenticated accounts: whether the caller has voted for the question. */
  has_upvoted: optional(Schema.Boolean)
}

/** A question without its children. */
export interface QuestionAlone extends Schema.Schema.Type<typeof QuestionAloneStruct> {}
const QuestionAloneStruct = Schema.Struct(questionFields)

/** A question in its public form. Only the detail has `child_questions`. */
export interface Question extends QuestionAlone {
  readonly child_questions?: ReadonlyArray<Question>
}
interface QuestionEncoded extends Schema.Schema.Encoded<typeof QuestionAloneStruct> {
  readonly child_questions?: ReadonlyArray<QuestionEncoded>
}
export const Question: Schema.Schema<Question, QuestionEncoded> = Schema.Struct({
  ...questionFields,
  child_questions: optional(Schema.Array(Schema.suspend((): Schema.Schema<Question, QuestionEncoded> => Question)))
}).annotations({ identifier: "Question" })

/** A question in the form that administrators see. */
export const AdminQuestion = Schema.Struct({
  ...questionFields,
  rejected_at: optional(Schema.Date),
  reject_reason: optional(Schema.String),
  /** Whether it is a published child that is `closed` until its parent resolves. */
  waits_for_parent: Schema.Boolean,
  published_at: optional(Schema.Date),
  closed_at: optional(Schema.Date),
  /** The same as `closes_at`. */
  window_ends_at: Schema.Date,
  prediction_count: Schema.Int
}).annotations({ identifier: "AdminQuestion" })
export interface AdminQuestion extends Schema.Schema.Type<typeof AdminQuestion> {}

/** Excerpts of the strongest reasoning on either side, for the detail of a question. */
interface StrongestExcerpts {
  readonly strongest_for_excerpt?: string
  readonly strongest_against_excerpt?: string
}

/** The mean stated confidence in percent, to two decimals; 0 without predictions. */
const meanConfidence = (row: QuestionRow): number =>
  row.prediction_count === 0 ? 0 : Math.round((100 * row.confidence_sum) / row.prediction_count) / 100

const summaryOf = (row: QuestionRow, excerpts: StrongestExcerpts): Summary => ({
  total_agents: row.prediction_count,
  avg_confidence: meanConfidence(row),
  model_count: row.model_count,
  ...excerpts
})

/**
 * The public form of a stored question. `time_remaining`, `is_frozen` and `prediction_window_open` are derived from
 * `now`, the database's time.
 */
export const toQuestion = (row: QuestionRow, now: Date, excerpts: StrongestExcerpts = {}): QuestionAlone => ({
  id: row.id,
  question: row.question,
  category: row.category,
  ...withoutNulls({ subcategory: row.subcategory, tag: row.tag }),
  timeframe: row.timeframe,
  resolution_source: row.resolution_source,
  ...withoutNulls({ resolution_url: row.resolution_url }),
  resolution_date: row.resolution_date,
  status: row.status,
  outcome: row.outcome,
  question_type: row.question_type,
  ...withoutNulls({
    options: row.options,
    parent_question_id: row.parent_question_id,
    parent_trigger: row.parent_trigger,
    correct_options: row.correct_options,
    resolution_note: row.resolution_note,
    evidence_urls: row.evidence_urls,
    context: row.context
  }),
  created_at: row.created_at,
  ...withoutNulls({ resolved_at: row.resolved_at, opens_at: row.opens_at }),
  closes_at: row.window_ends_at,
  ...(row.parent_question_id === null ? {} : { waits_for_parent: row.waits_for_parent }),
  weight: row.weight,
  upvotes: row.upvotes,
  yes_count: row.yes_count,
  no_count: row.no_count,
  ...(row.options === null ? {} : { option_counts: countsByOption(row.options, row.option_counts ?? []) }),
  ...withoutNulls({ suggested_by: row.suggested_by, submitter_name: row.submitter_name }),
  ...windowState({ ...row, now }),
  consensus_summary: summaryOf(row, excerpts),
  ...row.viewer_state
})

// fromEntries defines own properties, so an option named "__proto__" is safe.
const countsByOption = (options: ReadonlyArray<string>, counts: ReadonlyArray<number>): Record<string, number> =>
  Object.fromEntries(options.map((option, index) => [option, counts[index] ?? 0]))

/** The form of a stored question that administrators see. */
export const toAdminQuestion = (row: QuestionRow, now: Date): AdminQuestion => ({
  ...toQuestion(row, now),
  ...withoutNulls({
    rejected_at: row.rejected_at,
    reject_reason: row.reject_reason,
    published_at: row.published_at,
    closed_at: row.closed_at
  }),
  waits_for_parent: row.waits_for_parent,
  window_ends_at: row.window_ends_at,
  prediction_count: row.prediction_count
})
