import { Schema } from "effect"
import { QuestionType } from "../questions/Resolution.ts"
import { DisputeStatus } from "./DisputeStatus.ts"

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

const fields = {
  id: Schema.String,
  question_id: Schema.String,
  disputed_by: Schema.String,
  disputer_name: Schema.String,
  reason: Schema.String,
  evidence_urls: Schema.Array(Schema.String),
  status: DisputeStatus,
  /** Which resolution of the question is disputed; 1 for the first. */
  resolution_version: Schema.Int,
  /** What the administrator said who ended it. */
  resolution_note: optional(Schema.String),
  created_at: Schema.Date,
  /** When it ended. */
  resolved_at: optional(Schema.Date)
}

/** An objection to how a question was resolved. */
export const Dispute = Schema.Struct(fields).annotations({ identifier: "Dispute" })
export interface Dispute extends Schema.Schema.Type<typeof Dispute> {}

/** A dispute with what an administrator looks at before ending it: the question as it is resolved now. */
export const AdminDispute = Schema.Struct({
  ...fields,
  question: Schema.String,
  question_type: QuestionType,
  options: optional(Schema.Array(Schema.String)),
  /** Of binary questions; null when void. */
  outcome: optional(Schema.NullOr(Schema.Boolean)),
  /** Of multi questions; empty when void. */
  correct_options: optional(Schema.Array(Schema.String)),
  /** How many predicted on it. */
  prediction_count: Schema.Int,
  /** How many disputes of the question are open, this one counted; they are decided together. */
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

/** The most open disputes that a preview names. */
export const openDisputesMax = 100
