import { Context, Effect, Layer } from "effect"
import type { AdminActor } from "../../platform/identity/Actor.ts"
import type { UseCaseEffect } from "../../kernel/UseCaseEffect.ts"
import type { AuditLog } from "../../kernel/AuditLog.ts"
import type { Changes } from "../../kernel/Changes.ts"
import { mapPage, type Page, type PageRequest } from "../../kernel/Page.ts"
import { foundOr } from "../../kernel/Refusal.ts"
import type { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import type { ModeratedText } from "../moderation/Moderation.ts"
import { textModeration } from "../moderation/TextModeration.ts"
import { PointsLedger } from "../../forecasting/scoring/PointsLedger.ts"
import type { Notifications } from "../social/Notifications.ts"
import type { AdminComment } from "./Comment.ts"
import { moderationNotice } from "./commentNotifications.ts"
import { type AdminCommentRow, toAdminComment } from "./CommentRow.ts"
import { commentNotFound } from "./Comments.ts"
import { CommentStore, type ModerationFilter } from "./CommentStore.ts"
import { bonusReversal, heldBonus } from "./DebateBonus.ts"

/** Moderation of comments by administrators. Every act is written to the audit log and notified to the author. */
export class CommentModeration extends Context.Tag("auspex/CommentModeration")<CommentModeration, {
  /** Newest first, with their texts. An unknown id gives an empty list. */
  readonly list: (
    actor: AdminActor,
    filter: ModerationFilter,
    page: PageRequest
  ) => UseCaseEffect<Page<AdminComment>>
  readonly show: (actor: AdminActor, id: string) => UseCaseEffect<AdminComment>
  /**
   * Replaces the text by `[removed]` wherever it is shown; the thread stays, and the author loses the debate bonus of
   * the comment. Fails with COMMENT_NOT_FOUND, with INVALID_REQUEST, and with INVALID_TRANSITION when the text is removed
   * already.
   */
  readonly remove: (actor: AdminActor, id: string, reason: string) => UseCaseEffect<AdminComment>
  /**
   * Shows the text again and returns the bonus that the removal took. Fails like `remove`, with INVALID_TRANSITION when
   * the text is not removed.
   */
  readonly restore: (actor: AdminActor, id: string, reason: string) => UseCaseEffect<AdminComment>
}>() {
  static readonly layer: Layer.Layer<
    CommentModeration,
    never,
    CommentStore | PointsLedger | UnitOfWork | Notifications | AuditLog | Changes
  > = Layer.effect(
    CommentModeration,
    Effect.gen(function*() {
      const store = yield* CommentStore
      const ledger = yield* PointsLedger

      /** Takes the bonus of a locked comment back, or returns it. */
      const moveBonus = (comment: AdminCommentRow, to: ModeratedText) =>
        Effect.gen(function*() {
          const bonus = yield* store.bonusOf(comment.id)
          const entry = bonus && bonusReversal(comment, to, bonus)
          if (bonus === undefined || entry === undefined) return
          yield* store.moveBonus(comment.id, heldBonus(to, bonus))
          yield* ledger.append([entry])
        })

      const moderate = yield* textModeration<AdminCommentRow>({
        name: "comment",
        subject: "The comment",
        notFound: commentNotFound,
        lock: store.lock,
        moderate: store.moderate,
        consequence: moveBonus,
        notice: moderationNotice,
        topics: ({ question_id, user_id }) => [
          `comments:${question_id}`,
          "discussions",
          "leaderboard",
          `account:${user_id}`
        ]
      })
      const move = (...args: Parameters<typeof moderate>) => Effect.map(moderate(...args), toAdminComment)

      return CommentModeration.of({
        list: (_actor, filter, page) => Effect.map(store.list(filter, page), (found) => mapPage(found, toAdminComment)),
        show: (_actor, id) => Effect.map(foundOr(store.find(id), commentNotFound), toAdminComment),
        remove: (actor, id, reason) => move(actor, id, reason, "remove"),
        restore: (actor, id, reason) => move(actor, id, reason, "restore")
      })
    })
  )
}
