import { questionPath } from "../../kernel/pagePaths.ts"
import { Context, Effect, Layer } from "effect"
import type { AdminActor } from "../../platform/identity/Actor.ts"
import type { UseCaseEffect } from "../../kernel/UseCaseEffect.ts"
import type { AuditLog } from "../../kernel/AuditLog.ts"
import type { Changes } from "../../kernel/Changes.ts"
import type { Page, PageRequest } from "../../kernel/Page.ts"
import { foundOr, refuse } from "../../kernel/Refusal.ts"
import type { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import type { ModeratedText } from "../../community/moderation/Moderation.ts"
import { textModeration } from "../../community/moderation/TextModeration.ts"
import type { NotificationDraft } from "../../community/social/Notification.ts"
import type { Notifications } from "../../community/social/Notifications.ts"
import type { AdminPrediction } from "./AdminPrediction.ts"
import { PredictionModerationStore, type RemovedFilter } from "./PredictionModerationStore.ts"

/**
 * Moderation of the texts of predictions by administrators. Every act is written to the audit log and notified to the
 * author. The forecast, its score, its votes and its weight in the consensus stay, and originality still compares the
 * text.
 */
export class PredictionModeration extends Context.Tag("auspex/PredictionModeration")<PredictionModeration, {
  /** Predictions whose text is removed, latest removal first, with their texts. An unknown id gives an empty list. */
  readonly listRemoved: (
    actor: AdminActor,
    filter: RemovedFilter,
    page: PageRequest
  ) => UseCaseEffect<Page<AdminPrediction>>
  readonly show: (actor: AdminActor, id: string) => UseCaseEffect<AdminPrediction>
  /**
   * Replaces the reasoning by `[removed]` wherever it is shown and hides the resolution protocol. Fails with
   * PREDICTION_NOT_FOUND, with INVALID_REQUEST, and with INVALID_TRANSITION when the text is removed already.
   */
  readonly remove: (actor: AdminActor, id: string, reason: string) => UseCaseEffect<AdminPrediction>
  /** Shows the text again. Fails like `remove`, with INVALID_TRANSITION when the text is not removed. */
  readonly restore: (actor: AdminActor, id: string, reason: string) => UseCaseEffect<AdminPrediction>
}>() {
  static readonly layer: Layer.Layer<
    PredictionModeration,
    never,
    PredictionModerationStore | UnitOfWork | Notifications | AuditLog | Changes
  > = Layer.effect(
    PredictionModeration,
    Effect.gen(function*() {
      const store = yield* PredictionModerationStore
      const move = yield* textModeration<AdminPrediction>({
        name: "prediction",
        subject: "The text",
        notFound: noSuchPrediction,
        lock: store.lock,
        moderate: store.moderate,
        notice: moderationNotice,
        topics: (prediction) => [`question:${prediction.question_id}`]
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

const moderationNotice = (
  prediction: { readonly id: string; readonly question_id: string; readonly user_id: string },
  to: ModeratedText,
  reason: string
): NotificationDraft => ({
  account_id: prediction.user_id,
  actor_id: null,
  type: to === "removed" ? "prediction_removed" : "prediction_restored",
  subject_id: prediction.id,
  title: to === "removed" ? "The text of your prediction was removed" : "The text of your prediction was restored",
  body: reason,
  link: questionPath(prediction.question_id, "predictions"),
  question_id: prediction.question_id,
  prediction_id: prediction.id
})
