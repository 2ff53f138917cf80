import type { QuestionDraft } from "./QuestionDraft.ts"
import type { ViewerState } from "./ViewerState.ts"
import type { QuestionStatus } from "./QuestionStatus.ts"
import type { QuestionSurveys } from "./QuestionSurveys.ts"

/** A stored question. */
export interface QuestionRow extends QuestionDraft, QuestionSurveys {
  readonly id: string
  readonly status: QuestionStatus
  readonly outcome: boolean | null
  readonly correct_options: ReadonlyArray<string> | null
  readonly resolution_note: string | null
  readonly upvotes: number
  readonly prediction_count: number
  readonly yes_count: number
  readonly no_count: number
  readonly confidence_sum: number
  /** One count for each of `options`, in their order. */
  readonly option_counts: ReadonlyArray<number> | null
  /** The number of distinct models among its predictions. */
  readonly model_count: number
  readonly suggested_by: string | null
  readonly submitter_name: string | null
  readonly rejected_at: Date | null
  readonly reject_reason: string | null
  readonly waits_for_parent: boolean
  /** When its prediction window ends or has ended; see `windowEnded`. */
  readonly window_ends_at: Date
  readonly created_at: Date
  readonly published_at: Date | null
  readonly closed_at: Date | null
  readonly resolved_at: Date | null
  /** The caller's relation to the question; absent for anonymous callers. */
  readonly viewer_state?: ViewerState
}
