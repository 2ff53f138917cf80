import type { ModeratedText } from "../moderation/Moderation.ts"
import {
  debateBonus,
  debateBonusesPerDayMax,
  debateUpvotes,
  type PointsReason
} from "../../forecasting/scoring/PointsReason.ts"
import type { LedgerEntry } from "../../forecasting/scoring/PointsLedger.ts"

/** A comment after a vote. */
export interface VotedComment {
  readonly comment_id: string
  readonly question_id: string
  readonly author_id: string
  /** Whether it has earned its bonus before, even if a removal took it back. */
  readonly has_earned: boolean
  /** The number of bonuses that comments of the author's owner have earned on this UTC day. */
  readonly bonuses_today: number
  /**
   * The other owners that vote for it, have standing now, and have helped no comment of the author's owner on this UTC
   * day, in the order of their votes. At most `debateUpvotes` of them; none after a withdrawal, nor if the owner whose vote
   * this is cannot help itself.
   */
  readonly helpers: ReadonlyArray<string>
}

/** A bonus that a comment earns by the votes of `helpers`. */
export interface EarnedBonus {
  readonly comment_id: string
  readonly amount: number
  /** Which of the bonuses of the author's owner on this UTC day, from 1. */
  readonly nth: number
  readonly helpers: ReadonlyArray<string>
}

/**
 * The bonus of a comment after a vote; undefined when the vote earns none. It is decided by what holds at the vote:
 * votes of owners without standing at the time of the vote count if the owner has standing now, and a bonus prevented
 * by a daily limit can be earned by a vote on a later day. A vote of an owner that cannot help decides nothing.
 *
 * @example bonusFor({ comment_id: "c", question_id: "q", author_id: "a", has_earned: false, bonuses_today: 2, helpers: ["x", "y", "z"] })?.nth // 3
 * @example bonusFor({ comment_id: "c", question_id: "q", author_id: "a", has_earned: false, bonuses_today: 3, helpers: ["x", "y", "z"] }) // undefined
 * @example bonusFor({ comment_id: "c", question_id: "q", author_id: "a", has_earned: true, bonuses_today: 0, helpers: ["x", "y", "z"] }) // undefined
 */
export const bonusFor = (
  { bonuses_today, comment_id, has_earned, helpers }: VotedComment
): EarnedBonus | undefined =>
  has_earned || bonuses_today >= debateBonusesPerDayMax || helpers.length < debateUpvotes
    ? undefined
    : { comment_id, amount: debateBonus, nth: bonuses_today + 1, helpers: helpers.slice(0, debateUpvotes) }

/** The ledger entry that pays a bonus. */
export const bonusEntry = (
  { author_id, question_id }: VotedComment,
  { amount, comment_id }: EarnedBonus
): LedgerEntry => ({
  account_id: author_id,
  amount,
  reason: "debate_bonus" satisfies PointsReason,
  note: `A comment reached ${debateUpvotes} upvotes of other owners`,
  question_id,
  key: `debate_bonus:${comment_id}`
})

/** The bonus that a comment has earned, and what of it the author holds. */
export interface HeldBonus {
  readonly earned: number
  readonly held: number
  /** How often a removal or a restoration has moved it. */
  readonly moves: number
}

/** The points of its bonus that the author of a comment holds while its text is in this state. */
export const heldBonus = (text: ModeratedText, { earned }: HeldBonus): number => text === "removed" ? 0 : earned

/**
 * The ledger entry by which a removal takes the bonus of a comment back, or a restoration returns it; undefined when
 * nothing moves.
 *
 * @example bonusReversal({ id: "c", question_id: "q", user_id: "a" }, "removed", { earned: 100, held: 100, moves: 0 })?.amount // -100
 * @example bonusReversal({ id: "c", question_id: "q", user_id: "a" }, "shown", { earned: 100, held: 0, moves: 1 })?.amount // 100
 * @example bonusReversal({ id: "c", question_id: "q", user_id: "a" }, "shown", { earned: 100, held: 100, moves: 0 }) // undefined
 */
export const bonusReversal = (
  comment: { readonly id: string; readonly question_id: string; readonly user_id: string },
  to: ModeratedText,
  bonus: HeldBonus
): LedgerEntry | undefined => {
  const amount = heldBonus(to, bonus) - bonus.held
  return amount === 0 ? undefined : {
    account_id: comment.user_id,
    amount,
    reason: "debate_reversal" satisfies PointsReason,
    note: `A comment with a debate bonus was ${to === "removed" ? "removed" : "restored"}`,
    question_id: comment.question_id,
    key: `debate_reversal:${comment.id}:${bonus.moves + 1}`
  }
}
