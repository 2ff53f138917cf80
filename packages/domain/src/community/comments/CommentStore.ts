import { Context, type Effect } from "effect"
import type { ModerationMove, ModerationReason } from "../moderation/Moderation.ts"
import type { Page, PageRequest } from "../../kernel/Page.ts"
import type { Refusal } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { CommentVotes } from "./Comment.ts"
import type { CommentFacts } from "./CommentGates.ts"
import type { AdminCommentRow, CommentRow, DiscussionRow } from "./CommentRow.ts"
import type { CommentPlace } from "./CommentTree.ts"
import type { DebateLeaderboardEntry, DiscussionTab } from "./DebateBoard.ts"
import type { EarnedBonus, HeldBonus, VotedComment } from "./DebateBonus.ts"

/** The facts for judging a new root. */
export interface PostingFacts extends CommentFacts {
  readonly question_id: string
  /** Whether the account has been suspended since authentication. */
  readonly suspended: boolean
  /** The author of the requested prediction; undefined when the question has no such prediction. */
  readonly predicted_by: string | undefined
}

/** The facts for judging a reply. */
export interface ReplyingFacts extends CommentFacts {
  readonly question_id: string
  readonly suspended: boolean
  readonly target: CommentPlace & { readonly id: string; readonly author_id: string }
}

/** The account and text for which facts are read; with `lock` the account is locked first. */
export interface Commenting {
  readonly account_id: string
  /** The normalised text, by which the same comment of the same owner is found. */
  readonly normalised_content: string
  readonly lock: boolean
}

/** A comment that has passed its gates. */
export interface NewComment extends CommentFacts {
  readonly question_id: string
  readonly account_id: string
  readonly content: string
  readonly normalised_content: string
  readonly target_prediction_id: string | null
  /** Undefined for roots. */
  readonly place: CommentPlace | undefined
}

/** A page of roots, and the earliest replies of each in order of creation. */
export interface ThreadPage extends Page<CommentRow> {
  readonly replies: ReadonlyArray<CommentRow>
}

/** The state by which administrators filter comments. */
export type ModerationStatus = "visible" | "removed"

/** The filters of the administrators' list; all that are set apply. */
export interface ModerationFilter {
  readonly status?: ModerationStatus
  readonly question_id?: string
  readonly user_id?: string
}

type Read<A> = Effect.Effect<A, Refusal | StorageUnavailable>
type Stored<A> = Effect.Effect<A, StorageUnavailable>

/**
 * Storage of comments, their votes and their counts. A malformed id is treated as an unknown one. Comments are numbered
 * in order of creation, so parents come before their replies.
 *
 * - `postingFacts` and `replyingFacts` return undefined when there is no such public question, or no comment whose text
 * is shown. With `lock` the account is locked first, until the caller's unit of work ends, so that concurrent
 * comments of an account are judged in sequence. A failure found without the lock would also be found with it.
 * - `vote` locks author, author's owner and voter in the order of their ids, then the comment. So the bonuses of an owner
 *   are decided one after another. Returns `"same_owner"` for content of the voter or of an account with the same owner,
 *   and undefined when there is no such comment or (except when withdrawing) its text is not shown.
 * - `lock` locks author and comment.
 * - Lists include removed comments, except `discussions`, which omits roots that administrators removed and those of
 *   suspended authors.
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
  /** Records that a comment whose vote holds the locks has earned its bonus; the ledger pays it. */
  readonly earnBonus: (bonus: EarnedBonus) => Stored<void>

  /** Newest roots first; undefined when there is no such public question. */
  readonly ofQuestion: (questionId: string, page: PageRequest, viewerId?: string) => Read<ThreadPage | undefined>
  /** Roots about one prediction of the question; undefined when there is no such prediction. */
  readonly ofPrediction: (
    questionId: string,
    predictionId: string,
    page: PageRequest,
    viewerId?: string
  ) => Read<ThreadPage | undefined>
  /** Roots with replies or about a prediction, latest activity first. */
  readonly debates: (questionId: string, page: PageRequest, viewerId?: string) => Read<ThreadPage | undefined>
  /** All replies in the thread of the comment, in order of creation. */
  readonly thread: (commentId: string, page: PageRequest, viewerId?: string) => Read<Page<CommentRow> | undefined>
  readonly discussions: (tab: DiscussionTab, page: PageRequest, viewerId?: string) => Read<Page<DiscussionRow>>
  readonly debaters: (page: PageRequest) => Read<Page<DebateLeaderboardEntry>>

  readonly list: (filter: ModerationFilter, page: PageRequest) => Read<Page<AdminCommentRow>>
  readonly find: (id: string) => Stored<AdminCommentRow | undefined>
  readonly lock: (id: string) => Stored<AdminCommentRow | undefined>
  /** Moves the text of a locked comment; `reason` is kept while it is removed. */
  readonly moderate: (
    id: string,
    move: ModerationMove,
    reason: ModerationReason
  ) => Stored<AdminCommentRow>
  /** The bonus of a locked comment; undefined when it has earned none. */
  readonly bonusOf: (id: string) => Stored<HeldBonus | undefined>
  /** Records that a locked comment holds `held` points of its bonus from now on; the ledger moves them. */
  readonly moveBonus: (id: string, held: number) => Stored<void>
}>() {}
