import { Schema } from "effect"
import { Points } from "../scoring/Points.ts"
import type { Resolution } from "../questions/Resolution.ts"
import type { SettledRecord } from "../scoring/Replay.ts"
import { balanceChange, resettle } from "../scoring/Resettlement.ts"

/** What overturning a resolution would do to one balance. */
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
  /** Of the question. */
  readonly weight: number
  readonly option_count: number
}

/** An account that predicted on what would be resolved again, as it stands. */
export interface OverturnStanding {
  readonly account_id: string
  readonly name: string
  readonly points: number
  /** Its record from the earliest of these predictions on that is settled; nothing but its streak when none is. */
  readonly record: SettledRecord
  readonly predictions: ReadonlyArray<OverturnedPrediction>
}

/** A question that would be resolved again, and how. */
export interface Instead {
  readonly question_id: string
  readonly resolution: Resolution
}

/**
 * What resolving these questions again, one after another, would do to the balance of an account: what the job would do,
 * by the same function.
 */
export const balanceAfter = (standing: OverturnStanding, questions: ReadonlyArray<Instead>): BalanceChange => {
  let record = standing.record
  let change = 0
  for (const { question_id, resolution } of questions) {
    const said = standing.predictions.find((prediction) => prediction.question_id === question_id)
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
    account_id: standing.account_id,
    name: standing.name,
    balance_before: standing.points,
    balance_after: standing.points + change,
    change
  }
}
