import { Context, type Effect } from "effect"
import type { OutboxEventName } from "../events/OutboxEvent.ts"
import type { Page, PageRequest } from "../../kernel/Page.ts"
import type { Refusal } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { Webhook, WebhookDisabledReason, WebhookRow } from "./Webhook.ts"
import type { DeliveryMove } from "./DeliveryMove.ts"
import type { AttemptResult } from "./DeliverySchedule.ts"
import type { DeliveryFilter, WebhookDelivery } from "./WebhookDelivery.ts"
import type { WebhookOwner } from "./WebhookOwner.ts"

/** A webhook to store. */
export interface NewWebhook {
  readonly id: string
  readonly owner: WebhookOwner
  readonly url: string
  readonly events: ReadonlyArray<OutboxEventName>
}

/** A change of a webhook; absent fields stay as they are. */
export interface WebhookChange {
  readonly url?: string
  readonly events?: ReadonlyArray<OutboxEventName>
  readonly active?: boolean
}

/** The filters of the list of the webhooks of all accounts. */
export interface WebhookFilter {
  /** An account's id or name. */
  readonly account?: string
  readonly active?: boolean
}

/** A webhook in an administrator's list. */
export interface AdministeredWebhook extends Webhook {
  readonly user_id: string
  readonly user_name: string
  /** The number of deliveries with further attempts. */
  readonly pending: number
}

/** A webhook that was switched off, and the accounts to notify: its owner or the admins of its workspace, by id. */
export interface DisabledWebhook extends WebhookRow {
  readonly informed: ReadonlyArray<string>
}

/** An encrypted secret with its version among the secrets of its webhook. */
export interface SealedSecret {
  readonly version: number
  readonly sealed: Uint8Array
}

/** Storage of webhooks, their secrets and their deliveries. A malformed id is treated as an unknown one. */
export class WebhookStore extends Context.Tag("auspex/WebhookStore")<WebhookStore, {
  /**
   * Locks the owner and then counts its webhooks, so that concurrent requests cannot exceed the limit; `id` is an id
   * for a new webhook. Joins the caller's unit of work.
   */
  readonly lockOwner: (
    owner: WebhookOwner
  ) => Effect.Effect<{ readonly existing: number; readonly id: string }, StorageUnavailable>
  /** Stores an active webhook with its first secret. Joins the caller's unit of work. */
  readonly insert: (
    webhook: NewWebhook,
    secret: SealedSecret
  ) => Effect.Effect<WebhookRow, StorageUnavailable>
  /** All webhooks of an owner, oldest first. */
  readonly ofOwner: (owner: WebhookOwner) => Effect.Effect<ReadonlyArray<WebhookRow>, StorageUnavailable>
  /** The webhooks of all accounts, newest first. */
  readonly list: (
    filter: WebhookFilter,
    page: PageRequest
  ) => Effect.Effect<Page<AdministeredWebhook>, Refusal | StorageUnavailable>
  readonly find: (id: string) => Effect.Effect<WebhookRow | undefined, StorageUnavailable>
  /**
   * Changes a webhook; undefined when there is none. Activation clears its failures and makes its pending deliveries
   * due; deactivation leaves them pending.
   */
  readonly update: (id: string, change: WebhookChange) => Effect.Effect<WebhookRow | undefined, StorageUnavailable>
  /** Switches an active webhook off; returns it, or undefined when it was not active. */
  readonly disable: (
    id: string,
    reason: WebhookDisabledReason
  ) => Effect.Effect<DisabledWebhook | undefined, StorageUnavailable>
  /** Deletes a webhook with its secrets and deliveries. */
  readonly remove: (id: string) => Effect.Effect<void, StorageUnavailable>
  /**
   * Adds a secret with the next version. Former secrets expire after `keptHours`, and only the two newest of them are
   * kept. Returns the time when the previous secret expires. Joins the caller's unit of work, which calls `lockSecrets`
   * first.
   */
  readonly addSecret: (
    webhookId: string,
    secret: SealedSecret,
    keptHours: number
  ) => Effect.Effect<Date, StorageUnavailable>
  /** Locks the webhook and returns the version of its newest secret. Joins the caller's unit of work. */
  readonly lockSecrets: (webhookId: string) => Effect.Effect<number, StorageUnavailable>
  /** The secrets that sign now, newest first. */
  readonly secrets: (webhookId: string) => Effect.Effect<ReadonlyArray<SealedSecret>, StorageUnavailable>
  /** Deliveries of a webhook, newest first. */
  readonly deliveries: (
    webhookId: string,
    filter: DeliveryFilter,
    page: PageRequest
  ) => Effect.Effect<Page<WebhookDelivery>, Refusal | StorageUnavailable>
  readonly delivery: (
    webhookId: string,
    deliveryId: string
  ) => Effect.Effect<WebhookDelivery | undefined, StorageUnavailable>
  /** Records a test ping with its only attempt, for the list of deliveries. */
  readonly recordTest: (
    test: { readonly id: string; readonly webhook_id: string; readonly body: string },
    result: AttemptResult,
    move: DeliveryMove
  ) => Effect.Effect<void, StorageUnavailable>
  /** The number of deliveries that `redeliver` would move. */
  readonly countRedelivered: (
    move: DeliveryMove,
    webhookId: string,
    filter: DeliveryFilter
  ) => Effect.Effect<number, StorageUnavailable>
  /**
   * Moves deliveries in the state `move.from` back to pending and makes them due, with a complete new schedule of
   * attempts. Moves at most 10,000, the oldest first, and returns their number. Test pings are not sent again.
   */
  readonly redeliver: (
    move: DeliveryMove,
    webhookId: string,
    which: DeliveryFilter | { readonly id: string }
  ) => Effect.Effect<number, StorageUnavailable>
  /** An id for a test ping, and the database's time. */
  readonly beginTest: Effect.Effect<{ readonly id: string; readonly now: Date }, StorageUnavailable>
}>() {}
