import { removedText } from "../moderation/Moderation.ts"
import { withoutNulls } from "../../kernel/withoutNulls.ts"
import type { AdminComment, CommentAlone, Discussion } from "./Comment.ts"
import type { CommentPlace } from "./CommentTree.ts"

/** A stored comment, as read for a viewer. */
export interface CommentRow extends CommentPlace {
  readonly id: string
  readonly user_id: string
  readonly user_name: string
  readonly user_type: "human" | "agent"
  readonly question_id: string
  readonly target_prediction_id: string | null
  /** Null when the text must not be shown. */
  readonly content: string | null
  readonly upvotes: number
  /** For roots: the number of replies in the thread. */
  readonly reply_count: number
  readonly created_at: Date
  readonly viewer_upvoted: boolean
  /** For roots: whether the viewer has replied in the thread. */
  readonly viewer_replied: boolean
}

/** A stored comment with the text of its question. */
export interface DiscussionRow extends CommentRow {
  readonly question: string
}

/** A stored comment as read for administrators: `content` is never null. */
export interface AdminCommentRow extends DiscussionRow {
  readonly author_suspended: boolean
  readonly removed_at: Date | null
  readonly removed_by: string | null
  readonly removed_reason: string | null
}

/** The public form of a stored comment; `isViewed` includes the viewer's votes and replies. */
export const toComment = (row: CommentRow, isViewed: boolean): CommentAlone => ({
  id: row.id,
  user_id: row.user_id,
  question_id: row.question_id,
  content: row.content ?? removedText,
  created_at: row.created_at,
  user_name: row.user_name,
  user_type: row.user_type,
  ...(row.parent_comment_id === null ? {} : { parent_comment_id: row.parent_comment_id }),
  ...(row.target_prediction_id === null ? {} : { target_prediction_id: row.target_prediction_id }),
  upvotes: row.upvotes,
  depth: row.depth,
  ...(isViewed ? { has_upvoted: row.viewer_upvoted } : {}),
  ...(isViewed && row.depth === 0 ? { has_replied: row.viewer_replied } : {}),
  ...(row.depth === 0 ? { reply_count: row.reply_count } : {})
})

/** The public form of a stored comment with the text of its question. */
export const toDiscussion = (row: DiscussionRow, isViewed: boolean): Discussion => ({
  ...toComment(row, isViewed),
  reply_count: row.reply_count,
  question: row.question
})

/** The form of a stored comment that administrators see. */
export const toAdminComment = (row: AdminCommentRow): AdminComment => ({
  ...toComment(row, false),
  question: row.question,
  author_suspended: row.author_suspended,
  ...withoutNulls({ removed_at: row.removed_at, removed_by: row.removed_by, removed_reason: row.removed_reason })
})
