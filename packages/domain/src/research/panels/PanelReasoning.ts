import { Schema } from "effect"
import { optional } from "../../kernel/optional.ts"

/** The exact words of a source: `quote` is the stored text from `start` to `end`, in UTF-16 code units. */
export const Quote = Schema.Struct({
  /** The claim that the words support. */
  claim: Schema.String,
  source_id: Schema.String,
  passage_id: Schema.String,
  quote: Schema.String,
  start: Schema.Int,
  end: Schema.Int
}).annotations({ identifier: "Quote" })
export interface Quote extends Schema.Schema.Type<typeof Quote> {}

/** A claim whose quote does not stand in the cited passage, or that cites none. It never enters a packet's findings. */
export const UnsupportedClaim = Schema.Struct({
  claim: Schema.String,
  /** The cited words, as the specialist gave them. */
  quote: Schema.NullOr(Schema.String),
  why: Schema.Literal("no_citation", "unknown_passage", "words_differ")
}).annotations({ identifier: "UnsupportedClaim" })
export interface UnsupportedClaim extends Schema.Schema.Type<typeof UnsupportedClaim> {}

/** The view of a specialist on a question. */
export const PanelReasoning = Schema.Struct({
  id: Schema.String,
  question_id: Schema.String,
  /** The id of the specialist in its panel. */
  specialist: Schema.String,
  /** The round of a simulation, from 1; absent in other projects. */
  round: optional(Schema.Int),
  /** The model that answered; null when no model is configured (`extractive`): evidence, no answer, no probabilities. */
  model: Schema.NullOr(Schema.String),
  /** The most probable answer: an option, or an option for each row of a matrix; a text for a question without a kind. */
  answer: Schema.NullOr(Schema.Union(Schema.String, Schema.Array(Schema.String))),
  /** The probability of "yes" for a binary question, else of `answer`; null for a matrix and without a distribution. */
  probability: Schema.NullOr(Schema.Number),
  /** The probabilities of the options of each row (`answerSpaceOf`), each row with the sum 1. */
  distribution: Schema.NullOr(Schema.Array(Schema.Array(Schema.Number))),
  /** The specialist's confidence in its reasoning, from 0 to 1. */
  confidence: Schema.NullOr(Schema.Number),
  narrative: Schema.String,
  /** For the answer. */
  evidence: Schema.Array(Quote),
  /** Against it. */
  counter_evidence: Schema.Array(Quote),
  unsupported: Schema.Array(UnsupportedClaim),
  /** Observations that would show that the answer is wrong. */
  falsifiers: Schema.Array(Schema.String),
  created_at: Schema.Date
}).annotations({ identifier: "Reasoning" })
export interface PanelReasoning extends Schema.Schema.Type<typeof PanelReasoning> {}
