import { Schema } from "effect"
import { Points } from "../scoring/Points.ts"
import type { Resolution } from "../questions/Resolution.ts"
import type { SettledRecord } from "../scoring/Replay.ts"
import { balanceChange, resettle } from "../scoring/Resettlement.ts"

/** The change of one balance by overturning a resolution. */
export const BalanceChange = Schema.Struct({
  account_id: Schema.String,
  name: Schema.String,
  balance_before: Points,
  balance_after: Points,
  change: Points
}).annotations({ identifier: "BalanceChange" })
export interface BalanceChange extends Schema.Schema.Type<typeof BalanceChange> {}

/** A prediction on a question that would be resolved again. */
export interface OverturnedPrediction {
  readonly prediction_id: string
  readonly question_id: string
  readonly early: boolean
  readonly prediction: boolean
  readonly selected_option: string | null
  readonly confidence: number
  readonly contrarian: boolean
  readonly hedged: boolean
  /** The question's weight. */
  readonly weight: number
  readonly option_count: number
}

/** An account with predictions on questions that would be resolved again. */
export interface AffectedAccount {
  readonly account_id: string
  readonly name: string
  readonly points: number
  /** Its record from the earliest settled one of these predictions on; only its streak when none is settled. */
  readonly record: SettledRecord
  readonly predictions: ReadonlyArray<OverturnedPrediction>
}

/** A question that would be resolved again, with its new resolution. */
export interface NewResolution {
  readonly question_id: string
  readonly resolution: Resolution
}

/**
 * The balance of an account after these questions are resolved again, one after another. Uses the same function as the
 * job that pays.
 */
export const balanceAfter = (account: AffectedAccount, questions: ReadonlyArray<NewResolution>): BalanceChange => {
  let record = account.record
  let change = 0
  for (const { question_id, resolution } of questions) {
    const said = account.predictions.find((prediction) => prediction.question_id === question_id)
    if (said === undefined) continue
    const again = resettle({
      ...said,
      optionCount: said.option_count,
      resolution,
      record
    })
    record = again.record
    change += balanceChange(again)
  }
  return {
    account_id: account.account_id,
    name: account.name,
    balance_before: account.points,
    balance_after: account.points + change,
    change
  }
}
