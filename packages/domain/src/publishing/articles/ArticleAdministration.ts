import { Context, Effect, Layer } from "effect"
import { noProfanityFilter } from "../../community/comments/ProfanityFilter.ts"
import { EventOutbox } from "../../platform/events/EventOutbox.ts"
import type { AdminActor } from "../../platform/identity/Actor.ts"
import { PublicBaseUrl } from "../../platform/identity/PublicBaseUrl.ts"
import { AuditLog } from "../../kernel/AuditLog.ts"
import { Changes } from "../../kernel/Changes.ts"
import { counted } from "../../kernel/Counted.ts"
import { DatabaseClock } from "../../kernel/DatabaseClock.ts"
import type { Page, PageRequest } from "../../kernel/Page.ts"
import { foundOr, orRefuse, refuse, refuseAll } from "../../kernel/Refusal.ts"
import { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import type { UseCaseEffect } from "../../kernel/UseCaseEffect.ts"
import { toQuestion } from "../../forecasting/questions/Question.ts"
import { Notifications } from "../../community/social/Notifications.ts"
import type { Article, ArticleHeaderRow, ArticleRow } from "./Article.ts"
import {
  type ArticleCalendar,
  articleCalendar,
  calendarArticlesMax,
  calendarSpan,
  type CalendarSpan,
  spanInstants
} from "./ArticleCalendar.ts"
import { type ArticleCandidate, bestCandidates, articleCandidatesMax } from "./ArticleCandidate.ts"
import { type ArticleEdit, editedRequest, editOf } from "./ArticleEdit.ts"
import { articleEvents } from "./articleEvents.ts"
import { judgeArticleApart } from "./ArticleGates.ts"
import { type ArticleAction, articleMove, type ArticleMove } from "./ArticleMove.ts"
import { archivedNotice, publishedNotice } from "./articleNotifications.ts"
import { ArticleRenderer } from "./ArticleRenderer.ts"
import { noSuchArticle, shownArticle, shownPage } from "./Articles.ts"
import { judgeScheduledAt } from "./ArticleSchedule.ts"
import { type ArticleFilter, ArticleStore, type LockedArticle } from "./ArticleStore.ts"

/**
 * Administration of articles. Every act commits together with its audit entry, its event and its notification. An act
 * that the status does not allow fails with `INVALID_TRANSITION`; of concurrent requests for the same move one succeeds.
 * An unknown article fails with `ARTICLE_NOT_FOUND`.
 */
export class ArticleAdministration extends Context.Tag("auspex/ArticleAdministration")<ArticleAdministration, {
  /** Articles of any status, the newest first. */
  readonly list: (actor: AdminActor, filter: ArticleFilter, page: PageRequest) => UseCaseEffect<Page<Article>>
  readonly show: (actor: AdminActor, id: string) => UseCaseEffect<Article>
  /**
   * Corrects the texts that `edit` names; null empties one. The slug stays. Fails with everything that is wrong with the
   * result, except profanity, which is the editor's decision.
   */
  readonly edit: (actor: AdminActor, id: string, edit: ArticleEdit) => UseCaseEffect<Article>
  /** Publishes a draft or a submitted article now and fires `article.published`; a scheduled time is cleared. */
  readonly publish: (actor: AdminActor, id: string) => UseCaseEffect<Article>
  /**
   * Schedules a draft or a submitted article, or with null clears the schedule. A time in the past publishes at the
   * clock's next run. Setting the same time again, or clearing none, changes nothing.
   */
  readonly schedule: (actor: AdminActor, id: string, scheduledAt: Date | null) => UseCaseEffect<Article>
  /** Removes a published article from public view for good, or rejects one that is not published. */
  readonly archive: (actor: AdminActor, id: string) => UseCaseEffect<Article>
  /** Flags an article for the newsletter, or takes the flag away. */
  readonly feature: (actor: AdminActor, id: string, newsletter: boolean) => UseCaseEffect<Article>
  /** Published and scheduled articles by day (UTC). Fails with INVALID_REQUEST (see `calendarSpan`). */
  readonly calendar: (actor: AdminActor, asked: Partial<CalendarSpan>) => UseCaseEffect<ArticleCalendar>
  /** Open questions as subjects, the best first (see `blogScore`). */
  readonly candidates: (actor: AdminActor, limit: number) => UseCaseEffect<ReadonlyArray<ArticleCandidate>>
}>() {
  static readonly layer: Layer.Layer<
    ArticleAdministration,
    never,
    | ArticleStore
    | ArticleRenderer
    | UnitOfWork
    | EventOutbox
    | Notifications
    | AuditLog
    | Changes
    | DatabaseClock
    | PublicBaseUrl
  > = Layer.effect(
    ArticleAdministration,
    Effect.gen(function*() {
      const store = yield* ArticleStore
      const renderer = yield* ArticleRenderer
      const unit = yield* UnitOfWork
      const outbox = yield* EventOutbox
      const notifications = yield* Notifications
      const audit = yield* AuditLog
      const changes = yield* Changes
      const clock = yield* DatabaseClock
      const { publicUrl } = yield* PublicBaseUrl

      /** Locks the article, runs `act`, writes its audit entry, and announces the change after the commit. */
      const change = (
        actor: AdminActor,
        id: string,
        verb: string,
        act: (locked: LockedArticle) => UseCaseEffect<Changed | undefined>
      ): UseCaseEffect<Article> =>
        unit.transact(Effect.gen(function*() {
          const { now, ...before } = yield* foundOr(store.lock(id), noSuchArticle)
          const changed = yield* act({ ...before, now })
          if (changed === undefined) return yield* shownArticle(before, renderer)
          yield* audit.record({
            actor: actor.name,
            action: `article.${verb}`,
            subject_type: "article",
            subject_id: before.id,
            before: changed.before,
            after: changed.after
          })
          return yield* shownArticle({ ...before, ...changed.row }, renderer)
        })).pipe(Effect.tap(() => changes.announce(["articles"])))

      /** Writes a move of one article, with its event. */
      const moved = (article: ArticleRow, move: ArticleMove, scheduledAt?: Date) =>
        Effect.gen(function*() {
          const rows = yield* store.move([article.id], move, scheduledAt)
          yield* outbox.record(articleEvents(move, rows, publicUrl))
          const row = rows[0] ?? article
          return { row, before: stateOf(article), after: stateOf(row) }
        })

      const permitted = ({ status }: ArticleRow, action: ArticleAction) =>
        orRefuse(articleMove(status, action, "admin"))

      return ArticleAdministration.of({
        list: (_actor, filter, page) => Effect.flatMap(store.list(filter, page), (found) => shownPage(found, renderer)),

        show: (_actor, id) =>
          Effect.flatMap(foundOr(store.find(id), noSuchArticle), (row) => shownArticle(row, renderer)),

        edit: (actor, id, edit) =>
          Effect.gen(function*() {
            // Judged before the lock, because rendering takes time; the lock finds out whether it was judged in vain.
            const before = yield* foundOr(store.find(id), noSuchArticle)
            yield* permitted(before, "edit")
            const judged = yield* judgeArticleApart(editedRequest(before, edit), {
              renderer,
              filter: noProfanityFilter
            })
            const text = yield* orRefuse(judged)
            return yield* change(actor, id, "edit", (locked) =>
              Effect.gen(function*() {
                const move = yield* permitted(locked, "edit")
                if (locked.updated_at.getTime() !== before.updated_at.getTime()) {
                  return yield* refuse(
                    "INVALID_TRANSITION",
                    "The article was changed in the meantime; read it again.",
                    { field: "updated_at", measured: locked.updated_at.toISOString() }
                  )
                }
                const changed = editOf(locked, text)
                if (changed === undefined) return undefined
                return { row: yield* store.rewrite(locked.id, move, text), ...changed }
              }))
          }),

        publish: (actor, id) =>
          change(actor, id, "publish", (locked) =>
            Effect.gen(function*() {
              const changed = yield* moved(locked, yield* permitted(locked, "publish"))
              yield* notifications.notify([publishedNotice(locked)])
              return changed
            })),

        schedule: (actor, id, scheduledAt) =>
          change(actor, id, scheduledAt === null ? "unschedule" : "schedule", (locked) =>
            Effect.gen(function*() {
              const move = yield* permitted(locked, scheduledAt === null ? "unschedule" : "schedule")
              if (scheduledAt?.getTime() === locked.scheduled_at?.getTime()) return undefined
              if (scheduledAt === null) return yield* moved(locked, move)
              yield* refuseAll([judgeScheduledAt(scheduledAt, locked.now)])
              return yield* moved(locked, move, scheduledAt)
            })),

        archive: (actor, id) =>
          change(actor, id, "archive", (locked) =>
            Effect.gen(function*() {
              const changed = yield* moved(locked, yield* permitted(locked, "archive"))
              yield* notifications.notify([archivedNotice(locked, locked.published_at !== null)])
              return changed
            })),

        feature: (actor, id, newsletter) =>
          change(actor, id, "newsletter", (locked) =>
            Effect.gen(function*() {
              const move = yield* permitted(locked, "feature")
              if (locked.newsletter === newsletter) return undefined
              const row = yield* store.feature(locked.id, move, newsletter)
              return { row, before: { newsletter: locked.newsletter }, after: { newsletter } }
            })),

        calendar: (_actor, asked) =>
          Effect.gen(function*() {
            const span = yield* orRefuse(calendarSpan(asked, yield* clock.now))
            const { end, start } = spanInstants(span)
            const rows = yield* store.between(start, end, calendarArticlesMax + 1)
            if (rows.length <= calendarArticlesMax) return articleCalendar(rows)
            return yield* refuse(
              "INVALID_REQUEST",
              `There are more than ${
                counted(calendarArticlesMax, "article")
              } from ${span.from} to ${span.to}; ask for fewer days.`,
              { field: "to", limit: calendarArticlesMax }
            )
          }),

        candidates: (_actor, limit) =>
          Effect.gen(function*() {
            const best = bestCandidates(yield* store.openTallies(articleCandidatesMax), limit)
            const { now, rows } = yield* store.questions(best.map(({ id }) => id))
            const byId = new Map(rows.map((row) => [row.id, row]))
            return best.flatMap(({ id, ...scored }) => {
              const row = byId.get(id)
              return row === undefined ? [] : [{ question: toQuestion(row, now), ...scored }]
            })
          })
      })
    })
  )
}

/** What an act changed: the fields of the row, and what the audit log says. */
interface Changed {
  readonly row: Partial<ArticleRow>
  readonly before: unknown
  readonly after: unknown
}

const stateOf = ({ published_at, scheduled_at, status }: ArticleHeaderRow) => ({ status, scheduled_at, published_at })
