import { outcomeOf } from "../questions/questionEvents.ts"
import { type QuestionType, resolutionOf } from "../questions/Resolution.ts"
import type { AdminDispute, Dispute } from "./Dispute.ts"
import type { DisputeStatus } from "./DisputeStatus.ts"

/** A stored dispute. */
export interface DisputeRow {
  readonly id: string
  readonly question_id: string
  readonly resolution_version: number
  readonly disputed_by: string
  readonly disputer_name: string
  readonly reason: string
  readonly evidence_urls: ReadonlyArray<string>
  readonly status: DisputeStatus
  readonly resolution_note: string | null
  readonly resolved_by: string | null
  readonly created_at: Date
  readonly resolved_at: Date | null
}

/** The current resolution of a question. */
export interface ResolvedQuestion {
  readonly question_type: QuestionType
  readonly options: ReadonlyArray<string> | null
  readonly outcome: boolean | null
  readonly correct_options: ReadonlyArray<string> | null
}

/** The question that a dispute is about. */
export interface DisputedQuestion extends ResolvedQuestion {
  readonly question: string
  readonly prediction_count: number
  /** The number of open disputes of the question. */
  readonly open_count: number
}

/** The public form of a stored dispute. */
export const toDispute = (row: DisputeRow): Dispute => ({
  id: row.id,
  question_id: row.question_id,
  disputed_by: row.disputed_by,
  disputer_name: row.disputer_name,
  reason: row.reason,
  evidence_urls: row.evidence_urls,
  status: row.status,
  resolution_version: row.resolution_version,
  ...(row.resolution_note === null ? {} : { resolution_note: row.resolution_note }),
  created_at: row.created_at,
  ...(row.resolved_at === null ? {} : { resolved_at: row.resolved_at })
})

/** The form of a stored dispute that administrators see. */
export const toAdminDispute = (row: DisputeRow & DisputedQuestion): AdminDispute => ({
  ...toDispute(row),
  question: row.question,
  question_type: row.question_type,
  ...(row.options === null ? {} : { options: row.options }),
  ...outcomeOf(row.question_type, resolutionOf(row)),
  prediction_count: row.prediction_count,
  open_count: row.open_count,
  ...(row.resolved_by === null ? {} : { resolved_by: row.resolved_by })
})
