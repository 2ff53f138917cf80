import { Context, type Effect } from "effect"
import type { ModerationMove, ModerationReason } from "../kernel/Moderation.ts"
import type { Page, PageRequest } from "../kernel/Page.ts"
import type { Refusal } from "../kernel/Refusal.ts"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import type { CommentVotes } from "./Comment.ts"
import type { CommentFacts } from "./CommentGates.ts"
import type { AdminCommentRow, CommentRow, DiscussionRow } from "./CommentRow.ts"
import type { CommentPlace } from "./CommentTree.ts"
import type { DebateLeaderboardEntry, DiscussionTab } from "./DebateBoard.ts"
import type { VotedComment } from "./DebateBonus.ts"

/** What is known when somebody comments. */
export interface PostingFacts extends CommentFacts {
  readonly question_id: string
  /** The account was suspended meanwhile. */
  readonly suspended: boolean
  /** The author of the prediction that was asked for; undefined when the question has no such prediction. */
  readonly predicted_by: string | undefined
}

/** What is known when somebody replies. */
export interface ReplyingFacts extends CommentFacts {
  readonly question_id: string
  readonly suspended: boolean
  readonly target: CommentPlace & { readonly id: string; readonly author_id: string }
}

/** By whom and for which text facts are asked; with `lock` the account is locked first. */
export interface Commenting {
  readonly account_id: string
  readonly content_digest: Uint8Array
  readonly lock: boolean
}

/** A comment that has passed its gates. */
export interface NewComment extends CommentFacts {
  readonly question_id: string
  readonly account_id: string
  readonly content: string
  readonly content_digest: Uint8Array
  readonly target_prediction_id: string | null
  /** Undefined for a root. */
  readonly place: CommentPlace | undefined
}

/** Roots of a list, and the earliest replies of each, by creation. */
export interface ThreadPage extends Page<CommentRow> {
  readonly replies: ReadonlyArray<CommentRow>
}

/** Which comments administrators look at. */
export type ModerationStatus = "visible" | "removed"

/** Those of one state, on one question, or by one account; all of what is said holds. */
export interface ModerationFilter {
  readonly status?: ModerationStatus
  readonly question_id?: string
  readonly user_id?: string
}

type Read<A> = Effect.Effect<A, Refusal | StorageUnavailable>
type Stored<A> = Effect.Effect<A, StorageUnavailable>

/**
 * Comments with their votes and all that is counted of them. An id that is malformed is one that nobody has. Comments are
 * numbered in the order in which they were made, so parents come before their replies.
 *
 * - `postingFacts` and `replyingFacts` are undefined when there is no such public question, or no comment that shows its
 *   text. With `lock` the account is locked first, until the surrounding unit of work ends: of racing comments of one
 *   account each sees all earlier ones. What counts against a comment without the lock does so with it.
 * - `vote` locks author and voter in the order of their ids, then the comment. `"same_owner"` for content of the voter's
 *   family; undefined when there is no such comment, or (except for withdrawing) it does not show its text.
 * - `lock` locks author and comment.
 * - Lists leave out nothing that was removed, except the discussions, which leave out roots that administrators removed,
 *   and those of suspended authors.
 * - Writes join the caller's unit of work.
 */
export class CommentStore extends Context.Tag("auspex/CommentStore")<CommentStore, {
  readonly postingFacts: (
    input: Commenting & { readonly question_id: string; readonly prediction_id: string | undefined }
  ) => Stored<PostingFacts | undefined>
  readonly replyingFacts: (
    input: Commenting & { readonly comment_id: string }
  ) => Stored<ReplyingFacts | undefined>
  readonly insert: (comment: Omit<NewComment, keyof CommentFacts>) => Stored<CommentRow>
  readonly vote: (input: {
    readonly comment_id: string
    readonly account_id: string
    readonly withdraw: boolean
  }) => Stored<(VotedComment & CommentVotes) | "same_owner" | undefined>
  /** Notes that a comment has earned its bonus; the ledger pays it. */
  readonly markBonus: (comment_id: string, amount: number) => Stored<void>

  /** The newest roots first; undefined when there is no such public question. */
  readonly ofQuestion: (questionId: string, page: PageRequest, viewerId?: string) => Read<ThreadPage | undefined>
  /** Roots about one prediction of the question; undefined when there is none. */
  readonly ofPrediction: (
    questionId: string,
    predictionId: string,
    page: PageRequest,
    viewerId?: string
  ) => Read<ThreadPage | undefined>
  /** Roots with replies, or about a prediction; the one where something was said last first. */
  readonly debates: (questionId: string, page: PageRequest, viewerId?: string) => Read<ThreadPage | undefined>
  /** All replies of the thread that the comment is in, by creation. */
  readonly thread: (commentId: string, page: PageRequest, viewerId?: string) => Read<Page<CommentRow> | undefined>
  readonly discussions: (tab: DiscussionTab, page: PageRequest, viewerId?: string) => Read<Page<DiscussionRow>>
  readonly debaters: (page: PageRequest) => Read<Page<DebateLeaderboardEntry>>

  readonly list: (filter: ModerationFilter, page: PageRequest) => Read<Page<AdminCommentRow>>
  readonly find: (id: string) => Stored<AdminCommentRow | undefined>
  readonly lock: (id: string) => Stored<AdminCommentRow | undefined>
  /** Moves the text of a comment that is locked; who and why are kept while it is removed. */
  readonly moderate: (
    id: string,
    move: ModerationMove,
    reason: ModerationReason
  ) => Stored<AdminCommentRow>
}>() {}
