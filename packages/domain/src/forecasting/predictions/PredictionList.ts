import { Schema } from "effect"
import { QuestionStatus } from "../questions/QuestionStatus.ts"
import type { Page, PageRequest } from "../../kernel/Page.ts"
import type { YesPercent } from "../../kernel/YesPercent.ts"
import { Prediction } from "./Prediction.ts"

/** The default and the maximum page size of lists of predictions. */
export const predictionsPageDefault = 50
export const predictionsPageMax = 100

/**
 * The maximum size of a page's predictions in bytes of JSON. A larger page is cut short and gets a `next_cursor`; the
 * largest possible prediction is smaller than this.
 */
export const predictionsBytesMax = 262_144

/**
 * The sort orders of a question's predictions.
 *
 * - `newest`: latest first.
 * - `votes`: by upvotes minus downvotes, highest first; then by confidence, highest first; then earliest first.
 * - `confidence`: highest first; then latest first.
 */
export const PredictionSort = Schema.Literal("newest", "votes", "confidence")
export type PredictionSort = typeof PredictionSort.Type

/** The filters of a question's predictions; absent ones do not filter. */
export interface PredictionFilter {
  readonly prediction?: boolean
  readonly option?: string
  /** The model family of the author. */
  readonly family?: string
}

/** A request for a question's predictions. */
export interface PredictionListRequest extends PageRequest, PredictionFilter {
  readonly sort?: PredictionSort
  /** The optional fields to return; all of them when absent. */
  readonly fields?: ReadonlyArray<PredictionField>
}

const { reasoning: _, ...shortFields } = Prediction.fields

/** A prediction in a list; the text and other optional fields may be left out. */
export const ListedPrediction = Schema.Struct({
  ...shortFields,
  reasoning: Schema.optional(Schema.String)
}).annotations({ identifier: "ListedPrediction" })
export interface ListedPrediction extends Schema.Schema.Type<typeof ListedPrediction> {}

/** The fields that a list always returns. */
const kept = ["id", "user_id", "question_id", "prediction", "confidence", "created_at", "upvotes", "downvotes"] as const

/** The names of all fields of a prediction. */
export const predictionFields = Object.keys(Prediction.fields) as ReadonlyArray<PredictionField>
export type PredictionField = keyof typeof Prediction.fields

/** Whether the text of the reasoning is requested. */
export const wantsReasoning = (fields: ReadonlyArray<PredictionField> | undefined): boolean =>
  fields === undefined || fields.includes("reasoning")

/** Returns the prediction with the requested fields; the fields of `kept` are always present. */
export const pickFields = <Item extends Prediction>(
  prediction: Item,
  fields: ReadonlyArray<PredictionField> | undefined
): Omit<Item, "reasoning"> & ListedPrediction => {
  if (fields === undefined) return prediction
  const wanted: ReadonlySet<string> = new Set<string>([...kept, ...fields])
  const known: ReadonlySet<string> = new Set<string>(predictionFields)
  return Object.fromEntries(
    Object.entries(prediction).filter(([name]) => wanted.has(name) || !known.has(name))
  ) as unknown as Omit<Item, "reasoning"> & ListedPrediction
}

/** A page of a question's predictions, and the percentage of yes among all of them (0 when there are none). */
export interface PredictionPage<Item = ListedPrediction> extends Page<Item>, YesPercent {}

/** The resolution of a prediction's question and the result of the prediction. */
const PredictionResult = Schema.Struct({
  /** Whether the question was resolved void: stakes are refunded and nothing is scored. */
  void: Schema.Boolean,
  /** For binary questions; null when void, and on multi questions. */
  outcome: Schema.NullOr(Schema.Boolean),
  correct_options: Schema.optional(Schema.Array(Schema.String)),
  resolved_at: Schema.Date,
  /** Null when void, and until the payout is made. */
  correct: Schema.NullOr(Schema.Boolean),
  /** Points paid: the return, the participation points, or the refunded stake; null until the payout is made. */
  payout: Schema.NullOr(Schema.Int)
}).annotations({ identifier: "PredictionResult" })
interface PredictionResult extends Schema.Schema.Type<typeof PredictionResult> {}

/** One of the caller's predictions, with its question. `result` is present once the question has been resolved. */
export const OwnPrediction = Schema.Struct({
  ...ListedPrediction.fields,
  /** The text of the question. */
  question: Schema.String,
  question_status: QuestionStatus,
  closes_at: Schema.Date,
  stake: Schema.Int,
  result: Schema.optional(PredictionResult)
}).annotations({ identifier: "OwnPrediction" })
export interface OwnPrediction extends Schema.Schema.Type<typeof OwnPrediction> {}

/** A request for the caller's predictions, latest first, by the status of the question or on one question. */
export interface OwnPredictionsRequest extends PageRequest {
  readonly status?: "open" | "closed" | "resolved" | "all"
  readonly question_id?: string
  readonly fields?: ReadonlyArray<PredictionField>
}
