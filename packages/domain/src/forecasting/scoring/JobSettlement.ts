import { questionPath } from "../../kernel/pagePaths.ts"
import { counted } from "../../kernel/Counted.ts"
import type { NotificationDraft } from "../../community/social/Notification.ts"
import type { PointsChange } from "./Ledger.ts"
import type { LedgerEntry } from "./PointsLedger.ts"
import type { Correction, SettledRecord } from "./Replay.ts"
import { correctionEntry, resettle } from "./Resettlement.ts"
import type { LockedJob, SettledPrediction, UnsettledPrediction } from "./ResolutionStore.ts"

/** The effects of a job on one prediction, its account, and the account's later settlements. */
export interface JobSettlement {
  /** The reversal of an earlier payout, then corrections of later payouts, then the new payout. */
  readonly entries: ReadonlyArray<LedgerEntry>
  readonly corrections: ReadonlyArray<Correction>
  readonly settled: SettledPrediction
  /** Notifications for an account whose balance a dispute changed. */
  readonly notices: ReadonlyArray<NotificationDraft>
}

/**
 * Settles one prediction of a job. `record` is the account's record from an earlier settlement of the prediction on
 * (see `ResolutionStore.recordsSince`); undefined when it is settled for the first time. Every entry has an idempotency
 * key of its own.
 */
export const settleForJob = (
  job: LockedJob,
  prediction: UnsettledPrediction,
  record: SettledRecord | undefined
): JobSettlement => {
  const { corrections, reversal, settlement } = resettle({
    prediction_id: prediction.prediction_id,
    question_id: job.question_id,
    prediction: prediction.prediction,
    selected_option: prediction.selected_option,
    confidence: prediction.confidence,
    contrarian: prediction.contrarian,
    early: prediction.early,
    hedged: prediction.hedged,
    weight: job.weight,
    optionCount: job.option_count,
    resolution: job.resolution,
    record: record ??
      { before: { streak_count: prediction.streak_count, max_streak: prediction.max_streak }, calls: [] }
  })
  const entry = (change: PointsChange, questionId: string, key: string): LedgerEntry => ({
    ...change,
    account_id: prediction.account_id,
    question_id: questionId,
    key
  })
  const undo = `dispute:${job.dispute_id ?? job.id}:${job.question_id}`
  const entries = [
    ...(reversal === undefined ? [] : [entry(reversal, job.question_id, `${undo}:${prediction.prediction_id}`)]),
    ...corrections.filter(({ amount }) => amount !== 0).map((correction) =>
      entry(correctionEntry(correction), correction.call.question_id, `${undo}:${correction.call.prediction_id}`)
    ),
    ...settlement.entries.map((change) =>
      entry(
        change,
        job.question_id,
        `resolve:${job.question_id}:${job.version}:${prediction.account_id}:${change.reason}`
      )
    )
  ]
  return {
    entries,
    corrections,
    notices: noticesOf(job, prediction, record === undefined ? [] : entries),
    settled: {
      prediction_id: prediction.prediction_id,
      account_id: prediction.account_id,
      hedged: prediction.hedged,
      correct: settlement.correct,
      brier_score: settlement.brier_score,
      log_score: settlement.log_score,
      payout: settlement.entries.reduce((sum, { amount }) => sum + amount, 0),
      streak_count: settlement.streak.streak_count,
      max_streak: settlement.streak.max_streak
    }
  }
}

const noticesOf = (
  job: LockedJob,
  { account_id, prediction_id }: UnsettledPrediction,
  entries: ReadonlyArray<LedgerEntry>
): ReadonlyArray<NotificationDraft> => {
  const change = entries.reduce((sum, { amount }) => sum + amount, 0)
  return change === 0 ? [] : [{
    account_id,
    actor_id: null,
    type: "points_reversed",
    subject_id: `${job.question_id}:${job.version}`,
    title: "A resolution was overturned",
    body: `"${job.question}" has been resolved again after a dispute; your balance changed by ${change > 0 ? "+" : ""}${
      counted(change, "point")
    }.`,
    link: questionPath(job.question_id),
    question_id: job.question_id,
    prediction_id
  }]
}
