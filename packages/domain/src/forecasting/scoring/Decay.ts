/**
 * After how many whole days without a prediction points decay, the percentage lost per day, and the balance below which
 * nothing decays.
 */
export const decayAfterDays = 7
export const decayPercentPerDay = 2
export const decayFloor = 1_000

/**
 * The points that decay today: 2 % of the balance, rounded down, from 7 whole days without a prediction on; at most
 * what exceeds a balance of 1,000.
 *
 * @example decayDue(5_000, 7) // 100
 * @example decayDue(1_010, 30) // 10
 */
export const decayDue = (balance: number, daysIdle: number): number =>
  daysIdle < decayAfterDays
    ? 0
    : Math.max(0, Math.min(Math.floor((balance * decayPercentPerDay) / 100), balance - decayFloor))
