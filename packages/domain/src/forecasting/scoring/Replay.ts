import { payout } from "./Payout.ts"
import { type Streak, streakAfter } from "./Streak.ts"

/** A settled prediction with the result of its settlement. */
export interface PriorSettlement {
  readonly prediction_id: string
  readonly question_id: string
  readonly confidence: number
  /** The question's weight. */
  readonly weight: number
  readonly contrarian: boolean
  readonly early: boolean
  readonly hedged: boolean
  /** Null when the question was void. */
  readonly correct: boolean | null
  /** The account's streak after this settlement. */
  readonly streak_count: number
  /** All points paid for it, later corrections included. */
  readonly payout: number
}

/** The streak of an account before some settlement, and its settlements from then on, in order. */
export interface SettledRecord {
  readonly before: Streak
  readonly calls: ReadonlyArray<PriorSettlement>
}

/** A corrected settlement, and the difference of its payout. */
export interface Correction {
  readonly call: PriorSettlement
  readonly amount: number
}

/** The result of removing one settlement from a record. */
export interface Replay {
  /** The removed settlement; undefined when the record does not contain it. */
  readonly removed: PriorSettlement | undefined
  /** The remaining settlements, corrected. */
  readonly record: SettledRecord
  /** The later settlements that changed. */
  readonly corrections: ReadonlyArray<Correction>
  /** The account's streak after the remaining settlements. */
  readonly streak: Streak
}

/**
 * Removes the settlement of `predictionId` from a record and recomputes the streaks, and thus the payouts, of all later
 * settlements. Their order and their results stay the same, because settlements of an account depend on each other only
 * by the streak.
 *
 * @example replayWithout({ before: { streak_count: 0, max_streak: 0 }, calls: [] }, "p").streak // { streak_count: 0, max_streak: 0 }
 */
export const replayWithout = (record: SettledRecord, predictionId: string): Replay => {
  let streak = record.before
  let removed: PriorSettlement | undefined
  const calls: Array<PriorSettlement> = []
  const corrections: Array<Correction> = []
  for (const call of record.calls) {
    if (call.prediction_id === predictionId) {
      removed = call
      continue
    }
    streak = streakAfter(streak, call.correct)
    if (streak.streak_count === call.streak_count) {
      calls.push(call)
      continue
    }
    const amount = returnedAt(call, streak.streak_count) - returnedAt(call, call.streak_count)
    const corrected = { ...call, streak_count: streak.streak_count, payout: call.payout + amount }
    calls.push(corrected)
    corrections.push({ call: corrected, amount })
  }
  return { removed, record: { before: record.before, calls }, corrections, streak }
}

/** The part of a payout that depends on the streak: the return of a correct prediction. */
const returnedAt = (call: PriorSettlement, streak: number): number =>
  payout({ ...call, correct: call.correct === true, streak }).returned
