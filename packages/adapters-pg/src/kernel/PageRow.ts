import type { Page, PageRequest, Refusal } from "@auspex/domain/kernel"
import { Effect } from "effect"
import type { Cursor } from "./Cursor.ts"

/** A row of a list with the number of them all; one of nulls stands for an empty page. */
export type PageRow<Row extends object> = { readonly total: number } & (Row | { readonly [K in keyof Row]: null })

/** After what a page begins; null for one that no cursor leads to. */
export const startOf = <Position>(
  page: Pick<PageRequest, "cursor">,
  cursor: Cursor<Position>
): Effect.Effect<Position | null, Refusal> =>
  page.cursor === undefined ? Effect.succeed(null) : cursor.decode(page.cursor)

/** The parameters of a page: one row more than wanted, how many to skip, and after what. */
export const paged = <Position>(page: PageRequest, cursor: Cursor<Position>) =>
  Effect.map(
    startOf(page, cursor),
    (after) => ({ limit: page.limit + 1, offset: after === null ? page.offset : 0, after })
  )

/** What is there to list. `key` is a column that is null in none but the row for an empty page. */
export const listedOf = <Row extends object>(
  rows: ReadonlyArray<PageRow<Row>>,
  key: keyof Row
): ReadonlyArray<Row & { readonly total: number }> =>
  rows.filter((row): row is { readonly total: number } & Row => row[key] !== null)

/** What is shown of rows of which one more than wanted was read; the last of them when there is more, else null. */
export const cut = <Row>(
  rows: ReadonlyArray<Row>,
  limit: number
): { readonly shown: ReadonlyArray<Row>; readonly last: Row | null } => ({
  shown: rows.slice(0, limit),
  last: rows.length > limit ? rows[limit - 1]! : null
})

/** The page of rows of which one more than wanted was read; `key` as `listedOf` has it. */
export const pageOf = <Row extends object, Position>(
  rows: ReadonlyArray<PageRow<Row>>,
  key: keyof Row,
  page: PageRequest,
  cursor: Cursor<Position>,
  positionOf: (last: Row) => Position
): Page<Row> => {
  const { last, shown } = cut(listedOf(rows, key), page.limit)
  return {
    // What is left of a row and its total is the row: that much the compiler does not know of types to come.
    items: shown.map(({ total: _, ...row }) => row as unknown as Row),
    total: rows[0]?.total ?? 0,
    next_cursor: last === null ? null : cursor.encode(positionOf(last))
  }
}
