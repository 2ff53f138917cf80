import { streakTenths } from "./Streak.ts"

/** The points for a wrong prediction, independent of the stake. */
export const participationPoints = 5

/** The maximum of the product of the streak, contrarian and early multipliers. */
export const multiplierMax = 5

// Computed in whole tenths, hundredths and thousandths, because 1.3 has no exact binary form and rounding down must not
// lose a point. The largest product is 99 * 25 * 500 * 5000, far below 2^53.
const contrarianTenths = 25
const earlyTenths = 13

/** What a payout depends on. */
export interface PayoutFacts {
  /** The stated probability in percent, 50-99; also the stake in points. */
  readonly confidence: number
  /** The question's weight, 1-5 with at most two decimals. */
  readonly weight: number
  /** The length of the streak, including this prediction if it is correct. */
  readonly streak: number
  readonly contrarian: boolean
  readonly early: boolean
  /** Whether accounts of the same owner took different sides of the question when it was resolved. */
  readonly hedged: boolean
  readonly correct: boolean
}

/** A payout with all its factors. */
export interface Payout {
  readonly stake: number
  readonly base: number
  readonly weight: number
  readonly streak_multiplier: number
  readonly contrarian_multiplier: number
  readonly early_multiplier: number
  /** The product of the three multipliers, at most 5. */
  readonly multiplier: number
  /** Whether the factors do not apply because the owner hedged: only the stake is returned. */
  readonly hedged: boolean
  /** The points returned, the stake included; 0 when wrong. */
  readonly returned: number
  /** The participation points for a wrong prediction; 0 when correct. */
  readonly participation: number
}

/** The base multiplier in tenths, by confidence: 50-60 → 15, 61-80 → 20, 81-99 → 25. */
const baseTenths = (confidence: number): number => confidence <= 60 ? 15 : confidence <= 80 ? 20 : 25

/**
 * The payout of a resolved prediction: floor(stake × base × weight × min(5, streak × contrarian × early)) when correct,
 * the stake when correct but hedged, 5 participation points when wrong. Exact for weights with two decimals.
 *
 * @example payout({ confidence: 60, weight: 1, streak: 1, contrarian: false, early: false, hedged: false, correct: true }).returned // 90
 * @example payout({ confidence: 60, weight: 1, streak: 1, contrarian: false, early: false, hedged: true, correct: true }).returned // 60
 */
export const payout = (facts: PayoutFacts): Payout => {
  const base = baseTenths(facts.confidence)
  const streak = streakTenths(facts.streak)
  const contrarian = facts.contrarian ? contrarianTenths : 10
  const early = facts.early ? earlyTenths : 10
  const thousandths = Math.min(multiplierMax * 1_000, streak * contrarian * early)
  const weightHundredths = Math.round(facts.weight * 100)
  const millionths = facts.confidence * base * weightHundredths * thousandths
  return {
    stake: facts.confidence,
    base: base / 10,
    weight: facts.weight,
    streak_multiplier: streak / 10,
    contrarian_multiplier: contrarian / 10,
    early_multiplier: early / 10,
    multiplier: thousandths / 1_000,
    hedged: facts.hedged,
    returned: !facts.correct ? 0 : facts.hedged ? facts.confidence : Math.floor(millionths / 1_000_000),
    participation: facts.correct ? 0 : participationPoints
  }
}
