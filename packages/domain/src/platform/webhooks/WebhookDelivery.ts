import { Schema } from "effect"
import { OutboxEventName } from "../events/OutboxEvent.ts"
import { optional } from "../../kernel/optional.ts"
import { testEvent } from "./deliveryBody.ts"

/** The maximum number of characters of a response that are kept with an attempt. */
export const responseExcerptMax = 500

/** The number of days for which deliveries, their attempts, and events for pulling are kept. */
export const deliveriesKeptDays = 30

/** `pending` before further attempts, `delivered` after a success, `failed` after the last attempt failed. */
export const DeliveryStatus = Schema.Literal("pending", "delivered", "failed")
export type DeliveryStatus = typeof DeliveryStatus.Type

/** One attempt of a delivery. */
export const DeliveryAttempt = Schema.Struct({
  /** From 1. */
  number: Schema.Int,
  at: Schema.Date,
  /** The status of the response; absent when there was none. */
  status: optional(Schema.Int),
  /** The reason of the failure; absent after a success. */
  error: optional(Schema.String),
  duration_ms: Schema.Number,
  /** The beginning of the response's body. */
  response: optional(Schema.String)
}).annotations({ identifier: "DeliveryAttempt" })
export interface DeliveryAttempt extends Schema.Schema.Type<typeof DeliveryAttempt> {}

/** The delivery of one event to one webhook. */
export const WebhookDelivery = Schema.Struct({
  /** Sent as `webhook-id` and `X-WS-Delivery`; the same for every attempt. */
  id: Schema.String,
  webhook_id: Schema.String,
  event: Schema.Union(OutboxEventName, Schema.Literal(testEvent)),
  /** Sent as `X-WS-Sequence`: 1 for the first event of the webhook, without gaps; null for a test ping. */
  sequence: Schema.NullOr(Schema.Int),
  status: DeliveryStatus,
  created_at: Schema.Date,
  /** When the next attempt is due, for a pending delivery. */
  next_attempt_at: optional(Schema.Date),
  /** The body, exactly as sent. */
  body: Schema.String,
  attempts: Schema.Array(DeliveryAttempt)
}).annotations({ identifier: "WebhookDelivery" })
export interface WebhookDelivery extends Schema.Schema.Type<typeof WebhookDelivery> {}

/** A filter of deliveries to list or to send again. */
export interface DeliveryFilter {
  readonly status?: DeliveryStatus
  readonly event?: WebhookDelivery["event"]
  /** Created at this time or later. */
  readonly from?: Date
  /** Created before this time. */
  readonly to?: Date
}

/** A filter of finished deliveries to send again; without `status`, failed ones. */
export interface RedeliveryFilter extends Omit<DeliveryFilter, "status"> {
  readonly status?: "failed" | "delivered"
}
