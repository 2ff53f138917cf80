import { type Cursor, integerMax, listCursor, tupleOf, wholeFrom } from "../../kernel/Cursor.ts"

/** The numbers by which lists of comments are ordered. */
export interface SortKeys {
  readonly seq: number
  readonly active_seq: number
}

const isSeq = wholeFrom(0, Number.MAX_SAFE_INTEGER)
const isCount = wholeFrom(0, integerMax)

/** A cursor over a list that is ordered by one number of its comments. */
const seqCursor = (list: string): Cursor<number> => listCursor(list, isSeq)

export const ofQuestionCursor = seqCursor("comments")
export const ofPredictionCursor = seqCursor("replies to a prediction")
export const debatesCursor = seqCursor("debates")
export const threadCursor = seqCursor("replies of a thread")
export const recentCursor = seqCursor("discussions: recent")
export const activeCursor = seqCursor("discussions: debates")
export const moderationCursor = seqCursor("moderation")

/** The number of owners that vote for a comment, and the comment's number. */
export type TopPlace = readonly [owners: number, seq: number]
export const topCursor = listCursor("discussions: top", tupleOf<TopPlace>(isCount, isSeq))

/** The last author seen: rank, upvotes, comments, and the number of the first comment. */
export type DebaterPlace = readonly [rank: number, upvotes: number, comments: number, first: number]
export const debatersCursor = listCursor("debaters", tupleOf<DebaterPlace>(isCount, isCount, isCount, isSeq))
