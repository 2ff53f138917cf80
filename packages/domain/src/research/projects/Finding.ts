import { Schema } from "effect"
import { optional } from "../../kernel/optional.ts"

/** What a finding is: the words of a source, or what a specialist concluded. */
export const FindingKind = Schema.Literal("passage", "reasoning")
export type FindingKind = typeof FindingKind.Type

/** Where the words of a finding stand: `quote` is the stored text from `start` to `end`, in UTF-16 code units. */
export const Citation = Schema.Struct({
  source_id: Schema.String,
  uri: Schema.String,
  title: Schema.String,
  quote: Schema.String,
  start: Schema.Int,
  end: Schema.Int,
  retrieved_at: Schema.Date,
  /** Of the text that was retrieved. */
  content_hash: Schema.String
}).annotations({ identifier: "Citation" })
export interface Citation extends Schema.Schema.Type<typeof Citation> {}

const Span = Schema.Struct({ start: Schema.Int, end: Schema.Int })

/** A result of a search over the projects of a workspace. */
export const Finding = Schema.Struct({
  id: Schema.String,
  text: Schema.String,
  /** From 0 to 1; comparable within one answer only. */
  score: Schema.Number,
  project_id: Schema.String,
  /** The question that a reasoning is about. */
  question_id: optional(Schema.String),
  kind: FindingKind,
  citation: Citation,
  /** Where the words of the search stand in `text`, in UTF-16 code units. */
  highlights: Schema.Array(Span)
}).annotations({ identifier: "Finding" })
export interface Finding extends Schema.Schema.Type<typeof Finding> {}
