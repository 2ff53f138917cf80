import { mapPage, type Page, type PageRequest } from "@auspex/domain/kernel"
import { Effect } from "effect"
import { type Cursor, isId, listCursor, tupleOf, wholeFrom } from "./Cursor.ts"
import { pageOf, paged, type PageRow } from "./PageRow.ts"

/** The position of a row in a list with the latest first: its time in microseconds, and its id, which breaks ties. */
export type Moment = readonly [at: number, id: string]

/** The cursor of a list in the order of a time and an id. */
export const momentCursor = (list: string): Cursor<Moment> =>
  listCursor(list, tupleOf<Moment>(wholeFrom(0, Number.MAX_SAFE_INTEGER), isId))

/** The additional column `place` of such a list, computed from this column of time. */
export const placeOf = (column: string): string => `(extract(epoch from ${column}) * 1000000)::bigint as place`

/** The parameters of a page: one row more than the page holds, the number to skip, and the position. */
export const momentParameters = { limit: "integer", offset: "integer", after_at: "bigint", after_id: "uuid" } as const

/** The values of these parameters. */
export const momentPage = (page: PageRequest, cursor: Cursor<Moment>) =>
  Effect.map(
    paged(page, cursor),
    ({ after, limit, offset }) => ({ limit, offset, after_at: after?.[0] ?? null, after_id: after?.[1] ?? null })
  )

/**
 * The condition for rows after the position, whose parts are null for the first page; an index can be scanned along it.
 */
export const isAfter = (
  column: string,
  idColumn: string,
  { after_at, after_id }: Readonly<Record<"after_at" | "after_id", string>>
): string =>
  `(${column}, ${idColumn}) < (
      coalesce(timestamptz 'epoch' + ${after_at} * interval '1 microsecond', 'infinity'),
      coalesce(${after_id}, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))`

/** A row of such a list. */
export type MomentRow<Row> = PageRow<Row & { readonly place: number }>

/** Builds a page from rows that were read with one row more than it holds. */
export const pageOfMoments = <Row extends object>(
  rows: ReadonlyArray<MomentRow<Row>>,
  page: PageRequest,
  cursor: Cursor<Moment>,
  idOf: (row: Row) => string
): Page<Row> => {
  const found = pageOf<Row & { readonly place: number }, Moment>(
    rows,
    "place",
    page,
    cursor,
    (last) => [last.place, idOf(last)]
  )
  return mapPage(found, ({ place: _, ...row }) => row as unknown as Row)
}
