import {
  type Article,
  type ArticleAction,
  type ArticleFilter,
  articleMove,
  type ArticleStatus,
  judgeScheduledAt
} from "@auspex/domain/articles"
import { orRefuse, Refusal } from "@auspex/domain/kernel"
import { Effect, Either } from "effect"
import type { Connection } from "../../kit/connection/Connection.ts"
import { confirm } from "../../kit/connection/confirm.ts"
import { withConnection } from "../../kit/connection/connect.ts"
import { isDryRun } from "../../kit/connection/isDryRun.ts"
import { WrongUsage } from "../../kit/invocation/CommandFailure.ts"
import type { ChangeFlags, CommandHandler, Invocation, TargetFlags } from "../../kit/invocation/Invocation.ts"
import { needsAscii } from "../../kit/output/Characters.ts"
import { type MonthEntry, monthGrid, monthOf } from "../../kit/output/MonthGrid.ts"
import { printNote, printRecord, printRows, printText } from "../../kit/output/print.ts"
import { styleFor } from "../../kit/output/Style.ts"
import type { Column } from "../../kit/output/table.ts"
import { instantIn, instantText, isTimeZone } from "../../kit/output/ZonedTime.ts"
import { printList, type PageFlags, wholeNumber } from "../../kit/connection/pages.ts"

interface ListFlags extends TargetFlags, PageFlags {
  readonly status?: ArticleStatus
}

interface ScheduleFlags extends ChangeFlags {
  readonly zone?: string
  readonly clear?: boolean
}

const isDue = ({ published_at, scheduled_at }: Article): boolean =>
  published_at === undefined && scheduled_at !== undefined

const columns: ReadonlyArray<Column<Article>> = [
  { header: "ID", value: (row) => row.id },
  { header: "STATUS", value: (row) => row.status, colour: (row) => row.status === "review" ? "yellow" : undefined },
  { header: "TYPE", value: (row) => row.article_type },
  { header: "SUBMITTED", value: (row) => row.created_at },
  { header: "PUBLISHED", value: (row) => row.published_at },
  { header: "SCHEDULED", value: (row) => isDue(row) ? row.scheduled_at : undefined },
  { header: "BY", value: (row) => row.author_name, shrinks: true },
  { header: "TITLE", value: (row) => row.title, shrinks: true }
]

/** `auspex articles list`. */
export const listArticles = ((call: Invocation<ListFlags>) => {
  const { status } = call.flags
  const filter: ArticleFilter = status === undefined ? {} : { status }
  return withConnection(
    call,
    ({ api }) =>
      printList(call, "articles", columns, (page) => api.articles.adminArticles({ urlParams: { ...filter, ...page } }))
  )
}) satisfies CommandHandler

/** As a table without its text, which an action leaves as it was. */
const printWithoutText = (call: Invocation<TargetFlags>, article: Article) => {
  const { content: _, content_html: __, ...others } = article
  return printRecord(call, { article }, others)
}

/** `auspex articles show`. */
export const showArticle = ((call: Invocation<TargetFlags>) =>
  withConnection(
    call,
    ({ api }) =>
      Effect.flatMap(
        api.articles.adminArticle({ path: { id: call.args[0]! } }),
        ({ article }) => {
          const { content_html: _, ...readable } = article
          return printRecord(call, { article }, readable)
        }
      )
  )) satisfies CommandHandler

const named = ({ author_name, title }: Article): string => `"${title.slice(0, 80)}" by ${author_name}`

/** Reads the article, refuses what its status does not allow, asks, and acts. */
const actOn = <E>(
  call: Invocation<ChangeFlags>,
  { api, target }: Connection,
  { action, asks, sentence }: {
    readonly action: ArticleAction
    readonly asks: boolean
    readonly sentence: (article: Article) => Effect.Effect<string, Refusal | WrongUsage>
  },
  act: (path: { readonly path: { readonly id: string } }) => Effect.Effect<{ readonly article: Article }, E>
) =>
  Effect.gen(function*() {
    const { article } = yield* api.articles.adminArticle({ path: { id: call.args[0]! } })
    yield* orRefuse(articleMove(article.status, action, "admin"))
    const what = yield* sentence(article)
    if (yield* isDryRun(call, target, what)) return yield* printWithoutText(call, article)
    if (asks) yield* confirm(call, target, what)
    yield* printWithoutText(call, (yield* act({ path: { id: article.id } })).article)
  })

/** `auspex articles publish`. */
export const publishArticle =
  ((call: Invocation<ChangeFlags>) =>
    withConnection(call, (connection) =>
      actOn(call, connection, {
        action: "publish",
        asks: true,
        sentence: (article) =>
          Effect.succeed(`publish ${named(article)} now${isDue(article) ? ", before its scheduled time" : ""}`)
      }, (at) => connection.api.articles.publishArticle(at)))) satisfies CommandHandler

/** `auspex articles archive`. */
export const archiveArticle =
  ((call: Invocation<ChangeFlags>) =>
    withConnection(call, (connection) =>
      actOn(call, connection, {
        action: "archive",
        asks: true,
        sentence: (article) =>
          Effect.succeed(
            article.status === "published"
              ? `remove ${named(article)} from public view for good`
              : `reject ${named(article)} for good`
          )
      }, (at) => connection.api.articles.archiveArticle(at)))) satisfies CommandHandler

/** `auspex articles newsletter`. */
export const flagArticle = ((call: Invocation<ChangeFlags & { readonly remove?: boolean }>) => {
  const newsletter = call.flags.remove !== true
  return withConnection(call, (connection) =>
    actOn(
      call,
      connection,
      {
        action: "feature",
        asks: false,
        sentence: (article) =>
          Effect.succeed(
            `${newsletter ? "put" : "take"} ${named(article)} ${newsletter ? "into" : "out of"} the newsletter`
          )
      },
      (at) => connection.api.articles.flagArticleForNewsletter({ ...at, payload: { newsletter } })
    ))
}) satisfies CommandHandler

/** The time that the arguments name, or null to clear it. */
const wantedTime = ({ args: [, text], flags: { clear, zone } }: Invocation<ScheduleFlags>) => {
  const wrong = (message: string) => Effect.fail(new WrongUsage({ message }))
  if (zone !== undefined && !isTimeZone(zone)) {
    return wrong(`--zone "${zone}" is not a time zone of the IANA database, such as Europe/Berlin`)
  }
  if ((clear === true) === (text !== undefined)) return wrong("give a time, or --clear")
  if (text === undefined) return Effect.succeed(null)
  return Either.match(instantIn(text, zone), { onLeft: wrong, onRight: Effect.succeed })
}

/** `auspex articles schedule`. */
export const scheduleArticle =
  ((call: Invocation<ScheduleFlags>) =>
    Effect.flatMap(wantedTime(call), (scheduled_at) =>
      withConnection(call, (connection) =>
        actOn(
          call,
          connection,
          {
            action: scheduled_at === null ? "unschedule" : "schedule",
            asks: scheduled_at !== null,
            sentence: (article) =>
              Effect.gen(function*() {
                if (scheduled_at === null) return `clear the schedule of ${named(article)}`
                const now = yield* Effect.orDie(connection.now)
                const wrong = judgeScheduledAt(scheduled_at, now)
                if (wrong !== undefined) return yield* new Refusal({ failures: [wrong] })
                const isPast = scheduled_at.getTime() <= now.getTime()
                const when = `${instantText(scheduled_at, call.flags.zone)}${isPast ? ", which is past: at once" : ""}`
                yield* printNote(call, `${scheduled_at.toISOString()} is ${when}`)
                return `schedule ${named(article)} for ${when}`
              })
          },
          (at) => connection.api.articles.scheduleArticle({ ...at, payload: { scheduled_at } })
        )))) satisfies CommandHandler

/** `auspex articles calendar`. */
export const articleCalendar =
  ((call: Invocation<TargetFlags & { readonly month?: string }>) =>
    withConnection(call, ({ api, now }) =>
      Effect.gen(function*() {
        const text = call.flags.month ?? (yield* now).toISOString().slice(0, 7)
        const month = monthOf(text)
        if (month === undefined) {
          return yield* new WrongUsage({ message: `--month "${text}" is not a month such as 2027-03` })
        }
        const calendar = yield* api.articles.articleCalendar({ urlParams: { from: `${text}-01` } })
        if (call.flags.output === "json" || call.flags.output === "ndjson") {
          return yield* printRows(call, calendar.days, [], calendar)
        }
        const entries = calendar.days.flatMap(({ articles }): ReadonlyArray<MonthEntry> =>
          articles.map(({ published_at, scheduled_at, title }) => ({
            at: published_at ?? scheduled_at!,
            text: title,
            isDone: published_at !== undefined
          }))
        )
        yield* printText(
          call,
          monthGrid(month, entries, {
            columns: call.io.stdout.columns ?? 100,
            style: styleFor(call.io, call.io.stdout, call.flags),
            ascii: needsAscii(call.io)
          })
        )
      }))) satisfies CommandHandler

/** `auspex articles candidates`. */
export const articleCandidates =
  ((call: Invocation<TargetFlags & { readonly limit?: string }>) =>
    withConnection(call, ({ api }) =>
      Effect.gen(function*() {
        const limit = yield* wholeNumber("--limit", call.flags.limit ?? "20", 1, 100)
        const answer = yield* api.articles.articleCandidates({ urlParams: { limit } })
        const score = (header: string, value: (row: (typeof answer.candidates)[number]) => number) => ({
          header,
          right: true,
          value: (row: (typeof answer.candidates)[number]) => value(row).toFixed(1)
        })
        yield* printRows(call, answer.candidates, [
          score("SCORE", (row) => row.blog_score),
          score("PREDICTIONS", (row) => row.terms.predictions),
          score("DIVERSITY", (row) => row.terms.model_diversity),
          score("UPVOTES", (row) => row.terms.upvotes),
          score("CONTESTED", (row) => row.terms.contested),
          { header: "ID", value: (row) => row.question.id },
          { header: "QUESTION", value: (row) => row.question.question, shrinks: true }
        ], answer)
        if (answer.candidates.length === 0 && call.flags.output === "table") yield* printNote(call, "no open questions")
      }))) satisfies CommandHandler
