import type { PointsChange } from "./Ledger.ts"
import { type Correction, replayWithout, type PriorSettlement, type SettledRecord } from "./Replay.ts"
import { reversal } from "./Reversal.ts"
import { settle, type Settlement, type SettlementFacts } from "./Settlement.ts"

/** What settling a prediction again depends on: its facts, and the account's record from its first settlement on. */
interface ResettlementFacts extends Omit<SettlementFacts, "streak"> {
  readonly prediction_id: string
  readonly question_id: string
  readonly record: SettledRecord
}

/** The result of settling a prediction again. */
export interface Resettlement {
  /** The entry that reverses what the prediction has paid so far; undefined when it has paid nothing. */
  readonly reversal: PointsChange | undefined
  /** The later settlements whose streak changes. */
  readonly corrections: ReadonlyArray<Correction>
  readonly settlement: Settlement
  /** The account's record with the new settlement at the end. */
  readonly record: SettledRecord
}

/**
 * Settles a prediction whose question is resolved again. First the earlier settlement is removed: its payout is
 * reversed and all later settlements are recomputed (see `replayWithout`). Then the prediction is settled as the latest
 * one, with the account's current streak.
 */
export const resettle = (facts: ResettlementFacts): Resettlement => {
  const { corrections, record, removed, streak } = replayWithout(facts.record, facts.prediction_id)
  const settlement = settle({ ...facts, streak })
  const call: PriorSettlement = {
    prediction_id: facts.prediction_id,
    question_id: facts.question_id,
    confidence: facts.confidence,
    weight: facts.weight,
    contrarian: facts.contrarian,
    early: facts.early,
    hedged: facts.hedged,
    correct: settlement.correct,
    streak_count: settlement.streak.streak_count,
    payout: settlement.entries.reduce((sum, { amount }) => sum + amount, 0)
  }
  return {
    reversal: removed === undefined ? undefined : takenBack(removed),
    corrections,
    settlement,
    record: { before: record.before, calls: [...record.calls, call] }
  }
}

/** The total change of the balance by a resettlement. */
export const balanceChange = ({ corrections, reversal, settlement }: Resettlement): number =>
  [...settlement.entries, ...corrections, ...(reversal === undefined ? [] : [reversal])]
    .reduce((sum, { amount }) => sum + amount, 0)

const takenBack = ({ correct, payout }: PriorSettlement): PointsChange | undefined => {
  const reason = correct === null ? "stake_refund" : correct ? "stake_return" : "participation"
  return reversal([{ reason, amount: payout, note: "" }])[0]
}

/** The ledger entry that corrects the payout of a later settlement. */
export const correctionEntry = ({ amount, call }: Correction): PointsChange => ({
  reason: "dispute_reversal",
  amount,
  note: `Put right after a dispute: this payout counted a streak that is ${call.streak_count} now`
})
