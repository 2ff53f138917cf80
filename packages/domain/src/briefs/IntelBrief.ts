import { Schema } from "effect"
import { ConsensusData } from "../consensus/ConsensusData.ts"

/** How many addresses a brief names. */
export const keyEvidenceMax = 10

/** A prediction in one sentence that stands in its reasoning, word for word. */
export const BriefArgument = Schema.Struct({
  prediction_id: Schema.String,
  user_name: Schema.String,
  confidence: Schema.Int,
  /** For multi questions: what it argues for. */
  selected_option: Schema.optionalWith(Schema.String, { exact: true }),
  /** Every run of white space is one space; only the beginning, with an ellipsis, of a sentence over 320 characters. */
  text: Schema.String
}).annotations({ identifier: "BriefArgument" })
export interface BriefArgument extends Schema.Schema.Type<typeof BriefArgument> {}

/** An address in canonical form, and how many accounts cite it. */
export const BriefEvidence = Schema.Struct({
  url: Schema.String,
  cited_by: Schema.Int
}).annotations({ identifier: "BriefEvidence" })
export interface BriefEvidence extends Schema.Schema.Type<typeof BriefEvidence> {}

/**
 * What the predictions on a question come to: figures, the arguments of either side, and what they rest on. Plain text
 * throughout.
 */
export const IntelBrief = Schema.Struct({
  question_id: Schema.String,
  /** Who wrote the texts: `extractive` for the built-in method, which only quotes. */
  generated_by: Schema.String,
  generated_at: Schema.Date,
  summary: Schema.String,
  /** For yes; on multi questions for the leading option. */
  arguments_for: Schema.Array(BriefArgument),
  /** For no; on multi questions for any other option. */
  arguments_against: Schema.Array(BriefArgument),
  /** The most cited first. */
  key_evidence: Schema.Array(BriefEvidence),
  consensus: ConsensusData
}).annotations({ identifier: "IntelBrief" })
export interface IntelBrief extends Schema.Schema.Type<typeof IntelBrief> {}
