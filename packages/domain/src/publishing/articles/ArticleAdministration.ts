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
import type { NotificationDraft } from "../../community/social/Notification.ts"
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
      const audit = yield* AuditLog
      const changes = yield* Changes
      const clock = yield* DatabaseClock
      const notifications = yield* Notifications
      const outbox = yield* EventOutbox
      const { publicUrl } = yield* PublicBaseUrl
      const renderer = yield* ArticleRenderer
      const store = yield* ArticleStore
      const unit = yield* UnitOfWork
      const services = { audit, changes, clock, notifications, outbox, publicUrl, renderer, store, unit }
      return ArticleAdministration.of({
        ...reading(services),
        edit: editWith(services),
        ...moving(services),
        feature: featureWith(services),
        calendar: calendarWith(services),
        candidates: candidatesWith(services)
      })
    })
  )
}

type Service = Context.Tag.Service<ArticleAdministration>

interface Services {
  readonly audit: AuditLog["Type"]
  readonly changes: Changes["Type"]
  readonly clock: DatabaseClock["Type"]
  readonly notifications: Notifications["Type"]
  readonly outbox: EventOutbox["Type"]
  readonly publicUrl: string
  readonly renderer: ArticleRenderer["Type"]
  readonly store: ArticleStore["Type"]
  readonly unit: UnitOfWork["Type"]
}

/** The changed fields of an article, and the state before and after for the audit log. */
interface Changed {
  readonly row: Partial<ArticleRow>
  readonly before: unknown
  readonly after: unknown
}

/**
 * Locks the article, runs `act`, writes its audit entry, and announces the change after the commit. An act without a
 * result changed nothing and has no entry.
 */
const changeWith = ({ audit, changes, renderer, store, unit }: Services) =>
(
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

const permitted = ({ status }: ArticleRow, action: ArticleAction) => orRefuse(articleMove(status, action, "admin"))

const reading = ({ renderer, store }: Services): Pick<Service, "list" | "show"> => ({
  list: (_actor, filter, page) => Effect.flatMap(store.list(filter, page), (found) => shownPage(found, renderer)),

  show: (_actor, id) => Effect.flatMap(foundOr(store.find(id), noSuchArticle), (row) => shownArticle(row, renderer))
})

const editWith = (services: Services): Service["edit"] => {
  const { renderer, store } = services
  const change = changeWith(services)
  return (actor, id, edit) =>
    Effect.gen(function*() {
      // Judged before the lock, because rendering takes time; the lock finds out whether it was judged in vain.
      const before = yield* foundOr(store.find(id), noSuchArticle)
      yield* permitted(before, "edit")
      const judged = yield* judgeArticleApart(editedRequest(before, edit), { renderer, filter: noProfanityFilter })
      const text = yield* orRefuse(judged)
      return yield* change(actor, id, "edit", (locked) =>
        Effect.gen(function*() {
          const move = yield* permitted(locked, "edit")
          if (locked.updated_at.getTime() !== before.updated_at.getTime()) {
            return yield* refuse("INVALID_TRANSITION", "The article was changed in the meantime; read it again.", {
              field: "updated_at",
              measured: locked.updated_at.toISOString()
            })
          }
          const changed = editOf(locked, text)
          if (changed === undefined) return undefined
          return { row: yield* store.rewrite(locked.id, move, text), ...changed }
        }))
    })
}

const moving = (services: Services): Pick<Service, "publish" | "schedule" | "archive"> => {
  const { notifications, outbox, publicUrl, store } = services
  const change = changeWith(services)

  /** Writes a move of one article, with its event. */
  const moved = (article: ArticleRow, move: ArticleMove, scheduledAt?: Date) =>
    Effect.gen(function*() {
      const rows = yield* store.move([article.id], move, scheduledAt)
      yield* outbox.record(articleEvents(move, rows, publicUrl))
      const row = rows[0] ?? article
      return { row, before: stateOf(article), after: stateOf(row) }
    })

  /** Publishes or archives an article, and notifies its author. */
  const movedWithNotice =
    (action: "publish" | "archive", notice: (article: ArticleRow) => NotificationDraft): Service["publish"] =>
    (actor, id) =>
      change(actor, id, action, (locked) =>
        Effect.gen(function*() {
          const changed = yield* moved(locked, yield* permitted(locked, action))
          yield* notifications.notify([notice(locked)])
          return changed
        }))

  return {
    publish: movedWithNotice("publish", publishedNotice),

    archive: movedWithNotice("archive", (article) => archivedNotice(article, article.published_at !== null)),

    schedule: (actor, id, scheduledAt) => {
      const action = scheduledAt === null ? "unschedule" : "schedule"
      return change(actor, id, action, (locked) =>
        Effect.gen(function*() {
          const move = yield* permitted(locked, action)
          if (scheduledAt?.getTime() === locked.scheduled_at?.getTime()) return undefined
          if (scheduledAt === null) return yield* moved(locked, move)
          yield* refuseAll([judgeScheduledAt(scheduledAt, locked.now)])
          return yield* moved(locked, move, scheduledAt)
        }))
    }
  }
}

const stateOf = ({ published_at, scheduled_at, status }: ArticleHeaderRow) => ({ status, scheduled_at, published_at })

const featureWith = (services: Services): Service["feature"] => {
  const change = changeWith(services)
  return (actor, id, newsletter) =>
    change(actor, id, "newsletter", (locked) =>
      Effect.gen(function*() {
        const move = yield* permitted(locked, "feature")
        if (locked.newsletter === newsletter) return undefined
        const row = yield* services.store.feature(locked.id, move, newsletter)
        return { row, before: { newsletter: locked.newsletter }, after: { newsletter } }
      }))
}

const calendarWith = ({ clock, store }: Services): Service["calendar"] => (_actor, asked) =>
  Effect.gen(function*() {
    const span = yield* orRefuse(calendarSpan(asked, yield* clock.now))
    const { end, start } = spanInstants(span)
    const rows = yield* store.between(start, end, calendarArticlesMax + 1)
    if (rows.length <= calendarArticlesMax) return articleCalendar(rows)
    const max = counted(calendarArticlesMax, "article")
    return yield* refuse(
      "INVALID_REQUEST",
      `There are more than ${max} from ${span.from} to ${span.to}; ask for fewer days.`,
      { field: "to", limit: calendarArticlesMax }
    )
  })

const candidatesWith = ({ store }: Services): Service["candidates"] => (_actor, limit) =>
  Effect.gen(function*() {
    const best = bestCandidates(yield* store.openTallies(articleCandidatesMax), limit)
    const { now, rows } = yield* store.questions(best.map(({ id }) => id))
    const byId = new Map(rows.map((row) => [row.id, row]))
    return best.flatMap(({ id, ...scored }) => {
      const row = byId.get(id)
      return row === undefined ? [] : [{ question: toQuestion(row, now), ...scored }]
    })
  })
