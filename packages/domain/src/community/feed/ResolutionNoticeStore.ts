import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { NotificationDraft } from "../social/Notification.ts"

/** A locked resolution with completed payouts and accounts that have not been notified yet. */
export interface PendingResolutionNotice {
  /** The id of the job that made the payouts. */
  readonly job_id: string
  readonly question_id: string
  readonly question: string
  /** 1 for the first resolution of the question. */
  readonly version: number
  /** Both null when void. */
  readonly outcome: boolean | null
  readonly correct_options: ReadonlyArray<string> | null
  /** The dispute that overturned an earlier resolution of the question or of its parent. */
  readonly dispute_id: string | null
}

/** Storage of the progress of notifications. Every method joins the caller's unit of work. */
export class ResolutionNoticeStore extends Context.Tag("auspex/ResolutionNoticeStore")<ResolutionNoticeStore, {
  /**
   * Locks the resolution that was completed first among those not locked by others; undefined when there is none. The
   * resolutions of a question come in order.
   */
  readonly lockNext: Effect.Effect<PendingResolutionNotice | undefined, StorageUnavailable>
  /**
   * Notifies the next accounts that predicted on the question or watch it, in the order of their ids, at most `max`;
   * suspended accounts are skipped. Returns whether all have been notified.
   */
  readonly notifyBatch: (
    jobId: string,
    notice: Omit<NotificationDraft, "account_id" | "actor_id">,
    max: number
  ) => Effect.Effect<boolean, StorageUnavailable>
}>() {}
