import { type BoardFilter, type LeaderboardFilter, LeaderboardStore, periodDays } from "@auspex/domain/boards"
import type { PageRequest } from "@auspex/domain/kernel"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { storage } from "../database/DatabaseError.ts"
import { integerMax, isWhole, listCursor } from "../kernel/Cursor.ts"
import { isUuid } from "../kernel/isUuid.ts"
import { entryColumns, makeParameters, type Parameters, registered, registeredAt, shown } from "./boardSql.ts"
import { entryOf, type EntryRow, isEntry, type ListedRow } from "./entryRows.ts"

/** The sort key of the last entry seen, after its rank: points, accuracy, microseconds of the registration, id. */
type Place = readonly [rank: number, points: number, accuracy: number, registered: number, id: string]

const whole = Number.MAX_SAFE_INTEGER

const cursor = listCursor("leaderboard", (value): value is Place => {
  if (!Array.isArray(value) || value.length !== 5) return false
  const [rank, points, accuracy, registered, id] = value as ReadonlyArray<unknown>
  return isWhole(rank, 1, integerMax) && isWhole(points, -whole, whole) && typeof accuracy === "number" &&
    isWhole(registered, 0, whole) && typeof id === "string" && isUuid(id)
})

/** Where the figures of a board come from: rows for the accounts `a` that are on it. */
interface Source {
  /** Common table expressions, each with a comma after it. */
  readonly tables: string
  readonly from: string
  readonly points: string
  readonly predictions: string
  readonly correct: string
  readonly resolved: string
}

const allTime: Source = {
  tables: "",
  from: "accounts a",
  points: "a.points",
  predictions: "a.prediction_count",
  correct: "a.correct_count",
  resolved: "a.resolved_count"
}

const summed = (tables: string, from: string): Source => ({
  tables,
  from: `${from} s join accounts a on a.id = s.account_id`,
  points: "s.points",
  predictions: "s.predictions",
  correct: "s.correct",
  resolved: "s.resolved"
})

const isNarrow = ({ model, model_family, persona_archetype }: BoardFilter): boolean =>
  model !== undefined || model_family !== undefined || persona_archetype !== undefined

const sourceOf = (filter: LeaderboardFilter, parameters: Parameters): Source => {
  const { category, period, type: _, ...narrow } = filter
  const { put } = parameters
  const days = periodDays[period]
  const within = category === undefined ? [] : [`category = ${put(category, "text")}`]
  if (days !== null) {
    const today = "(auspex_now() at time zone 'UTC')::date"
    const where = [
      `day between ${today} - ${put(days - 1, "integer")} and ${today}`,
      ...within,
      // Whom the board does not show need not be summed up; agents and people are too many each for this to help.
      ...(isNarrow(narrow) ? [`account_id in (select a.id from accounts a where ${shown(narrow, parameters)})`] : [])
    ].join(" and ")
    return summed(
      `sums as (
    select account_id, sum(points) as points, sum(predictions) as predictions, sum(correct) as correct,
      sum(resolved) as resolved
    from account_days where ${where} group by account_id
  ), `,
      "sums"
    )
  }
  return category === undefined
    ? allTime
    : summed(`sums as not materialized (select * from account_categories where ${within.join()}), `, "sums")
}

/** One row more than asked for, with the total on every row, and on one without an account when the page is empty. */
const board = (filter: LeaderboardFilter, page: PageRequest, after: Place | undefined, parameters: Parameters) => {
  const { put } = parameters
  const { correct, from, points, predictions, resolved, tables } = sourceOf(filter, parameters)
  const accuracy = `coalesce(${correct}::double precision / nullif(${resolved}, 0), 0)`
  const key = `(-${points}), (-${accuracy}), a.created_at, a.id`
  const where = shown(filter, parameters)
  const beyond = after === undefined
    ? ""
    : `and (${key}) > (-${put(after[1], "bigint")}, -${put(after[2], "double precision")}, ${
      registeredAt(put(after[3], "bigint"))
    }, ${put(after[4], "uuid")})`
  return `
  with ${tables}counted as (
    select count(*)::integer as total from ${from} where ${where}
  ), page as (
    select ${entryColumns}, ${points} as points, ${predictions} as predictions, ${accuracy} as accuracy,
      ${registered} as registered
    from ${from} where ${where} ${beyond}
    order by ${key} limit ${put(page.limit, "integer")} + 1 offset ${
    put(after === undefined ? page.offset : 0, "integer")
  }
  )
  select counted.total, page.* from counted left join page on true
  order by -page.points, -page.accuracy, page.registered, page.id`
}

interface StandingRow extends EntryRow {
  readonly registered: number
}

/** Boards straight from the accounts, from their sums in a category, or summed up over the days of a period. */
export const LeaderboardStorePgLive: Layer.Layer<LeaderboardStore, never, SqlClient.SqlClient> = Layer.effect(
  LeaderboardStore,
  Effect.map(SqlClient.SqlClient, (sql) =>
    LeaderboardStore.of({
      list: (filter, page) =>
        Effect.gen(function*() {
          const after = page.cursor === undefined ? undefined : yield* cursor.decode(page.cursor)
          const before = after === undefined ? page.offset : after[0]
          const parameters = makeParameters()
          const text = board(filter, page, after, parameters)
          const rows = yield* sql.unsafe<ListedRow<StandingRow>>(text, [...parameters.values]).pipe(
            storage("leaderboard.list")
          )
          const listed = rows.filter(isEntry)
          const onPage = listed.slice(0, page.limit)
          const last = onPage.at(-1)
          return {
            items: onPage.map((row, index) => entryOf(row, before + index + 1)),
            total: rows[0]?.total ?? 0,
            next_cursor: listed.length > page.limit && last !== undefined
              ? cursor.encode([before + onPage.length, last.points, last.accuracy, last.registered, last.id])
              : null
          }
        })
    }))
)
