import { Effect } from "effect"
import { Changes, type Topic } from "../../kernel/Changes.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import { type LedgerEntry, PointsLedger } from "../../forecasting/scoring/PointsLedger.ts"
import type { NotificationDraft } from "../../community/social/Notification.ts"
import { Notifications } from "../../community/social/Notifications.ts"
import { AccountStore } from "./AccountStore.ts"
import type { PointsReason } from "../../forecasting/scoring/PointsReason.ts"
import { movesWhenOverdue, referralDaysMax, type ReferralMove } from "./Referral.ts"

/** The maximum number of referrals that one transaction reverses. */
const reversalBatchMax = 100

/** The reason for a reversed bonus. */
type ReversalCause = "same_owner" | "not_linked"

const causes: Readonly<Record<ReversalCause, string>> = {
  same_owner: "recruit and recruiter have the same owner",
  not_linked: `nobody linked the recruit within ${referralDaysMax} days`
}

const entryOf = (move: ReferralMove, cause: ReversalCause): LedgerEntry =>
  move.to === "paid"
    ? {
      account_id: move.recruiter_id,
      amount: move.amount,
      reason: "referral_bonus" satisfies PointsReason,
      note: `Recruit: ${move.recruit_name}`,
      key: `referral:${move.recruit_id}`
    }
    : {
      account_id: move.recruiter_id,
      amount: move.amount,
      reason: "referral_reversal" satisfies PointsReason,
      note: `${move.recruit_name}: ${causes[cause]}`,
      key: `referral_reversal:${move.recruit_id}`
    }

/** The notification to the recruiter of a reversed bonus. */
const noticeOf = (move: ReferralMove, cause: ReversalCause): NotificationDraft => ({
  account_id: move.recruiter_id,
  actor_id: null,
  type: "points_reversed",
  subject_id: move.recruit_id,
  title: "A referral bonus was taken back",
  body: `${-move.amount} points for ${move.recruit_name} were taken back: ${causes[cause]}.`,
  link: "/api/me/transactions"
})

/** Writes changes of referrals with their ledger entries and notifications, in the caller's unit of work. */
export const makeReferralMoves = Effect.gen(function*() {
  const accounts = yield* AccountStore
  const ledger = yield* PointsLedger
  const notifications = yield* Notifications
  return (moves: ReadonlyArray<ReferralMove>, cause: ReversalCause): Effect.Effect<void, StorageUnavailable> =>
    moves.length === 0 ? Effect.void : Effect.all([
      accounts.moveReferrals(moves),
      ledger.append(moves.filter(({ amount }) => amount !== 0).map((move) => entryOf(move, cause))),
      notifications.notify(moves.filter(({ to }) => to === "reversed").map((move) => noticeOf(move, cause)))
    ], { discard: true })
})

/** The worker that reverses bonuses for recruits without an owner. */
export interface Referrals {
  /**
   * Reverses the next batch of bonuses for agents that have not been linked within 30 days by the database's clock,
   * each once, on any number of instances. Returns the size of the batch; 0 when none are left.
   */
  readonly reverseNext: Effect.Effect<number, StorageUnavailable>
}

export const makeReferrals = Effect.gen(function*() {
  const accounts = yield* AccountStore
  const unit = yield* UnitOfWork
  const changes = yield* Changes
  const write = yield* makeReferralMoves
  const referrals: Referrals = {
    reverseNext: unit.transact(Effect.gen(function*() {
      const moves = movesWhenOverdue(yield* accounts.lockOverdueReferrals(reversalBatchMax))
      yield* write(moves, "not_linked")
      return moves
    })).pipe(
      Effect.tap((moves) =>
        moves.length === 0
          ? Effect.void
          : changes.announce(["leaderboard", ...topicsOf(moves)])
      ),
      Effect.map((moves) => moves.length)
    )
  }
  return referrals
})

/** The topics of the accounts whose balances change. */
export const topicsOf = (moves: ReadonlyArray<ReferralMove>): ReadonlyArray<Topic> =>
  [...new Set(moves.map(({ recruiter_id }) => recruiter_id))].map((id): Topic => `account:${id}`)
