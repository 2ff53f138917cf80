import type { Page, PageRequest, Refusal } from "@auspex/domain/kernel"
import { Effect } from "effect"
import type { Cursor } from "./Cursor.ts"

/** A row of a list with the total of the list; a row of nulls stands for an empty page. */
export type PageRow<Row extends object> = { readonly total: number } & (Row | { readonly [K in keyof Row]: null })

/** The position after which a page begins; null for a page without a cursor. */
export const startOf = <Position>(
  page: Pick<PageRequest, "cursor">,
  cursor: Cursor<Position>
): Effect.Effect<Position | null, Refusal> =>
  page.cursor === undefined ? Effect.succeed(null) : cursor.decode(page.cursor)

/** The parameters of a page: one row more than the page holds, the number to skip, and the position. */
export const paged = <Position>(page: PageRequest, cursor: Cursor<Position>) =>
  Effect.map(
    startOf(page, cursor),
    (after) => ({ limit: page.limit + 1, offset: after === null ? page.offset : 0, after })
  )

/**
 * The listed rows, without the placeholder row of an empty page. `key` is a column that is null only in the
 * placeholder.
 */
export const listedOf = <Row extends object>(
  rows: ReadonlyArray<PageRow<Row>>,
  key: keyof Row
): ReadonlyArray<Row & { readonly total: number }> =>
  rows.filter((row): row is { readonly total: number } & Row => row[key] !== null)

/**
 * The rows of a page, from rows read with one row more than it holds; `last` is the last row if there are more, else
 * null.
 */
export const cut = <Row>(
  rows: ReadonlyArray<Row>,
  limit: number
): { readonly shown: ReadonlyArray<Row>; readonly last: Row | null } => ({
  shown: rows.slice(0, limit),
  last: rows.length > limit ? rows[limit - 1]! : null
})

/** Builds a page from rows that were read with one row more than it holds; `key` as in `listedOf`. */
export const pageOf = <Row extends object, Position>(
  rows: ReadonlyArray<PageRow<Row>>,
  key: keyof Row,
  page: PageRequest,
  cursor: Cursor<Position>,
  positionOf: (last: Row) => Position
): Page<Row> => {
  const { last, shown } = cut(listedOf(rows, key), page.limit)
  return {
    // A row without its total is a `Row`, which the compiler cannot infer for a generic type.
    items: shown.map(({ total: _, ...row }) => row as unknown as Row),
    total: rows[0]?.total ?? 0,
    next_cursor: last === null ? null : cursor.encode(positionOf(last))
  }
}
