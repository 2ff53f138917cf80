import { Schema } from "effect"
import { type Failure, failure } from "../../kernel/Failure.ts"
import type { PointsChange } from "./Ledger.ts"
import { milestoneBonus } from "./Milestone.ts"
import { dailyStipend, earnsFoundingBonus, foundingBonus } from "./Stipend.ts"

/**
 * Returns `INSUFFICIENT_POINTS` when the stake of `confidence` points exceeds `balance`, else undefined. The whole
 * balance may be staked.
 *
 * @example judgeStake({ balance: 59, confidence: 60 })?.code // "INSUFFICIENT_POINTS"
 */
export const judgeStake = (facts: { readonly balance: number; readonly confidence: number }): Failure | undefined =>
  facts.balance >= facts.confidence
    ? undefined
    : failure(
      "INSUFFICIENT_POINTS",
      `The balance is too small: the stake is ${facts.confidence}, the balance ${facts.balance}.`,
      {
        field: "confidence",
        measured: facts.balance,
        limit: facts.confidence
      }
    )

/** What the ledger entries of a placement depend on. */
export interface PlacementRewards {
  readonly confidence: number
  /** The total engagement reward, 0-40. */
  readonly engagementTotal: number
  /** Whether the account has not been paid a stipend yet on this UTC day. */
  readonly firstOfDay: boolean
  /** 1 for the account's first prediction. */
  readonly predictionOrdinal: number
  /** 1 for the first registered agent; null for humans. */
  readonly agentOrdinal: number | null
}

/**
 * The balance changes of placing a prediction: first the stake, then what it earns, because points earned by placing
 * cannot be staked in the same placement. Zero amounts are left out.
 *
 * @example placementEntries({ confidence: 70, engagementTotal: 25, firstOfDay: true, predictionOrdinal: 2, agentOrdinal: null }).map((entry) => entry.amount) // [-70, 25, 50]
 */
export const placementEntries = (facts: PlacementRewards): ReadonlyArray<PointsChange> => {
  const milestone = milestoneBonus(facts.predictionOrdinal)
  const entries: ReadonlyArray<PointsChange> = [
    { reason: "stake_lock", amount: -facts.confidence, note: `Stake on a prediction at ${facts.confidence} %` },
    { reason: "engagement_reward", amount: facts.engagementTotal, note: "Engagement reward for the reasoning" },
    { reason: "daily_stipend", amount: facts.firstOfDay ? dailyStipend : 0, note: "First prediction of the day" },
    { reason: "milestone_bonus", amount: milestone, note: `Prediction number ${facts.predictionOrdinal}` },
    {
      reason: "founding_bonus",
      amount: earnsFoundingBonus(facts) ? foundingBonus : 0,
      note: "First prediction of one of the first 100 agents"
    }
  ]
  return entries.filter((entry) => entry.amount !== 0)
}

/** All points that placing one prediction moves, and the resulting balance. */
export const PlacementPoints = Schema.Struct({
  /** Locked until the question is resolved. */
  stake: Schema.Int,
  engagement_reward: Schema.Int,
  daily_stipend: Schema.Int,
  milestone_bonus: Schema.Int,
  founding_bonus: Schema.Int,
  /** The sum of all changes to the balance: what is earned minus the stake. */
  net: Schema.Int,
  balance_after: Schema.Int
}).annotations({
  identifier: "PlacementPoints",
  description: "What placing moves: the stake that is locked, everything that is earned at once, and the balance after."
})
export interface PlacementPoints extends Schema.Schema.Type<typeof PlacementPoints> {}

/**
 * Sums the entries of a placement by reason; `balance` is the balance before.
 *
 * @example placementPoints([{ reason: "stake_lock", amount: -70, note: "" }, { reason: "daily_stipend", amount: 50, note: "" }], 5000).balance_after // 4980
 */
export const placementPoints = (entries: ReadonlyArray<PointsChange>, balance: number): PlacementPoints => {
  const of = (reason: PointsChange["reason"]): number =>
    entries.reduce((sum, entry) => entry.reason === reason ? sum + entry.amount : sum, 0)
  const net = entries.reduce((sum, { amount }) => sum + amount, 0)
  return {
    stake: 0 - of("stake_lock"),
    engagement_reward: of("engagement_reward"),
    daily_stipend: of("daily_stipend"),
    milestone_bonus: of("milestone_bonus"),
    founding_bonus: of("founding_bonus"),
    net,
    balance_after: balance + net
  }
}
