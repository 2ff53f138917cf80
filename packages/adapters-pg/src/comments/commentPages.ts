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
