import { Context, Effect, Layer } from "effect"
import { EventOutbox } from "../../platform/events/EventOutbox.ts"
import { PublicBaseUrl } from "../../platform/identity/PublicBaseUrl.ts"
import { AuditLog } from "../../kernel/AuditLog.ts"
import { Changes } from "../../kernel/Changes.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import { Notifications } from "../../community/social/Notifications.ts"
import { articleEvents } from "./articleEvents.ts"
import { articleMoveOrDie } from "./ArticleMove.ts"
import { publishedNotice } from "./articleNotifications.ts"
import type { ArticleStatus } from "./ArticleStatus.ts"
import { ArticleStore } from "./ArticleStore.ts"

/** The maximum number of articles that one transaction publishes. */
export const articleBatchMax = 20

/**
 * The worker that publishes articles at their scheduled time by the database's clock. The publications, their events,
 * audit entries and notifications commit in one transaction. Articles are claimed by locking their rows and skipping
 * locked ones, so any number of instances may run it at once and each article is published exactly once. What a crash
 * prevented is done by the next run.
 */
export class ArticleClock extends Context.Tag("auspex/ArticleClock")<ArticleClock, {
  /** Publishes the next due articles, at most `articleBatchMax`, and returns how many there were. */
  readonly publishNext: Effect.Effect<number, StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<
    ArticleClock,
    never,
    ArticleStore | UnitOfWork | EventOutbox | Notifications | AuditLog | Changes | PublicBaseUrl
  > = Layer.effect(
    ArticleClock,
    Effect.gen(function*() {
      const store = yield* ArticleStore
      const unit = yield* UnitOfWork
      const outbox = yield* EventOutbox
      const notifications = yield* Notifications
      const audit = yield* AuditLog
      const changes = yield* Changes
      const { publicUrl } = yield* PublicBaseUrl

      const publish = (status: ArticleStatus, ids: ReadonlyArray<string>): Effect.Effect<void, StorageUnavailable> =>
        Effect.gen(function*() {
          const move = yield* articleMoveOrDie(status, "publish", "scheduler")
          const published = yield* store.move(ids, move)
          yield* outbox.record(articleEvents(move, published, publicUrl))
          yield* notifications.notify(published.map(publishedNotice))
          yield* Effect.forEach(published, ({ id, late_seconds, scheduled_at }) =>
            audit.record({
              actor: "system",
              action: "article.publish",
              subject_type: "article",
              subject_id: id,
              before: { status, scheduled_at },
              after: { status: move.to, late_seconds }
            }), { discard: true })
        })

      const batch = unit.transact(Effect.gen(function*() {
        const due = yield* store.claimDue(articleBatchMax)
        for (const status of new Set(due.map((article) => article.status))) {
          yield* publish(status, due.filter((article) => article.status === status).map(({ id }) => id))
        }
        return due.length
      }))

      return ArticleClock.of({
        publishNext: Effect.tap(batch, (count) => count === 0 ? Effect.void : changes.announce(["articles"]))
      })
    })
  )
}
