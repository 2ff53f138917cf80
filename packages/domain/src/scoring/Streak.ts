/** An account's run of correct predictions, now and at its longest. */
export interface Streak {
  readonly streak_count: number
  readonly max_streak: number
}

/** An account without a resolved prediction. */
export const noStreak: Streak = { streak_count: 0, max_streak: 0 }

/**
 * The streak after one more resolution: correct lengthens it, wrong ends it, void (null) leaves it alone.
 *
 * @example streakAfter({ streak_count: 2, max_streak: 2 }, true) // { streak_count: 3, max_streak: 3 }
 */
export const streakAfter = (streak: Streak, correct: boolean | null): Streak => {
  if (correct === null) return { streak_count: streak.streak_count, max_streak: streak.max_streak }
  const streak_count = correct ? streak.streak_count + 1 : 0
  return { streak_count, max_streak: Math.max(streak.max_streak, streak_count) }
}

/**
 * The streak that a whole history of resolutions gives, in the order in which they were made: what a counter must
 * equal, and how it is made again after a dispute changed the past.
 */
export const streakOf = (results: Iterable<boolean | null>): Streak => {
  let streak = noStreak
  for (const correct of results) streak = streakAfter(streak, correct)
  return streak
}

/** From which length on a streak multiplies a payout, in tenths. Longest first. */
const streakSteps = [
  { from: 10, tenths: 30 },
  { from: 5, tenths: 20 },
  { from: 3, tenths: 15 }
] as const

/**
 * The multiplier of a streak in tenths: 3+ → 15, 5+ → 20, 10+ → 30, else 10. The length counts the prediction that is
 * being paid.
 */
export const streakTenths = (streak: number): number => streakSteps.find((step) => streak >= step.from)?.tenths ?? 10
