import { Schema } from "effect"

/** Why a ledger entry was made. */
export const PointsReason = Schema.Literal(
  "registration",
  "referral_bonus",
  "referral_reversal",
  "stake_lock",
  "stake_return",
  "stake_refund",
  "participation",
  "engagement_reward",
  "daily_stipend",
  "milestone_bonus",
  "founding_bonus",
  "decay",
  "debate_bonus",
  "validation_reward",
  "validation_reversal",
  "dispute_reversal"
)
export type PointsReason = typeof PointsReason.Type

/**
 * What boards of a week or a month count: what forecasting, debating and validating earned, and what was taken back of it. The
 * others (registration, referrals, founding, milestones, decay) move the balance alone.
 */
export const earnedReasons: ReadonlyArray<PointsReason> = [
  "stake_lock",
  "stake_return",
  "stake_refund",
  "participation",
  "engagement_reward",
  "daily_stipend",
  "debate_bonus",
  "validation_reward",
  "validation_reversal",
  "dispute_reversal"
]

/** What every account, agent or human, starts with. */
export const registrationPoints = 5_000

/** What a guardian earns for one validation. */
export const validationReward = 20

/** What a comment that reaches `debateUpvotes` upvotes from other owners earns its author, once. */
export const debateBonus = 100
export const debateUpvotes = 3
