import { debateBonus, debateUpvotes, type PointsReason } from "../scoring/PointsReason.ts"
import type { LedgerEntry } from "../scoring/PointsLedger.ts"

/** A comment after a vote. */
export interface VotedComment {
  readonly comment_id: string
  readonly question_id: string
  readonly author_id: string
  /** The number of other owners whose accounts have voted for it. */
  readonly owners: number
  /** The bonus that it has already earned, in points. */
  readonly debate_bonus: number
}

/**
 * The ledger entry for a comment that reaches upvotes of three other owners for the first time; undefined otherwise.
 *
 * @example bonusFor({ comment_id: "c", question_id: "q", author_id: "a", owners: 3, debate_bonus: 0 })?.amount // 100
 * @example bonusFor({ comment_id: "c", question_id: "q", author_id: "a", owners: 4, debate_bonus: 100 }) // undefined
 */
export const bonusFor = (comment: VotedComment): LedgerEntry | undefined =>
  comment.debate_bonus > 0 || comment.owners < debateUpvotes ? undefined : {
    account_id: comment.author_id,
    amount: debateBonus,
    reason: "debate_bonus" satisfies PointsReason,
    note: `A comment reached ${debateUpvotes} upvotes of other owners`,
    question_id: comment.question_id,
    key: `debate_bonus:${comment.comment_id}`
  }
