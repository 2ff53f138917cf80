import type { Page, PageRequest } from "@auspex/domain/kernel"
import { Effect } from "effect"
import { type Cursor, isWhole, listCursor } from "./Cursor.ts"
import { isUuid } from "./isUuid.ts"

/** Where a row stands in a list with the latest first: microseconds of its time, and the id that decides among equals. */
export type Moment = readonly [at: number, id: string]

/** For lists in the order of a time and an id. */
export const momentCursor = (list: string): Cursor<Moment> =>
  listCursor(list, (value): value is Moment => {
    if (!Array.isArray(value) || value.length !== 2) return false
    const [at, id] = value as ReadonlyArray<unknown>
    return isWhole(at, 0, Number.MAX_SAFE_INTEGER) && typeof id === "string" && isUuid(id)
  })

/** The column that such a list reads besides: `place`, from this column of time. */
export const placeOf = (column: string): string => `(extract(epoch from ${column}) * 1000000)::bigint as place`

/** The condition for rows after the place in two parameters, null for the first page; an index can walk along it. */
export const isAfter = (column: string, idColumn: string, at: string, id: string): string =>
  `(${column}, ${idColumn}) < (
      coalesce(timestamptz 'epoch' + ${at}::bigint * interval '1 microsecond', 'infinity'),
      coalesce(${id}::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))`

/** The parameters of a page: one row more than wanted, how many to skip, and the place. */
export const momentPage = (page: PageRequest, cursor: Cursor<Moment>) =>
  Effect.map(
    page.cursor === undefined ? Effect.succeed(undefined) : cursor.decode(page.cursor),
    (after) => [page.limit + 1, after === undefined ? page.offset : 0, after?.[0] ?? null, after?.[1] ?? null] as const
  )

/** The parts of a page that its rows come with: `place` is null on the one row that an empty page leaves. */
export type MomentRow<Row> =
  & { readonly total: number }
  & ((Row & { readonly place: number }) | { readonly [K in keyof Row | "place"]: null })

/** The rows of a page of which one more than wanted was read. */
export const pageOfMoments = <Row extends object>(
  rows: ReadonlyArray<MomentRow<Row>>,
  page: PageRequest,
  cursor: Cursor<Moment>,
  idOf: (row: Row) => string
): Page<Row> => {
  const listed = rows.filter((row) => row.place !== null) as ReadonlyArray<
    Row & { readonly place: number; readonly total: number }
  >
  const last = listed[page.limit - 1]
  return {
    items: listed.slice(0, page.limit).map(({ place: _, total: __, ...row }) => row as unknown as Row),
    total: rows[0]?.total ?? 0,
    next_cursor: listed.length > page.limit && last !== undefined ? cursor.encode([last.place, idOf(last)]) : null
  }
}
