import { Effect } from "effect"
import type { AdminActor } from "../../platform/identity/Actor.ts"
import type { UseCaseEffect } from "../../kernel/UseCaseEffect.ts"
import { AuditLog } from "../../kernel/AuditLog.ts"
import { Changes, type Topic } from "../../kernel/Changes.ts"
import { foundOr, orRefuse, type Refusal, refuseAll } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { judgeText } from "../../kernel/TextRule.ts"
import { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import type { NotificationDraft } from "../social/Notification.ts"
import { Notifications } from "../social/Notifications.ts"
import {
  type ModeratedText,
  type ModerationAction,
  type ModerationMove,
  moderationMove,
  type ModerationReason,
  moderationReasonMax
} from "./Moderation.ts"

/** A row whose text can be removed; the fields are unset or null while the text is shown. */
export interface ModeratedRow {
  readonly id: string
  readonly removed_at?: Date | null
  readonly removed_by?: string | null
  readonly removed_reason?: string | null
}

/** A kind of text that administrators remove and restore. */
interface ModeratedKind<Row extends ModeratedRow> {
  /** The kind in the audit log. */
  readonly name: "comment" | "prediction"
  /** The text as the subject of a refusal, such as "The comment". */
  readonly subject: string
  readonly notFound: Effect.Effect<never, Refusal>
  /** Locks a row. Joins the unit of work. */
  readonly lock: (id: string) => Effect.Effect<Row | undefined, StorageUnavailable>
  /** Moves the text of a locked row. Joins the unit of work. */
  readonly moderate: (
    id: string,
    move: ModerationMove,
    reason: ModerationReason
  ) => Effect.Effect<Row, StorageUnavailable>
  /** What else the move changes. Joins the unit of work. */
  readonly consequence?: (row: Row, to: ModeratedText) => Effect.Effect<void, StorageUnavailable>
  /** What the author is told. */
  readonly notice: (row: Row, to: ModeratedText, reason: string) => NotificationDraft
  /** The cached answers that show the text. */
  readonly topics: (row: Row) => ReadonlyArray<Topic>
}

/**
 * Makes the function that removes and restores texts of one kind: it checks the reason, asks the table of moves, stores,
 * records the act in the audit log, tells the author, and announces the change. Fails with INVALID_REQUEST for the reason,
 * the kind's `notFound`, and INVALID_TRANSITION when the text is removed or shown already.
 */
export const textModeration = <Row extends ModeratedRow>(kind: ModeratedKind<Row>) =>
  Effect.gen(function*() {
    const unit = yield* UnitOfWork
    const notifications = yield* Notifications
    const audit = yield* AuditLog
    const changes = yield* Changes

    return (actor: AdminActor, id: string, given: string, action: ModerationAction): UseCaseEffect<Row> =>
      Effect.gen(function*() {
        const reason = given.trim()
        yield* refuseAll([judgeText("reason", reason, { min: 1, max: moderationReasonMax })])
        const after = yield* unit.transact(Effect.gen(function*() {
          const before = yield* foundOr(kind.lock(id), kind.notFound)
          const from = (before.removed_at ?? null) === null ? "shown" : "removed"
          const move = yield* orRefuse(moderationMove(kind.subject, from, action))
          const after = yield* kind.moderate(before.id, move, { by: actor.name, reason })
          yield* kind.consequence?.(after, move.to) ?? Effect.void
          yield* audit.record({
            actor: actor.name,
            action: `${kind.name}.${action}`,
            subject_type: kind.name,
            subject_id: before.id,
            before: removalOf(before),
            after: removalOf(after),
            note: reason
          })
          yield* notifications.notify([kind.notice(before, move.to, reason)])
          return after
        }))
        yield* changes.announce(kind.topics(after))
        return after
      })
  })

const removalOf = ({ removed_at = null, removed_by = null, removed_reason = null }: ModeratedRow) => ({
  removed_at,
  removed_by,
  removed_reason
})
