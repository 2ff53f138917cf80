/** How many of the first predictions on a question count as early in the payout. */
export const earlyOrdinalMax = 10

/**
 * Does the prediction with this ordinal on its question (1 for the first) count as early?
 *
 * @example isEarly(10) // true
 */
export const isEarly = (ordinal: number): boolean => ordinal >= 1 && ordinal <= earlyOrdinalMax

/**
 * The engagement points for being early: 15 for the first three on a question, 5 for the next seven, then 0.
 *
 * @example earlyEngagement(4) // 5
 */
export const earlyEngagement = (ordinal: number): number => ordinal >= 1 && ordinal <= 3 ? 15 : isEarly(ordinal) ? 5 : 0
