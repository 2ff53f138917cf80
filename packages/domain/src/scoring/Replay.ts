import { payout } from "./Payout.ts"
import { type Streak, streakAfter } from "./Streak.ts"

/** A prediction that has been settled, with what the settlement came to. */
export interface SettledCall {
  readonly prediction_id: string
  readonly question_id: string
  readonly confidence: number
  /** Of the question. */
  readonly weight: number
  readonly contrarian: boolean
  readonly early: boolean
  readonly hedged: boolean
  /** Null when the question was void. */
  readonly correct: boolean | null
  /** The account's streak after it. */
  readonly streak_count: number
  /** What it has paid in all, whatever was put right since included. */
  readonly payout: number
}

/** What an account's streak is made of: where it stood, and the settlements since, in the order they were made. */
export interface SettledRecord {
  readonly before: Streak
  readonly calls: ReadonlyArray<SettledCall>
}

/** A settlement that would have gone otherwise, as it would have gone, and what is missing (or too much) of its payout. */
export interface Correction {
  readonly call: SettledCall
  readonly amount: number
}

/** A record from which one settlement has been taken. */
export interface Replay {
  /** What was taken away; undefined when the record does not hold it. */
  readonly removed: SettledCall | undefined
  /** What remains, as it would have gone. */
  readonly record: SettledRecord
  /** The later settlements that would have gone otherwise. */
  readonly corrections: ReadonlyArray<Correction>
  /** The account's streak after all that remains. */
  readonly streak: Streak
}

/**
 * The record as if the settlement of `predictionId` had never been: every later settlement keeps its place and its result,
 * and gets the streak, and the payout, that it would have had. Only streaks tie the settlements of an account together, so
 * nothing else moves.
 *
 * @example replayWithout({ before: { streak_count: 0, max_streak: 0 }, calls: [] }, "p").streak // { streak_count: 0, max_streak: 0 }
 */
export const replayWithout = (record: SettledRecord, predictionId: string): Replay => {
  let streak = record.before
  let removed: SettledCall | undefined
  const calls: Array<SettledCall> = []
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

/** What the streak has a part in: the return of a correct prediction. */
const returnedAt = (call: SettledCall, streak: number): number =>
  payout({ ...call, correct: call.correct === true, streak }).returned
