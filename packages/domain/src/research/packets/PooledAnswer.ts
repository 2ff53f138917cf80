import { Schema } from "effect"
import { Interval } from "../../kernel/Interval.ts"

/** An option of a row with its pooled probability, from 0 to 1. */
export const PooledOption = Schema.Struct({
  option: Schema.String,
  probability: Schema.Number,
  /** Null with fewer than two specialists, as all intervals of a packet. */
  interval: Schema.NullOr(Interval)
}).annotations({ identifier: "PooledOption" })
export interface PooledOption extends Schema.Schema.Type<typeof PooledOption> {}

/** The pool of one row of an answer space; a question other than a matrix has one row with the name "". */
export const PooledRow = Schema.Struct({
  row: Schema.String,
  /** The most probable option; of equally probable ones the first. */
  answer: Schema.String,
  options: Schema.Array(PooledOption),
  /** The mean of a scale or of stars, in points from 1; null for other kinds. */
  mean: Schema.NullOr(Schema.Number),
  /** Student's 95 % interval of the mean, cut at the scale (`meanInterval`); null like the other intervals. */
  mean_interval: Schema.NullOr(Interval)
}).annotations({ identifier: "PooledRow" })
export interface PooledRow extends Schema.Schema.Type<typeof PooledRow> {}

/** An answer as a specialist or a pool gives it: an option, or one for each row of a matrix; a text without a kind. */
export const AnswerText = Schema.Union(Schema.String, Schema.Array(Schema.String))
export type AnswerText = typeof AnswerText.Type

/** What the specialists answer together. */
export const PooledAnswer = Schema.Struct({
  /** The most probable option, or one for each row of a matrix. */
  answer: AnswerText,
  /** The probability of "yes" for a binary question, else of `answer`; null for a matrix. */
  probability: Schema.NullOr(Schema.Number),
  rows: Schema.Array(PooledRow)
}).annotations({ identifier: "PooledAnswer" })
export interface PooledAnswer extends Schema.Schema.Type<typeof PooledAnswer> {}
