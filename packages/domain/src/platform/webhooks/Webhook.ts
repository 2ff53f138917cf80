import { Schema } from "effect"
import { OutboxEventName } from "../events/OutboxEvent.ts"
import { optional } from "../../kernel/optional.ts"
import { withoutNulls } from "../../kernel/withoutNulls.ts"
import type { WebhookOwner } from "./WebhookOwner.ts"

/** The maximum number of webhooks of an account, and of a workspace. */
export const webhooksPerOwnerMax = 10

/** Why the service switched a webhook off: the receiver answered 410, or nothing but failures for 120 hours. */
export const WebhookDisabledReason = Schema.Literal("gone", "failing")
export type WebhookDisabledReason = typeof WebhookDisabledReason.Type

/** A subscription of a URL to events, by an account or a workspace. */
export const Webhook = Schema.Struct({
  id: Schema.String,
  url: Schema.String,
  /** In the order in which events are listed. */
  events: Schema.Array(OutboxEventName),
  /** Whether events are delivered. An inactive webhook misses the events that happen meanwhile. */
  active: Schema.Boolean,
  created_at: Schema.Date,
  /** The first failure since the last successful attempt; absent while attempts succeed. */
  failing_since: optional(Schema.Date),
  /** When and why the service switched it off. */
  disabled_at: optional(Schema.Date),
  disabled_reason: optional(WebhookDisabledReason)
}).annotations({ identifier: "Webhook" })
export interface Webhook extends Schema.Schema.Type<typeof Webhook> {}

/** A webhook with its secret, shown only once. */
export interface CreatedWebhook extends Webhook {
  /** 64 hexadecimal characters; the text itself is the HMAC key. */
  readonly secret: string
  /** The same key for the libraries of Standard Webhooks. */
  readonly whsec_secret: string
}

/** A stored webhook. */
export interface WebhookRow {
  readonly id: string
  readonly owner: WebhookOwner
  readonly url: string
  readonly events: ReadonlyArray<Webhook["events"][number]>
  readonly active: boolean
  readonly created_at: Date
  readonly failing_since: Date | null
  readonly disabled_at: Date | null
  readonly disabled_reason: WebhookDisabledReason | null
}

/** The form of a stored webhook in responses. */
export const toWebhook = (row: WebhookRow): Webhook => ({
  id: row.id,
  url: row.url,
  events: row.events,
  active: row.active,
  created_at: row.created_at,
  ...withoutNulls({
    failing_since: row.failing_since,
    disabled_at: row.disabled_at,
    disabled_reason: row.disabled_reason
  })
})
