import { Context, Effect, Layer } from "effect"
import { outcomeText } from "./FeedItem.ts"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import { UnitOfWork } from "../kernel/UnitOfWork.ts"
import type { NotificationDraft } from "../social/Notification.ts"
import { ResolutionNoticeStore, type UntoldResolution } from "./ResolutionNoticeStore.ts"

/** How many accounts one transaction tells of a resolution. */
export const resolutionNoticesMax = 1_000

/** What is told of a resolution: the first, or one that a dispute put in the place of an earlier one. */
export const resolutionNotice = (
  { correct_options, dispute_id, outcome, question, question_id, version }: UntoldResolution
): Omit<NotificationDraft, "account_id" | "actor_id"> => ({
  type: "question_resolved",
  // One for each resolution, even when both say the same.
  subject_id: `${question_id}:${version}`,
  title: dispute_id === null ? "A question was resolved" : "A question was resolved after a dispute",
  body: `"${question}": ${outcomeText({ outcome, correct_options })}`,
  link: `/api/questions/${question_id}`
})

/** Telling those who predicted on a question, or watch it, how it was resolved, after all payouts are made. */
export class ResolutionNotices extends Context.Tag("auspex/ResolutionNotices")<ResolutionNotices, {
  /**
   * Tells the next thousand. Safe on any number of instances and after a crash at any point: a batch and its place commit
   * together, so that everybody is told of each resolution exactly once. Answers whether there was anything to tell.
   */
  readonly tellNext: Effect.Effect<boolean, StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<ResolutionNotices, never, ResolutionNoticeStore | UnitOfWork> = Layer.effect(
    ResolutionNotices,
    Effect.gen(function*() {
      const store = yield* ResolutionNoticeStore
      const unit = yield* UnitOfWork
      return ResolutionNotices.of({
        tellNext: unit.transact(Effect.gen(function*() {
          const untold = yield* store.lockNext
          if (untold === undefined) return false
          yield* store.tell(untold.job_id, resolutionNotice(untold), resolutionNoticesMax)
          return true
        }))
      })
    })
  )
}
