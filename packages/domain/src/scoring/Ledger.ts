import type { PointsReason } from "./PointsReason.ts"

/** A change of a balance: whole points, signed, with its reason and a sentence for the owner. */
export interface PointsChange {
  readonly reason: PointsReason
  readonly amount: number
  readonly note: string
}

/** A change with the balance after it. */
export interface BalancedChange extends PointsChange {
  readonly balance: number
}

/**
 * The changes with their running balances, in their order. The last balance is `balance` plus the sum of all amounts.
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
