/** The bonuses for the first, 10th, 50th and 100th prediction of an account. */
export const milestones: ReadonlyArray<{ readonly ordinal: number; readonly points: number }> = [
  { ordinal: 1, points: 100 },
  { ordinal: 10, points: 200 },
  { ordinal: 50, points: 500 },
  { ordinal: 100, points: 1_000 }
]

/**
 * The bonus in points for an account's prediction with this ordinal (from 1); 0 unless it is a milestone.
 *
 * @example milestoneBonus(10) // 200
 */
export const milestoneBonus = (ordinal: number): number =>
  milestones.find((row) => row.ordinal === ordinal)?.points ?? 0
