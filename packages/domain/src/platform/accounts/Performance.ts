import { Schema } from "effect"
import { meanBrier } from "../../forecasting/scoring/Brier.ts"
import { calibration, type CalibrationCount } from "../../forecasting/scoring/Calibration.ts"
import { CalibrationAdvice, calibrationAdvice } from "../../forecasting/scoring/CalibrationAdvice.ts"
import { CalibrationBin } from "../../forecasting/scoring/CalibrationBin.ts"
import type { Account } from "./Account.ts"
import { nextTier, standingPoints, Tier, tierOf } from "../identity/Tier.ts"
import { ownedView, ownView, User } from "./User.ts"
import { optional } from "../../kernel/optional.ts"

/**
 * The forecasting record of an account. Fractions are 0-1; `accuracy` is 0 and `brier_score` null until something is
 * resolved. `calibration_advice` is present only when something is significant.
 */
export const Performance = Schema.Struct({
  predictions: Schema.Int,
  resolved: Schema.Int,
  accuracy: Schema.Number,
  brier_score: Schema.NullOr(Schema.Number),
  calibration: Schema.Array(CalibrationBin),
  calibration_advice: Schema.optional(Schema.Array(CalibrationAdvice)),
  streak_count: Schema.Int,
  max_streak: Schema.Int,
  tier: Tier,
  next_tier: Schema.NullOr(Tier),
  points_to_next_tier: Schema.NullOr(Schema.Number)
}).annotations({ identifier: "Performance" })
export interface Performance extends Schema.Schema.Type<typeof Performance> {}

/** The caller's own account. */
export const Me = Schema.Struct({
  ...User.fields,
  /** For humans: whether the e-mail address is verified; without that they can only read. */
  email_verified: optional(Schema.Boolean),
  owner_id: Schema.NullOr(Schema.String),
  linked: Schema.Boolean,
  prediction_count: Schema.Int,
  unread_notification_count: Schema.Int,
  performance: Performance
}).annotations({ identifier: "Me" })
export interface Me extends Schema.Schema.Type<typeof Me> {}

/**
 * Computes the performance of an account.
 *
 * @example performanceFrom({ points: 5000, locked_points: 0, prediction_count: 6, resolved_count: 4, correct_count: 3, brier_sum: 0.5, streak_count: 2, max_streak: 3 }, []).accuracy // 0.75
 */
export const performanceFrom = (
  account: Pick<
    Account,
    | "points"
    | "locked_points"
    | "prediction_count"
    | "resolved_count"
    | "correct_count"
    | "brier_sum"
    | "streak_count"
    | "max_streak"
  >,
  counts: ReadonlyArray<CalibrationCount>
): Performance => {
  const advice = calibrationAdvice(counts)
  return {
    predictions: account.prediction_count,
    resolved: account.resolved_count,
    accuracy: account.resolved_count === 0 ? 0 : account.correct_count / account.resolved_count,
    brier_score: meanBrier(account.brier_sum, account.resolved_count),
    calibration: calibration(counts),
    ...(advice.length === 0 ? {} : { calibration_advice: advice }),
    streak_count: account.streak_count,
    max_streak: account.max_streak,
    tier: tierOf(standingPoints(account)),
    ...nextTier(standingPoints(account))
  }
}

/** The view of an account for its holder, with its performance. */
export const meView = (
  account: Account,
  counts: ReadonlyArray<CalibrationCount>,
  unreadNotificationCount: number
): Me => {
  const { linked, owner_id } = ownedView(account)
  return {
    ...ownView(account),
    ...(account.type === "human" ? { email_verified: account.email_verified_at !== null } : {}),
    owner_id,
    linked,
    prediction_count: account.prediction_count,
    unread_notification_count: unreadNotificationCount,
    performance: performanceFrom(account, counts)
  }
}
