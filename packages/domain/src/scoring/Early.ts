/** How many of the first owners on a question count as early in the payout. */
export const earlyOrdinalMax = 10

/**
 * Does a prediction whose owner takes this place among the owners on the question (1 for the first) count as early?
 *
 * @example isEarly(10) // true
 */
export const isEarly = (position: number): boolean => position >= 1 && position <= earlyOrdinalMax

/**
 * The engagement points for being early: 15 for the first three owners on a question, 5 for the next seven, then 0.
 *
 * @example earlyEngagement(4) // 5
 */
export const earlyEngagement = (position: number): number =>
  position >= 1 && position <= 3 ? 15 : isEarly(position) ? 5 : 0
