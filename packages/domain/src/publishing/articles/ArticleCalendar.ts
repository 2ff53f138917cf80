import { Array as Arr, Either, Schema } from "effect"
import { type Failure, failure, type Failures } from "../../kernel/Failure.ts"
import { isCalendarDate } from "../../kernel/isCalendarDate.ts"
import { ArticleHeader, type ArticleHeaderRow, toArticleHeader } from "./Article.ts"

/** The maximum length of a calendar in days. */
export const calendarDaysMax = 366

/** The maximum number of articles in a calendar; a longer one is refused. */
export const calendarArticlesMax = 2_000

const msPerDay = 86_400_000

/** A span of days (UTC), both included. */
export interface CalendarSpan {
  readonly from: string
  readonly to: string
}

/** The articles of one day (UTC), in the order of their times. */
export const CalendarDay = Schema.Struct({
  date: Schema.String.annotations({ jsonSchema: { type: "string", format: "date" } }),
  articles: Schema.Array(ArticleHeader)
}).annotations({ identifier: "ArticleCalendarDay" })
export interface CalendarDay extends Schema.Schema.Type<typeof CalendarDay> {}

/** The days that have articles, in order. */
export const ArticleCalendar = Schema.Struct({ days: Schema.Array(CalendarDay) })
export interface ArticleCalendar extends Schema.Schema.Type<typeof ArticleCalendar> {}

const dayOf = (instant: Date): string => instant.toISOString().slice(0, 10)

/** The first day of the month of a day. */
const monthStart = (day: string): string => `${day.slice(0, 7)}-01`

/** The last day of the month of a day. */
const monthEnd = (day: string): string => dayOf(new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)))

/**
 * The span that a calendar covers. Without `from` it begins with the month of `to`, without `to` it ends with the month
 * of `from`, and without both it is the month of `now`. Fails with `INVALID_REQUEST` for what is no day of the calendar,
 * an end before the start, or more than 366 days.
 *
 * @example calendarSpan({ from: "2027-02-10" }, new Date("2027-01-01T00:00:00Z")) // right({ from: "2027-02-10", to: "2027-02-28" })
 * @example calendarSpan({}, new Date("2027-12-31T23:59:59Z")) // right({ from: "2027-12-01", to: "2027-12-31" })
 */
export const calendarSpan = (
  asked: { readonly from?: string; readonly to?: string },
  now: Date
): Either.Either<CalendarSpan, Failures> => {
  // A span ends with the beginning of the next day, which has to have four digits, too.
  const isDay = (text: string): boolean => isCalendarDate(text) && text >= "1000" && text < "9999"
  const wrong = (["from", "to"] as const).flatMap((field): ReadonlyArray<Failure> => {
    const text = asked[field]
    return text === undefined || isDay(text) ? [] : [
      failure("INVALID_REQUEST", `${field} must be a calendar date, YYYY-MM-DD, before the year 9999.`, { field })
    ]
  })
  if (Arr.isNonEmptyReadonlyArray(wrong)) return Either.left(wrong)
  const from = asked.from ?? monthStart(asked.to ?? dayOf(now))
  const to = asked.to ?? monthEnd(from)
  const days = (Date.parse(to) - Date.parse(from)) / msPerDay + 1
  if (days < 1) {
    return Either.left([
      failure("INVALID_REQUEST", `to must not be earlier than from, ${from}.`, { field: "to", measured: to })
    ])
  }
  return days <= calendarDaysMax ? Either.right({ from, to }) : Either.left([
    failure("INVALID_REQUEST", `A calendar covers at most ${calendarDaysMax} days; this range has ${days}.`, {
      field: "to",
      measured: days,
      limit: calendarDaysMax
    })
  ])
}

/** The instants at which a span begins and after which it has ended. */
export const spanInstants = ({ from, to }: CalendarSpan): { readonly start: Date; readonly end: Date } => ({
  start: new Date(`${from}T00:00:00.000Z`),
  end: new Date(Date.parse(`${to}T00:00:00.000Z`) + msPerDay)
})

/** When an article belongs into the calendar: its publication, else the scheduled time. */
const placeOf = ({ published_at, scheduled_at }: ArticleHeaderRow): Date | null => published_at ?? scheduled_at

/** The calendar of published and scheduled articles, by day (UTC). Articles with neither time are left out. */
export const articleCalendar = (rows: ReadonlyArray<ArticleHeaderRow>): ArticleCalendar => {
  const placed = rows.flatMap((row) => {
    const at = placeOf(row)
    return at === null ? [] : [{ row, at }]
  }).sort((a, b) => a.at.getTime() - b.at.getTime() || (a.row.id < b.row.id ? -1 : 1))
  const days = new Map<string, Array<ArticleHeader>>()
  for (const { at, row } of placed) {
    const date = dayOf(at)
    const articles = days.get(date) ?? []
    articles.push(toArticleHeader(row))
    days.set(date, articles)
  }
  return { days: Array.from(days, ([date, articles]) => ({ date, articles })) }
}
