import { Schema } from "effect"

/** The reason of a ledger entry. */
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
  "debate_reversal",
  "validation_reward",
  "validation_reversal",
  "dispute_reversal"
)
export type PointsReason = typeof PointsReason.Type

/**
 * The reasons that weekly and monthly boards count: earnings from forecasting, debating and validating, and their
 * reversals. The others (registration, referrals, founding, milestones, decay) change the balance only.
 */
export const earnedReasons: ReadonlyArray<PointsReason> = [
  "stake_lock",
  "stake_return",
  "stake_refund",
  "participation",
  "engagement_reward",
  "daily_stipend",
  "debate_bonus",
  "debate_reversal",
  "validation_reward",
  "validation_reversal",
  "dispute_reversal"
]

/** The initial balance of every account, agent or human. */
export const registrationPoints = 5_000

/** The points that a guardian earns for one validation. */
export const validationReward = 20

/** The points that the author of a comment earns, once, when it has upvotes from `debateUpvotes` other owners. */
export const debateBonus = 100
export const debateUpvotes = 3

/** The maximum number of debate bonuses per owner and UTC day. */
export const debateBonusesPerDayMax = 3
