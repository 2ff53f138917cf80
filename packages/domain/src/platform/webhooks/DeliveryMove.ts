import { type Move, permittedMove } from "../../kernel/Move.ts"
import type { DeliveryVerdict } from "./DeliverySchedule.ts"
import type { DeliveryStatus } from "./WebhookDelivery.ts"

/** The cause of a delivery's move: an attempt with its outcome, or a request to send it again. */
export type DeliveryAction = DeliveryVerdict["kind"] | "redeliver"

/** One transition of a delivery. */
export interface DeliveryMoveRow {
  readonly from: DeliveryStatus
  readonly action: DeliveryAction
  readonly to: DeliveryStatus
  readonly by: ReadonlyArray<"dispatcher" | "owner">
}

/** The transition table of a delivery. */
export const deliveryMoves: ReadonlyArray<DeliveryMoveRow> = [
  { from: "pending", action: "delivered", to: "delivered", by: ["dispatcher"] },
  { from: "pending", action: "retry", to: "pending", by: ["dispatcher"] },
  { from: "pending", action: "failed", to: "failed", by: ["dispatcher"] },
  { from: "pending", action: "gone", to: "failed", by: ["dispatcher"] },
  { from: "delivered", action: "redeliver", to: "pending", by: ["owner"] },
  { from: "failed", action: "redeliver", to: "pending", by: ["owner"] }
]

/** A permitted row of `deliveryMoves`. */
export type DeliveryMove = Move<DeliveryMoveRow>

/**
 * The row by which an attempt or a request to send again moves a delivery. Undefined for an attempt of a finished
 * delivery, and for a request to send a pending one again: both deliveries stay as they are.
 */
export const deliveryMove = (
  from: DeliveryStatus,
  action: DeliveryAction,
  by: "dispatcher" | "owner"
): DeliveryMove | undefined => permittedMove(deliveryMoves, by, (row) => row.from === from && row.action === action)
