import { streakTenths } from "./Streak.ts"

/** What a wrong prediction gets back, whatever was staked. */
export const participationPoints = 5

/** The most that streak, contrarian and early together multiply by. */
export const multiplierMax = 5

// Everything is reckoned in whole tenths, hundredths and thousandths: 1.3 has no exact binary form, and a floor must
// not lose a point to that. The largest product is 99 * 25 * 500 * 5000, far below 2^53.
const contrarianTenths = 25
const earlyTenths = 13

/** What one payout depends on. */
export interface PayoutFacts {
  /** The stated probability in percent, 50-99; it is also the stake. */
  readonly confidence: number
  /** The question's weight, 1-5 with at most two decimals. */
  readonly weight: number
  /** The streak of correct predictions including this one, if it is correct. */
  readonly streak: number
  readonly contrarian: boolean
  readonly early: boolean
  /** Whether accounts of the same owner stood on different sides of the question, or on different options, at its resolution. */
  readonly hedged: boolean
  readonly correct: boolean
}

/** A payout with every factor that led to it. */
export interface Payout {
  readonly stake: number
  readonly base: number
  readonly weight: number
  readonly streak_multiplier: number
  readonly contrarian_multiplier: number
  readonly early_multiplier: number
  /** The product of the three multipliers, at most 5. */
  readonly multiplier: number
  /** Whether the factors count for nothing, because the owner had hedged: the stake comes back and no more. */
  readonly hedged: boolean
  /** What comes back, the stake included: 0 when wrong. */
  readonly returned: number
  /** What a wrong prediction gets: 0 when correct. */
  readonly participation: number
}

/** The base in tenths, by confidence: 50-60 → 15, 61-80 → 20, 81-99 → 25. */
const baseTenths = (confidence: number): number => confidence <= 60 ? 15 : confidence <= 80 ? 20 : 25

/**
 * What a resolved prediction pays: floor(stake × base × weight × min(5, streak × contrarian × early)) when correct, the stake
 * when correct but hedged, 5 points of participation when wrong. Exact for weights with two decimals.
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
