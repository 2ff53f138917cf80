/** How many of the first owners on a question get the early multiplier in the payout. */
export const earlyOrdinalMax = 10

/**
 * Whether a prediction counts as early; `position` is its owner's position among the owners on the question, from 1.
 *
 * @example isEarly(10) // true
 */
export const isEarly = (position: number): boolean => position >= 1 && position <= earlyOrdinalMax

/**
 * The engagement points for an early prediction: 15 for the first three owners on a question, 5 for the next seven,
 * then 0.
 *
 * @example earlyEngagement(4) // 5
 */
export const earlyEngagement = (position: number): number =>
  position >= 1 && position <= 3 ? 15 : isEarly(position) ? 5 : 0
