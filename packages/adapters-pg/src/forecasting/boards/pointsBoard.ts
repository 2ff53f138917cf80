import type { BoardFilter, LeaderboardEntry } from "@auspex/domain/boards"
import { mapPage, type Page, type PageRequest, type Refusal, type StorageUnavailable } from "@auspex/domain/kernel"
import { Effect } from "effect"
import type { Statements } from "../../database/statementsOf.ts"
import { integerMax, isId, isNumber, listCursor, tupleOf, wholeFrom } from "../../kernel/Cursor.ts"
import { pageOf, type PageRow, startOf } from "../../kernel/PageRow.ts"
import { makeParameters, type Parameters } from "../../kernel/Parameters.ts"
import { boardConditions, entryColumns, registered, registeredAt, type EntryColumns } from "./boardSql.ts"
import { entryOf, type EntryRow } from "./entryRows.ts"

/** The cursor: rank of the last entry seen, then its sort key: points, accuracy, registration in microseconds, id. */
type Place = readonly [rank: number, points: number, accuracy: number, registered: number, id: string]

const safeIntegerMax = Number.MAX_SAFE_INTEGER

const cursor = listCursor(
  "leaderboard",
  tupleOf<Place>(
    wholeFrom(1, integerMax),
    wholeFrom(-safeIntegerMax, safeIntegerMax),
    isNumber,
    wholeFrom(0, safeIntegerMax),
    isId
  )
)

/** The SQL of a board's figures: it yields a row for each account `a` on the board. */
export interface Source {
  /** Common table expressions, each followed by a comma. */
  readonly tables: string
  readonly from: string
  /** The table that `a` is an alias of, set when the figures are sums that no index orders. */
  readonly accountTable?: string
  readonly points: string
  /**
   * Columns that replace the account's current ones on boards of another time. Looked up only for the rows of the page.
   */
  readonly columns?: EntryColumns
  readonly predictions: string
  readonly correct: string
  readonly resolved: string
}

/**
 * Selects one row more than the page holds. Every row carries the total; an empty page yields one row without an
 * account.
 */
const board = (
  source: Source,
  filter: BoardFilter,
  page: PageRequest,
  after: Place | null,
  parameters: Parameters
) => {
  const { put } = parameters
  const { accountTable, correct, from, points, predictions, resolved, tables } = source
  const base = `coalesce(${resolved}, 0)::integer as resolved`
  const accuracy = `coalesce(${correct}::double precision / nullif(${resolved}, 0), 0)`
  const where = boardConditions(filter, parameters)
  const place = after === null
    ? undefined
    : `(-${put(after[1], "bigint")}, -${put(after[2], "double precision")}, ${registeredAt(put(after[3], "bigint"))}, ${
      put(after[4], "uuid")
    })`
  const slice = `limit ${put(page.limit, "integer")} + 1 offset ${put(after === null ? page.offset : 0, "integer")}`
  const order = "order by -page.points, -page.accuracy, page.registered, page.id"
  if (accountTable !== undefined) {
    // Joins each sum with its account once, and looks up the displayed columns only for the rows of the page.
    const key = "(-points), (-accuracy), created_at, id"
    return `
  with ${tables}ranked as materialized (
    select a.id, a.created_at, ${points} as points, ${predictions} as predictions, ${base},
      ${accuracy} as accuracy
    from ${from} where ${where}
  ), counted as (
    select count(*)::integer as total from ranked
  ), top as (
    select * from ranked ${place === undefined ? "" : `where (${key}) > ${place}`} order by ${key} ${slice}
  ), page as (
    select ${
      entryColumns(source.columns)
    }, top.points, top.predictions, top.resolved, top.accuracy, ${registered} as registered
    from top join ${accountTable} a on a.id = top.id
  )
  select counted.total, page.* from counted left join page on true
  ${order}`
  }
  const key = `(-${points}), (-${accuracy}), a.created_at, a.id`
  const beyond = place === undefined ? "" : `and (${key}) > ${place}`
  return `
  with ${tables}counted as (
    select count(*)::integer as total from ${from} where ${where}
  ), page as (
    select ${
    entryColumns(source.columns)
  }, ${points} as points, ${predictions} as predictions, ${base}, ${accuracy} as accuracy,
      ${registered} as registered
    from ${from} where ${where} ${beyond}
    order by ${key} ${slice}
  )
  select counted.total, page.* from counted left join page on true
  ${order}`
}

interface StandingRow extends EntryRow {
  readonly registered: number
}

/** Reads a page of a board by points from the source that `sourceOf` returns. */
export const readPointsBoard = (
  { all }: Statements,
  operation: string,
  filter: BoardFilter,
  page: PageRequest,
  sourceOf: (parameters: Parameters) => Source
): Effect.Effect<Page<LeaderboardEntry>, Refusal | StorageUnavailable> =>
  Effect.gen(function*() {
    const after = yield* startOf(page, cursor)
    const before = after === null ? page.offset : after[0]
    const parameters = makeParameters()
    const text = board(sourceOf(parameters), filter, page, after, parameters)
    const rows = yield* all<PageRow<StandingRow>>(operation, text, [...parameters.values])
    const found = pageOf<StandingRow, Place>(
      rows,
      "id",
      page,
      cursor,
      (last) => [before + page.limit, last.points, last.accuracy, last.registered, last.id]
    )
    return mapPage(found, (row, index) => entryOf(row, before + index + 1))
  })
