import { Context, Effect, Layer } from "effect"
import type { AdminActor } from "../identity/Actor.ts"
import type { Answer } from "../kernel/Answer.ts"
import { AuditLog } from "../kernel/AuditLog.ts"
import { Changes } from "../kernel/Changes.ts"
import { type ModerationAction, moderationMove, moderationReasonMax } from "../kernel/Moderation.ts"
import { mapPage, type Page, type PageRequest } from "../kernel/Page.ts"
import { foundOr, orRefuse, refuseAll } from "../kernel/Refusal.ts"
import { judgeText } from "../kernel/TextRule.ts"
import { UnitOfWork } from "../kernel/UnitOfWork.ts"
import { Notifications } from "../social/Notifications.ts"
import type { AdminComment } from "./Comment.ts"
import { moderationNotice } from "./commentNotifications.ts"
import { type AdminCommentRow, toAdminComment } from "./CommentRow.ts"
import { commentNotFound } from "./Comments.ts"
import { CommentStore, type ModerationFilter } from "./CommentStore.ts"

/** Moderation of comments by administrators. Every act is written to the audit log and notified to the author. */
export class CommentModeration extends Context.Tag("auspex/CommentModeration")<CommentModeration, {
  /** Newest first, with their texts. An unknown id gives an empty list. */
  readonly list: (
    actor: AdminActor,
    filter: ModerationFilter,
    page: PageRequest
  ) => Answer<Page<AdminComment>>
  readonly show: (actor: AdminActor, id: string) => Answer<AdminComment>
  /**
   * Replaces the text by `[removed]` wherever it is shown; the thread and points already earned stay. Fails with
   * COMMENT_NOT_FOUND, with INVALID_REQUEST, and with INVALID_TRANSITION when the text is removed already.
   */
  readonly remove: (actor: AdminActor, id: string, reason: string) => Answer<AdminComment>
  /** Shows the text again. Fails like `remove`, with INVALID_TRANSITION when the text is not removed. */
  readonly restore: (actor: AdminActor, id: string, reason: string) => Answer<AdminComment>
}>() {
  static readonly layer: Layer.Layer<
    CommentModeration,
    never,
    CommentStore | UnitOfWork | Notifications | AuditLog | Changes
  > = Layer.effect(
    CommentModeration,
    Effect.gen(function*() {
      const store = yield* CommentStore
      const unit = yield* UnitOfWork
      const notifications = yield* Notifications
      const audit = yield* AuditLog
      const changes = yield* Changes

      const move = (actor: AdminActor, id: string, given: string, action: ModerationAction): Answer<AdminComment> =>
        Effect.gen(function*() {
          const reason = given.trim()
          yield* refuseAll([judgeText("reason", reason, { min: 1, max: moderationReasonMax })])
          const after = yield* unit.transact(Effect.gen(function*() {
            const before = yield* foundOr(store.lock(id), commentNotFound)
            const from = before.removed_at === null ? "shown" : "removed"
            const move = yield* orRefuse(moderationMove("The comment", from, action))
            const after = yield* store.moderate(before.id, move, { by: actor.name, reason })
            yield* audit.record({
              actor: actor.name,
              action: `comment.${action}`,
              subject_type: "comment",
              subject_id: before.id,
              before: removalOf(before),
              after: removalOf(after),
              note: reason
            })
            const type = move.to === "removed" ? "comment_removed" : "comment_restored"
            yield* notifications.notify([moderationNotice(before, type, reason)])
            return after
          }))
          yield* changes.announce([`comments:${after.question_id}`, "discussions"])
          return toAdminComment(after)
        })

      return CommentModeration.of({
        list: (_actor, filter, page) => Effect.map(store.list(filter, page), (found) => mapPage(found, toAdminComment)),
        show: (_actor, id) => Effect.map(foundOr(store.find(id), commentNotFound), toAdminComment),
        remove: (actor, id, reason) => move(actor, id, reason, "remove"),
        restore: (actor, id, reason) => move(actor, id, reason, "restore")
      })
    })
  )
}

const removalOf = ({ removed_at, removed_by, removed_reason }: AdminCommentRow) => ({
  removed_at,
  removed_by,
  removed_reason
})
