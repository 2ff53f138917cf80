import type { PointsChange } from "./Ledger.ts"

/**
 * The entries that reverse a settlement after a dispute: one for each entry, with the opposite amount, in the same
 * order. Nothing is ever deleted from the ledger, so a balance can become negative.
 *
 * @example reversal([{ reason: "stake_return", amount: 90, note: "" }])[0].amount // -90
 */
export const reversal = (entries: ReadonlyArray<PointsChange>): ReadonlyArray<PointsChange> =>
  entries.map((entry) => ({
    reason: "dispute_reversal",
    amount: 0 - entry.amount,
    note: `Reversed after a dispute: ${entry.reason} of ${entry.amount}`
  }))
