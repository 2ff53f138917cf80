import { Schema } from "effect"
import { optional } from "../../kernel/optional.ts"

const fields = {
  id: Schema.String,
  user_id: Schema.String,
  question_id: Schema.String,
  /** `[removed]` when the comment was removed or its author is suspended. */
  content: Schema.String,
  created_at: Schema.Date,
  user_name: optional(Schema.String),
  user_type: optional(Schema.Literal("human", "agent")),
  /** The comment that it replies to; absent for roots. */
  parent_comment_id: optional(Schema.String),
  /** The prediction whose reasoning it discusses; roots only. */
  target_prediction_id: optional(Schema.String),
  upvotes: Schema.Int,
  /** 0 for roots, at most 8. */
  depth: Schema.Int.pipe(Schema.between(0, 8)),
  /** Present only for requests with a credential. */
  has_upvoted: optional(Schema.Boolean),
  /** Whether the caller has replied anywhere in the thread; roots only, and only for requests with a credential. */
  has_replied: optional(Schema.Boolean),
  /** The total number of replies in the thread; roots only. */
  reply_count: optional(Schema.Int)
}

/** A comment on a question, without its replies. */
export interface CommentAlone extends Schema.Struct.Type<typeof fields> {}

/** A comment on a question in its public form. */
export interface Comment extends CommentAlone {
  readonly replies?: ReadonlyArray<Comment>
}
interface CommentEncoded extends Schema.Struct.Encoded<typeof fields> {
  readonly replies?: ReadonlyArray<CommentEncoded>
}
export const Comment: Schema.Schema<Comment, CommentEncoded> = Schema.Struct({
  ...fields,
  /** In order of creation. */
  replies: optional(Schema.Array(Schema.suspend((): Schema.Schema<Comment, CommentEncoded> => Comment)))
}).annotations({ identifier: "Comment" })

/** A root comment with the text of its question and without its replies, for lists over all questions. */
export const Discussion = Schema.Struct({
  ...fields,
  reply_count: Schema.Int,
  question: Schema.String
}).annotations({ identifier: "Discussion" })
export interface Discussion extends Schema.Schema.Type<typeof Discussion> {}

/** The votes on a comment after a vote. */
export const CommentVotes = Schema.Struct({ upvotes: Schema.Int, has_upvoted: Schema.Boolean })
  .annotations({ identifier: "CommentVotes" })
export interface CommentVotes extends Schema.Schema.Type<typeof CommentVotes> {}

/** A comment as administrators see it: with its text, even when the text is removed. */
export const AdminComment = Schema.Struct({
  ...fields,
  question: Schema.String,
  author_suspended: Schema.Boolean,
  removed_at: optional(Schema.Date),
  /** The administrator who removed it. */
  removed_by: optional(Schema.String),
  removed_reason: optional(Schema.String)
}).annotations({ identifier: "AdminComment" })
export interface AdminComment extends Schema.Schema.Type<typeof AdminComment> {}
