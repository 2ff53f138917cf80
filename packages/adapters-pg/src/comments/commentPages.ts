import { type Cursor, integerMax, listCursor, tupleOf, wholeFrom } from "../kernel/Cursor.ts"

/** Where a comment stands in lists. */
export interface Placed {
  readonly seq: number
  readonly active_seq: number
}

const isSeq = wholeFrom(0, Number.MAX_SAFE_INTEGER)
const isCount = wholeFrom(0, integerMax)

/** Positions in lists by the number of a comment. */
const seqCursor = (list: string): Cursor<number> => listCursor(list, isSeq)

export const ofQuestionCursor = seqCursor("comments")
export const ofPredictionCursor = seqCursor("replies to a prediction")
export const debatesCursor = seqCursor("debates")
export const threadCursor = seqCursor("replies of a thread")
export const recentCursor = seqCursor("discussions: recent")
export const activeCursor = seqCursor("discussions: debates")
export const moderationCursor = seqCursor("moderation")

/** The owners that vote for a comment, and its number. */
export type TopPlace = readonly [owners: number, seq: number]
export const topCursor = listCursor("discussions: top", tupleOf<TopPlace>(isCount, isSeq))

/** The rank, upvotes, comments and number of the first comment of the last author seen. */
export type DebaterPlace = readonly [rank: number, upvotes: number, comments: number, first: number]
export const debatersCursor = listCursor("debaters", tupleOf<DebaterPlace>(isCount, isCount, isCount, isSeq))
