import {
  type CalibrationBoardFilter,
  calibrationBoardResolvedMin,
  CalibrationBoardStore,
  type CalibrationEntry,
  ranksAfter
} from "@auspex/domain/boards"
import type { PageRequest } from "@auspex/domain/kernel"
import { type CalibrationCount, calibrationTerms } from "@auspex/domain/scoring"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { storeStatements } from "../../database/statementsOf.ts"
import { integerMax, isId, isNumber, listCursor, tupleOf, wholeFrom } from "../../kernel/Cursor.ts"
import { cut, listedOf, type PageRow, startOf } from "../../kernel/PageRow.ts"
import { makeParameters, type Parameters } from "../../kernel/Parameters.ts"
import { boardConditions, entryColumns, registered, registeredAt } from "./boardSql.ts"
import { entryOf, type EntryRow } from "./entryRows.ts"

/** The cursor: the number of entries up to the last one seen, its rank, and its sort key. */
type Place = readonly [count: number, rank: number, brier: number, resolved: number, registered: number, id: string]

const cursor = listCursor(
  "calibration board",
  tupleOf<Place>(
    wholeFrom(1, integerMax),
    wholeFrom(1, integerMax),
    isNumber,
    wholeFrom(0, integerMax),
    wholeFrom(0, Number.MAX_SAFE_INTEGER),
    isId
  )
)

/** The SQL of the board's figures. Rounded figures are written exactly as in the index. */
const sourceOf = (category: string | undefined, { put }: Parameters) => {
  if (category === undefined) {
    return {
      from: "accounts a",
      where: `a.resolved_count >= ${calibrationBoardResolvedMin}`,
      brier: "(round(a.brier_sum / nullif(a.resolved_count, 0) * 1e9) / 1e9)",
      resolved: "a.resolved_count",
      correct: "a.correct_count",
      points: "a.points",
      predictions: "a.prediction_count",
      logSum: "null::double precision",
      // Looked up only for the rows of the page, not for the rows that an offset skips.
      ofPage: `(select sum(c.log_sum) from account_categories c where c.account_id = page.id) as log_total, (
      select json_agg(json_build_object('confidence', n.confidence, 'predictions', n.predictions, 'correct', n.correct))
      from calibration_counts n where n.account_id = page.id) as counts`
    }
  }
  const within = put(category, "text")
  return {
    from: "account_categories s join accounts a on a.id = s.account_id",
    where: `s.category = ${within} and s.resolved >= ${calibrationBoardResolvedMin}`,
    brier: "(round(s.brier_sum / nullif(s.resolved, 0) * 1e9) / 1e9)",
    resolved: "s.resolved",
    correct: "s.correct",
    points: "s.points",
    predictions: "s.predictions",
    logSum: "s.log_sum",
    ofPage: "page.log_sum as log_total, null::json as counts"
  }
}

/**
 * Like the points board. For a page reached by an offset, `better` counts the accounts that score better than its
 * first.
 */
const board = (
  filter: CalibrationBoardFilter,
  page: PageRequest,
  after: Place | null,
  parameters: Parameters
): string => {
  const { put } = parameters
  const source = sourceOf(filter.category, parameters)
  const where = `${source.where} and ${boardConditions(filter, parameters)}`
  const key = `${source.brier}, (-${source.resolved}), a.created_at, a.id`
  const beyond = after === null
    ? ""
    : `and (${key}) > (${put(after[2], "double precision")}, -${put(after[3], "integer")}, ${
      registeredAt(put(after[4], "bigint"))
    }, ${put(after[5], "uuid")})`
  const offset = after === null ? page.offset : 0
  return `
  with counted as (
    select count(*)::integer as total from ${source.from} where ${where}
  ), page as (
    select ${entryColumns()}, ${source.points} as points, ${source.predictions} as predictions,
      ${source.correct}::double precision / ${source.resolved} as accuracy, ${source.resolved} as resolved,
      ${source.brier} as brier_score, ${source.logSum} as log_sum, ${registered} as registered
    from ${source.from} where ${where} ${beyond}
    order by ${key} limit ${put(page.limit, "integer")} + 1 offset ${put(offset, "integer")}
  )
  select counted.total, page.*, ${source.ofPage}${
    offset === 0
      ? ""
      : `, (select count(*)::integer from ${source.from}
      where ${where} and ${source.brier} < (select min(page.brier_score) from page)) as better`
  }
  from counted left join page on true
  order by page.brier_score, -page.resolved, page.registered, page.id`
}

interface StandingRow extends EntryRow {
  readonly resolved: number
  readonly brier_score: number
  readonly log_total: number | null
  readonly counts: ReadonlyArray<CalibrationCount> | null
  readonly registered: number
  readonly better?: number
}

const calibrationEntryOf = (row: StandingRow, rank: number): CalibrationEntry => {
  const terms = row.counts === null ? null : calibrationTerms(row.counts)
  return {
    ...entryOf(row, rank),
    resolved: row.resolved,
    brier_score: row.brier_score,
    ...(row.log_total === null ? {} : { log_score: row.log_total / row.resolved }),
    ...(terms === null ? {} : { calibration: terms })
  }
}

const layer: Layer.Layer<CalibrationBoardStore, never, SqlClient> = Layer.effect(
  CalibrationBoardStore,
  Effect.map(storeStatements("calibrationBoard"), ({ all }) =>
    CalibrationBoardStore.of({
      list: (filter, page) =>
        Effect.gen(function*() {
          const after = yield* startOf(page, cursor)
          const parameters = makeParameters()
          const text = board(filter, page, after, parameters)
          const rows = yield* all<PageRow<StandingRow>>("list", text, [...parameters.values])
          const { last, shown: onPage } = cut(listedOf(rows, "id"), page.limit)
          const count = after === null ? page.offset : after[0]
          const first = onPage[0]
          const before = after !== null
            ? { count, rank: after[1], score: after[2] }
            : first?.better === undefined
            ? undefined
            // Accounts before this page with the same score share the rank of the page's first account.
            : { count, rank: first.better + 1, score: first.brier_score }
          const ranks = ranksAfter(before, onPage.map((row) => row.brier_score))
          return {
            items: onPage.map((row, index) => calibrationEntryOf(row, ranks[index]!)),
            total: rows[0]?.total ?? 0,
            next_cursor: last === null ? null : cursor.encode([
              count + onPage.length,
              ranks.at(-1)!,
              last.brier_score,
              last.resolved,
              last.registered,
              last.id
            ])
          }
        })
    }))
)

/** Reads the board of all categories along an index, and the board of a category from its accounts' sums. */
export const CalibrationBoardStorePg = { layer }
