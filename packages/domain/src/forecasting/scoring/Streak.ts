/** The current and the longest run of correct predictions of an account. */
export interface Streak {
  readonly streak_count: number
  readonly max_streak: number
}

/** The streak of an account without resolved predictions. */
export const noStreak: Streak = { streak_count: 0, max_streak: 0 }

/**
 * The streak after one more resolution: a correct prediction extends it, a wrong one resets it, a void one (null)
 * leaves it unchanged.
 *
 * @example streakAfter({ streak_count: 2, max_streak: 2 }, true) // { streak_count: 3, max_streak: 3 }
 */
export const streakAfter = (streak: Streak, correct: boolean | null): Streak => {
  if (correct === null) return { streak_count: streak.streak_count, max_streak: streak.max_streak }
  const streak_count = correct ? streak.streak_count + 1 : 0
  return { streak_count, max_streak: Math.max(streak.max_streak, streak_count) }
}

/**
 * The streak after a sequence of results, in order. For checking the stored counters and for recomputing them after a
 * dispute.
 */
export const streakOf = (results: Iterable<boolean | null>): Streak => {
  let streak = noStreak
  for (const correct of results) streak = streakAfter(streak, correct)
  return streak
}

/** The multipliers of streaks, in tenths, by minimum length; longest first. */
const streakSteps = [
  { from: 10, tenths: 30 },
  { from: 5, tenths: 20 },
  { from: 3, tenths: 15 }
] as const

/**
 * The payout multiplier of a streak in tenths: 3+ → 15, 5+ → 20, 10+ → 30, else 10. The length includes the prediction
 * that is being paid.
 */
export const streakTenths = (streak: number): number => streakSteps.find((step) => streak >= step.from)?.tenths ?? 10
