import { type PredictedAnswer, isCorrect, type Resolution } from "../questions/Resolution.ts"
import { brierBinary, brierMulti } from "./Brier.ts"
import type { PointsChange } from "./Ledger.ts"
import { logScore } from "./LogScore.ts"
import { type Payout, payout } from "./Payout.ts"
import { type Streak, streakAfter } from "./Streak.ts"

/** What settling a prediction depends on. */
export interface SettlementFacts extends PredictedAnswer {
  readonly confidence: number
  readonly contrarian: boolean
  readonly early: boolean
  /** See `PayoutFacts`. */
  readonly hedged: boolean
  /** The question's weight. */
  readonly weight: number
  /** The number of options of the question; 0 for binary questions. */
  readonly optionCount: number
  /** The account's streak before this settlement. */
  readonly streak: Streak
  readonly resolution: Resolution
}

/** The result of settling a prediction. `correct`, the scores and `payout` are null when the question was void. */
export interface Settlement {
  readonly correct: boolean | null
  readonly brier_score: number | null
  /** In natural logarithms. */
  readonly log_score: number | null
  readonly payout: Payout | null
  readonly streak: Streak
  readonly entries: ReadonlyArray<PointsChange>
}

/**
 * Settles one prediction: computes the ledger entry (`stake_return` when correct, `participation` when wrong,
 * `stake_refund` when void), the new streak, and the Brier and log scores. A void question gives no scores and leaves
 * the streak unchanged.
 *
 * @example settle({ prediction: true, confidence: 70, contrarian: false, early: true, hedged: false, weight: 1, optionCount: 0, streak: { streak_count: 0, max_streak: 0 }, resolution: { kind: "void" } }).entries[0]?.reason // "stake_refund"
 */
export const settle = (facts: SettlementFacts): Settlement => {
  const correct = isCorrect(facts, facts.resolution)
  const streak = streakAfter(facts.streak, correct)
  if (correct === null) {
    const note = "The question was resolved void; the stake goes back"
    return {
      correct,
      brier_score: null,
      log_score: null,
      payout: null,
      streak,
      entries: [{ reason: "stake_refund", amount: facts.confidence, note }]
    }
  }
  const paid = payout({
    confidence: facts.confidence,
    weight: facts.weight,
    streak: streak.streak_count,
    contrarian: facts.contrarian,
    early: facts.early,
    hedged: facts.hedged,
    correct
  })
  return {
    correct,
    brier_score: brierScore(facts.confidence, correct, facts.resolution, facts.optionCount),
    log_score: logScore(facts.confidence, correct, facts.resolution, facts.optionCount),
    payout: paid,
    streak,
    entries: [
      correct
        ? { reason: "stake_return", amount: paid.returned, note: returnNote(paid) }
        : { reason: "participation", amount: paid.participation, note: "The prediction was wrong; participation" }
    ]
  }
}

/** The Brier score of a prediction at `confidence` percent; the resolution must not be void. */
export const brierScore = (confidence: number, correct: boolean, resolution: Resolution, optionCount: number): number =>
  resolution.kind === "options"
    ? brierMulti({ confidence, correct, optionCount, correctCount: resolution.correct_options.length })
    : brierBinary(confidence, correct)

const returnNote = (paid: Payout): string =>
  paid.hedged
    ? `Correct, but hedged: your accounts stood on different sides, so the ${paid.stake} staked go back and no more`
    : `Correct: ${paid.stake} staked x ${paid.base} base x ${paid.weight} weight x ${paid.multiplier} multiplier`
