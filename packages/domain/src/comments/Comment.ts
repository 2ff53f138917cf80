import { Schema } from "effect"

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

/**
 * How many replies a page of roots nests. Roots with few have all of theirs; of the others each has as many, the earliest,
 * as the page has room for. What is not nested is read from the thread itself.
 */
export const nestedRepliesOfPage = 400

/** How many replies each root has nested, however many roots are on the page. */
export const nestedRepliesMin = 20

const fields = {
  id: Schema.String,
  user_id: Schema.String,
  question_id: Schema.String,
  /** `[removed]` when it was removed, or its author is suspended. */
  content: Schema.String,
  created_at: Schema.Date,
  user_name: optional(Schema.String),
  user_type: optional(Schema.Literal("human", "agent")),
  /** What it replies to; unset for roots. */
  parent_comment_id: optional(Schema.String),
  /** The prediction whose reasoning it is about; roots only. */
  target_prediction_id: optional(Schema.String),
  upvotes: Schema.Int,
  /** 0 for roots, 8 at most. */
  depth: Schema.Int.pipe(Schema.between(0, 8)),
  /** Only for requests with a credential. */
  has_upvoted: optional(Schema.Boolean),
  /** Whether the caller has replied in the thread, wherever in it; roots only, and only for requests with a credential. */
  has_replied: optional(Schema.Boolean),
  /** How many replies the thread has in all; roots only. */
  reply_count: optional(Schema.Int)
}

/** A comment on a question, without its replies. */
export interface CommentAlone extends Schema.Struct.Type<typeof fields> {}

/** A comment on a question as everybody may see it. */
export interface Comment extends CommentAlone {
  readonly replies?: ReadonlyArray<Comment>
}
interface CommentEncoded extends Schema.Struct.Encoded<typeof fields> {
  readonly replies?: ReadonlyArray<CommentEncoded>
}
export const Comment: Schema.Schema<Comment, CommentEncoded> = Schema.Struct({
  ...fields,
  /** By creation. */
  replies: optional(Schema.Array(Schema.suspend((): Schema.Schema<Comment, CommentEncoded> => Comment)))
}).annotations({ identifier: "Comment" })

/** A root with what it is about, for lists over all questions; without its replies. */
export const Discussion = Schema.Struct({
  ...fields,
  reply_count: Schema.Int,
  question: Schema.String
}).annotations({ identifier: "Discussion" })
export interface Discussion extends Schema.Schema.Type<typeof Discussion> {}

/** What a vote on a comment leaves behind. */
export const CommentVotes = Schema.Struct({ upvotes: Schema.Int, has_upvoted: Schema.Boolean })
  .annotations({ identifier: "CommentVotes" })
export interface CommentVotes extends Schema.Schema.Type<typeof CommentVotes> {}

/** A comment as administrators see it, with its text whatever became of it. */
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
