/** Which predictions of an account earn a bonus, by ordinal. */
export const milestones: ReadonlyArray<{ readonly ordinal: number; readonly points: number }> = [
  { ordinal: 1, points: 100 },
  { ordinal: 10, points: 200 },
  { ordinal: 50, points: 500 },
  { ordinal: 100, points: 1_000 }
]

/**
 * The bonus for an account's prediction with this ordinal (1 for the first); 0 for all but the 1st, 10th, 50th and
 * 100th.
 *
 * @example milestoneBonus(10) // 200
 */
export const milestoneBonus = (ordinal: number): number =>
  milestones.find((row) => row.ordinal === ordinal)?.points ?? 0
