import { Schema } from "effect"
import { Points } from "./Points.ts"

/** One entry of an account's ledger, as its owner sees it. `balance` is the balance after the entry. */
export const PointTransaction = Schema.Struct({
  id: Schema.String,
  user_id: Schema.String,
  amount: Points,
  reason: Schema.String,
  balance: Points,
  note: Schema.String,
  created_at: Schema.Date,
  question_id: Schema.optional(Schema.String)
}).annotations({ identifier: "PointTransaction" })
export interface PointTransaction extends Schema.Schema.Type<typeof PointTransaction> {}
