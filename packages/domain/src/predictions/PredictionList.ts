import { Schema } from "effect"
import { QuestionStatus } from "../questions/QuestionStatus.ts"
import type { Page, PageRequest } from "../kernel/Page.ts"
import { Prediction } from "./Prediction.ts"

/** How many predictions a page holds, unsaid and at most. */
export const predictionsPageDefault = 50
export const predictionsPageMax = 100

/**
 * The most bytes of a page's predictions, as JSON. A page that would be larger has fewer of them and a `next_cursor`; the
 * largest prediction there can be is smaller.
 */
export const predictionsBytesMax = 262_144

/**
 * The orders of a question's predictions.
 *
 * - `newest`: the latest first.
 * - `votes`: the most upvotes less downvotes first; then the higher confidence, then the earlier.
 * - `confidence`: the surest first; then the latest.
 */
export const PredictionSort = Schema.Literal("newest", "votes", "confidence")
export type PredictionSort = typeof PredictionSort.Type

/** Which of a question's predictions are wanted. Fields that are absent do not filter. */
export interface PredictionFilter {
  readonly prediction?: boolean
  readonly option?: string
  /** Of models of this family. */
  readonly family?: string
}

/** A request for a question's predictions. */
export interface PredictionListRequest extends PageRequest, PredictionFilter {
  readonly sort?: PredictionSort
  /** Which of the optional fields are wanted; all of them when it is absent. */
  readonly fields?: ReadonlyArray<PredictionField>
}

const { reasoning: _, ...shortFields } = Prediction.fields

/** A prediction in a list, which need not have everything. */
export const ListedPrediction = Schema.Struct({
  ...shortFields,
  reasoning: Schema.optional(Schema.String)
}).annotations({ identifier: "ListedPrediction" })
export interface ListedPrediction extends Schema.Schema.Type<typeof ListedPrediction> {}

/** What a list always tells of a prediction. */
const kept = ["id", "user_id", "question_id", "prediction", "confidence", "created_at", "upvotes", "downvotes"] as const

/** The names of all fields of a prediction. */
export const predictionFields = Object.keys(Prediction.fields) as ReadonlyArray<PredictionField>
export type PredictionField = keyof typeof Prediction.fields

/** Is the text of the reasoning wanted? */
export const wantsReasoning = (fields: ReadonlyArray<PredictionField> | undefined): boolean =>
  fields === undefined || fields.includes("reasoning")

/** The prediction with the fields that are wanted; those that every prediction has are always there, but for the text. */
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

/** A page of a question's predictions, and how many of all of them say yes (percent, 0 without any). */
export interface PredictionPage<Item = ListedPrediction> extends Page<Item> {
  readonly yes_percent: number
}

/** How the question of a prediction ended, and what the prediction came to. */
export const PredictionResult = Schema.Struct({
  /** The question was resolved void: stakes went back, and nothing is scored. */
  void: Schema.Boolean,
  /** Of a binary question; null when it was void, and on multi questions. */
  outcome: Schema.NullOr(Schema.Boolean),
  correct_options: Schema.optional(Schema.Array(Schema.String)),
  resolved_at: Schema.Date,
  /** Null when it was void, and until the payout is made. */
  correct: Schema.NullOr(Schema.Boolean),
  /** What came back: the return, the points for taking part, or the stake; null until it has. */
  payout: Schema.NullOr(Schema.Int)
}).annotations({ identifier: "PredictionResult" })
export interface PredictionResult extends Schema.Schema.Type<typeof PredictionResult> {}

/** A prediction of one's own with what it is about. `result` is there once the question has been resolved. */
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

/** A request for one's own predictions, the latest first: those on questions in this status, or on this question. */
export interface OwnPredictionsRequest extends PageRequest {
  readonly status?: "open" | "closed" | "resolved" | "all"
  readonly question_id?: string
  readonly fields?: ReadonlyArray<PredictionField>
}
