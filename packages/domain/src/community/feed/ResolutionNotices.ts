import { questionPath } from "../../kernel/pagePaths.ts"
import { Context, Effect, Layer } from "effect"
import { outcomeText } from "./FeedItem.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import type { NotificationDraft } from "../social/Notification.ts"
import { ResolutionNoticeStore, type PendingResolutionNotice } from "./ResolutionNoticeStore.ts"

/** How many accounts one transaction notifies. */
const resolutionNoticesMax = 1_000

/** The notification of a resolution: the first one, or one after a dispute. */
export const resolutionNotice = (
  { correct_options, dispute_id, outcome, question, question_id, version }: PendingResolutionNotice
): Omit<NotificationDraft, "account_id" | "actor_id"> => ({
  type: "question_resolved",
  // Separate notifications for each resolution, even with equal texts.
  subject_id: `${question_id}:${version}`,
  title: dispute_id === null ? "A question was resolved" : "A question was resolved after a dispute",
  body: `"${question}": ${outcomeText({ outcome, correct_options })}`,
  link: questionPath(question_id)
})

/** Notifies the accounts that predicted on a question or watch it of its resolution, after all payouts. */
export class ResolutionNotices extends Context.Tag("auspex/ResolutionNotices")<ResolutionNotices, {
  /**
   * Notifies the next thousand accounts; returns whether there was anything to do. Safe on any number of instances and
   * after a crash at any point: a batch and its position commit together, so every account is notified of each
   * resolution exactly once.
   */
  readonly notifyNext: Effect.Effect<boolean, StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<ResolutionNotices, never, ResolutionNoticeStore | UnitOfWork> = Layer.effect(
    ResolutionNotices,
    Effect.gen(function*() {
      const store = yield* ResolutionNoticeStore
      const unit = yield* UnitOfWork
      return ResolutionNotices.of({
        notifyNext: unit.transact(Effect.gen(function*() {
          const notice = yield* store.lockNext
          if (notice === undefined) return false
          yield* store.notifyBatch(notice.job_id, resolutionNotice(notice), resolutionNoticesMax)
          return true
        }))
      })
    })
  )
}
