import type { PointsReason } from "./PointsReason.ts"

/** A change of a balance: signed whole points, the reason, and a note for the account. */
export interface PointsChange {
  readonly reason: PointsReason
  readonly amount: number
  readonly note: string
}

/** A change with the resulting balance. */
export interface BalancedChange extends PointsChange {
  readonly balance: number
}

/**
 * Adds running balances to changes, in order. The last balance is `balance` plus the sum of all amounts.
 *
 * @example appendChanges(100, [{ reason: "stake_lock", amount: -60, note: "" }])[0].balance // 40
 */
export const appendChanges = (
  balance: number,
  changes: ReadonlyArray<PointsChange>
): ReadonlyArray<BalancedChange> => {
  let running = balance
  return changes.map((change) => {
    running += change.amount
    return { ...change, balance: running }
  })
}

/** The sum of the amounts. */
export const sumOfChanges = (changes: ReadonlyArray<{ readonly amount: number }>): number =>
  changes.reduce((sum, change) => sum + change.amount, 0)
