import type { Page, PageRequest } from "@auspex/domain/kernel"
import { Effect } from "effect"
import { type Cursor, integerMax, isWhole, listCursor } from "../kernel/Cursor.ts"

/** Where a comment stands in lists. */
export interface Placed {
  readonly seq: number
  readonly active_seq: number
}

/** Positions in lists by the number of a comment. */
const seqCursor = (list: string): Cursor<number> =>
  listCursor(list, (value): value is number => isWhole(value, 0, Number.MAX_SAFE_INTEGER))

export const ofQuestionCursor = seqCursor("comments")
export const ofPredictionCursor = seqCursor("replies to a prediction")
export const debatesCursor = seqCursor("debates")
export const threadCursor = seqCursor("replies of a thread")
export const recentCursor = seqCursor("discussions: recent")
export const activeCursor = seqCursor("discussions: debates")
export const moderationCursor = seqCursor("moderation")

const isWholes = (value: unknown, maxima: ReadonlyArray<number>): boolean =>
  Array.isArray(value) && value.length === maxima.length && maxima.every((max, at) => isWhole(value[at], 0, max))

/** By upvotes and number. */
export const topCursor = listCursor(
  "discussions: top",
  (value): value is readonly [upvotes: number, seq: number] => isWholes(value, [integerMax, Number.MAX_SAFE_INTEGER])
)

/** The rank, upvotes, comments and number of the first comment of the last author seen. */
export const debatersCursor = listCursor(
  "debaters",
  (value): value is readonly [rank: number, upvotes: number, comments: number, first: number] =>
    isWholes(value, [integerMax, integerMax, integerMax, Number.MAX_SAFE_INTEGER])
)

/** The parameters of a page: one row more than wanted, how many to skip, and after what. */
export const paged = <Position>(page: PageRequest, cursor: Cursor<Position>) =>
  Effect.map(
    page.cursor === undefined ? Effect.succeed(null) : cursor.decode(page.cursor),
    (after) => [page.limit + 1, after === null ? page.offset : 0, after] as const
  )

/** A row with the total; a row of nulls stands for an empty page. */
export type PageRow<Row extends { readonly user_id: string }> =
  & { readonly total: number }
  & (Row | { readonly [K in keyof Row]: null })

/** The rows of a page of which one more than wanted was read. */
export const pageOf = <Row extends { readonly user_id: string }, Position>(
  rows: ReadonlyArray<PageRow<Row>>,
  page: PageRequest,
  cursor: Cursor<Position>,
  positionOf: (row: Row) => Position
): Page<Row> => {
  const listed = rows.filter((row) => row.user_id !== null).map(({ total: _, ...row }) => row as unknown as Row)
  const last = listed[page.limit - 1]
  return {
    items: listed.slice(0, page.limit),
    total: rows[0]?.total ?? 0,
    next_cursor: listed.length > page.limit && last !== undefined ? cursor.encode(positionOf(last)) : null
  }
}
