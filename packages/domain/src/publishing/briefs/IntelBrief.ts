import { Schema } from "effect"
import { ConsensusData } from "../../forecasting/consensus/ConsensusData.ts"
import { optional } from "../../kernel/optional.ts"

/** The maximum number of addresses in a brief. */
export const keyEvidenceMax = 10

/** An argument of a prediction: one sentence of its reasoning, word for word. */
const BriefArgument = Schema.Struct({
  prediction_id: Schema.String,
  user_name: Schema.String,
  confidence: Schema.Int,
  /** For multi questions: the option that it argues for. */
  selected_option: optional(Schema.String),
  /** Runs of white space are one space; a sentence over 320 characters is cut with an ellipsis. */
  text: Schema.String
}).annotations({ identifier: "BriefArgument" })
interface BriefArgument extends Schema.Schema.Type<typeof BriefArgument> {}

/** An address in canonical form, and the number of accounts that cite it. */
export const BriefEvidence = Schema.Struct({
  url: Schema.String,
  cited_by: Schema.Int
}).annotations({ identifier: "BriefEvidence" })
export interface BriefEvidence extends Schema.Schema.Type<typeof BriefEvidence> {}

/**
 * A brief of a question: its consensus, the arguments of each side, and the evidence they cite. Plain text throughout.
 */
export const IntelBrief = Schema.Struct({
  question_id: Schema.String,
  /** The author of the texts; `extractive` is the built-in method, which only quotes. */
  generated_by: Schema.String,
  generated_at: Schema.Date,
  summary: Schema.String,
  /** Arguments for yes; on multi questions for the leading option. */
  arguments_for: Schema.Array(BriefArgument),
  /** Arguments for no; on multi questions for any other option. */
  arguments_against: Schema.Array(BriefArgument),
  /** Most cited first. */
  key_evidence: Schema.Array(BriefEvidence),
  consensus: ConsensusData
}).annotations({ identifier: "IntelBrief" })
export interface IntelBrief extends Schema.Schema.Type<typeof IntelBrief> {}
