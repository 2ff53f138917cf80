import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import type { NotificationDraft } from "../social/Notification.ts"

/** A resolution whose payouts are made and of which not everybody concerned has been told, locked. */
export interface UntoldResolution {
  /** Of the job that made the payouts. */
  readonly job_id: string
  readonly question_id: string
  readonly question: string
  /** 1 for the first resolution of the question. */
  readonly version: number
  /** Both null when void. */
  readonly outcome: boolean | null
  readonly correct_options: ReadonlyArray<string> | null
  /** The dispute that overturned an earlier resolution, of the question or of its parent. */
  readonly dispute_id: string | null
}

/** Every method joins the caller's unit of work. */
export class ResolutionNoticeStore extends Context.Tag("auspex/ResolutionNoticeStore")<ResolutionNoticeStore, {
  /**
   * Locks the one that has been done longest and that nobody else holds; undefined when there is none. The resolutions
   * of a question come in their order.
   */
  readonly lockNext: Effect.Effect<UntoldResolution | undefined, StorageUnavailable>
  /**
   * Tells the next of those who predicted on the question or watch it, by their ids, `max` at most; suspended accounts
   * are passed over. Answers whether that was everybody.
   */
  readonly tell: (
    jobId: string,
    notice: Omit<NotificationDraft, "account_id" | "actor_id">,
    max: number
  ) => Effect.Effect<boolean, StorageUnavailable>
}>() {}
