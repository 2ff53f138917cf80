/** Whole days without a prediction after which points begin to decay, the share lost a day, and what is left alone. */
export const decayAfterDays = 7
export const decayPercentPerDay = 2
export const decayFloor = 1_000

/**
 * How many points today's decay takes: 2 % of the balance, rounded down, once 7 whole days have passed without a
 * prediction; never so many that the balance falls below 1,000.
 *
 * @example decayDue(5_000, 7) // 100
 * @example decayDue(1_010, 30) // 10
 */
export const decayDue = (balance: number, daysIdle: number): number =>
  daysIdle < decayAfterDays
    ? 0
    : Math.max(0, Math.min(Math.floor((balance * decayPercentPerDay) / 100), balance - decayFloor))
