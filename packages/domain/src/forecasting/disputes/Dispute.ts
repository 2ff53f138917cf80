import { Schema } from "effect"
import { QuestionType } from "../questions/Resolution.ts"
import { DisputeStatus } from "./DisputeStatus.ts"
import { optional } from "../../kernel/optional.ts"

const fields = {
  id: Schema.String,
  question_id: Schema.String,
  disputed_by: Schema.String,
  disputer_name: Schema.String,
  reason: Schema.String,
  evidence_urls: Schema.Array(Schema.String),
  status: DisputeStatus,
  /** The version of the disputed resolution; 1 for the first. */
  resolution_version: Schema.Int,
  /** The note of the administrator who ended it. */
  resolution_note: optional(Schema.String),
  created_at: Schema.Date,
  /** When the dispute ended. */
  resolved_at: optional(Schema.Date)
}

/** An objection to the resolution of a question. */
export const Dispute = Schema.Struct(fields).annotations({ identifier: "Dispute" })
export interface Dispute extends Schema.Schema.Type<typeof Dispute> {}

/** A dispute as administrators see it, with the question and its current resolution. */
export const AdminDispute = Schema.Struct({
  ...fields,
  question: Schema.String,
  question_type: QuestionType,
  options: optional(Schema.Array(Schema.String)),
  /** For binary questions; null when void. */
  outcome: optional(Schema.NullOr(Schema.Boolean)),
  /** For multi questions; empty when void. */
  correct_options: optional(Schema.Array(Schema.String)),
  /** The number of predictions on the question. */
  prediction_count: Schema.Int,
  /** The number of open disputes of the question, this one included; they are decided together. */
  open_count: Schema.Int,
  /** The administrator who ended it. */
  resolved_by: optional(Schema.String)
}).annotations({ identifier: "AdminDispute" })
export interface AdminDispute extends Schema.Schema.Type<typeof AdminDispute> {}

/** An open dispute of a question: who filed it, and when. */
export const OpenDispute = Schema.Struct({
  id: Schema.String,
  disputed_by: Schema.String,
  disputer_name: Schema.String,
  created_at: Schema.Date
}).annotations({ identifier: "OpenDispute" })
export interface OpenDispute extends Schema.Schema.Type<typeof OpenDispute> {}

/** The maximum number of open disputes in a preview. */
export const openDisputesMax = 100
