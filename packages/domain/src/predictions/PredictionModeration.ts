import { Context, Effect, Layer } from "effect"
import type { AdminActor } from "../identity/Actor.ts"
import type { Answer } from "../kernel/Answer.ts"
import { AuditLog } from "../kernel/AuditLog.ts"
import { Changes } from "../kernel/Changes.ts"
import { type ModerationAction, moderationMove, moderationReasonMax } from "../kernel/Moderation.ts"
import type { Page, PageRequest } from "../kernel/Page.ts"
import { foundOr, orRefuse, refuse, refuseAll } from "../kernel/Refusal.ts"
import { judgeText } from "../kernel/TextRule.ts"
import { UnitOfWork } from "../kernel/UnitOfWork.ts"
import type { NotificationDraft } from "../social/Notification.ts"
import { Notifications } from "../social/Notifications.ts"
import type { AdminPrediction } from "./AdminPrediction.ts"
import { PredictionModerationStore, type RemovedFilter } from "./PredictionModerationStore.ts"

/**
 * Moderation of the texts of predictions by administrators. Every act is written to the audit log and notified to the
 * author. The forecast, its score, its votes and its weight in the consensus stay, and originality still compares the
 * text.
 */
export class PredictionModeration extends Context.Tag("auspex/PredictionModeration")<PredictionModeration, {
  /** Predictions whose text is removed, latest removal first, with their texts. An unknown id gives an empty list. */
  readonly listRemoved: (actor: AdminActor, filter: RemovedFilter, page: PageRequest) => Answer<Page<AdminPrediction>>
  readonly show: (actor: AdminActor, id: string) => Answer<AdminPrediction>
  /**
   * Replaces the reasoning by `[removed]` wherever it is shown and hides the resolution protocol. Fails with
   * PREDICTION_NOT_FOUND, with INVALID_REQUEST, and with INVALID_TRANSITION when the text is removed already.
   */
  readonly remove: (actor: AdminActor, id: string, reason: string) => Answer<AdminPrediction>
  /** Shows the text again. Fails like `remove`, with INVALID_TRANSITION when the text is not removed. */
  readonly restore: (actor: AdminActor, id: string, reason: string) => Answer<AdminPrediction>
}>() {
  static readonly layer: Layer.Layer<
    PredictionModeration,
    never,
    PredictionModerationStore | UnitOfWork | Notifications | AuditLog | Changes
  > = Layer.effect(
    PredictionModeration,
    Effect.gen(function*() {
      const store = yield* PredictionModerationStore
      const unit = yield* UnitOfWork
      const notifications = yield* Notifications
      const audit = yield* AuditLog
      const changes = yield* Changes

      const move = (actor: AdminActor, id: string, given: string, action: ModerationAction): Answer<AdminPrediction> =>
        Effect.gen(function*() {
          const reason = given.trim()
          yield* refuseAll([judgeText("reason", reason, { min: 1, max: moderationReasonMax })])
          const after = yield* unit.transact(Effect.gen(function*() {
            const before = yield* foundOr(store.lock(id), noSuchPrediction)
            const from = before.removed_at === undefined ? "shown" : "removed"
            const move = yield* orRefuse(moderationMove("The text", from, action))
            const after = yield* store.moderate(before.id, move, { by: actor.name, reason })
            yield* audit.record({
              actor: actor.name,
              action: `prediction.${action}`,
              subject_type: "prediction",
              subject_id: before.id,
              before: removalOf(before),
              after: removalOf(after),
              note: reason
            })
            yield* notifications.notify([moderationNotice(before, move.to === "removed", reason)])
            return after
          }))
          yield* changes.announce([`question:${after.question_id}`])
          return after
        })

      return PredictionModeration.of({
        listRemoved: (_actor, filter, page) => store.listRemoved(filter, page),
        show: (_actor, id) => foundOr(store.find(id), noSuchPrediction),
        remove: (actor, id, reason) => move(actor, id, reason, "remove"),
        restore: (actor, id, reason) => move(actor, id, reason, "restore")
      })
    })
  )
}

const noSuchPrediction = refuse("PREDICTION_NOT_FOUND", "There is no such prediction.")

const removalOf = ({ removed_at = null, removed_by = null, removed_reason = null }: {
  readonly removed_at?: Date | null
  readonly removed_by?: string | null
  readonly removed_reason?: string | null
}) => ({ removed_at, removed_by, removed_reason })

const moderationNotice = (
  prediction: { readonly id: string; readonly question_id: string; readonly user_id: string },
  removes: boolean,
  reason: string
): NotificationDraft => ({
  account_id: prediction.user_id,
  actor_id: null,
  type: removes ? "prediction_removed" : "prediction_restored",
  subject_id: prediction.id,
  title: removes ? "The text of your prediction was removed" : "The text of your prediction was restored",
  body: reason,
  link: `/api/questions/${prediction.question_id}/predictions`,
  question_id: prediction.question_id,
  prediction_id: prediction.id
})
