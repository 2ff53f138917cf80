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

/** What administrators do with comments. Every act is in the audit log, and the author is told. */
export class CommentModeration extends Context.Tag("auspex/CommentModeration")<CommentModeration, {
  /** The newest first, with their texts. An id that nobody has finds nothing. */
  readonly list: (
    actor: AdminActor,
    filter: ModerationFilter,
    page: PageRequest
  ) => Answer<Page<AdminComment>>
  readonly show: (actor: AdminActor, id: string) => Answer<AdminComment>
  /**
   * Shows `[removed]` in place of the text from now on; the thread stays, and so do points that it earned. Fails with
   * COMMENT_NOT_FOUND, INVALID_REQUEST, INVALID_TRANSITION when it is removed already.
   */
  readonly remove: (actor: AdminActor, id: string, reason: string) => Answer<AdminComment>
  /** Shows it again. Fails as `remove` does, with INVALID_TRANSITION when it is not removed. */
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
