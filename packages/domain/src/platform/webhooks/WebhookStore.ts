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

/** A webhook to be stored. */
export interface NewWebhook {
  readonly id: string
  readonly owner: WebhookOwner
  readonly url: string
  readonly events: ReadonlyArray<OutboxEventName>
}

/** A change of a webhook; what is absent stays as it is. */
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
  /** Deliveries with attempts to come. */
  readonly pending: number
}

/** A webhook that was switched off, and whom to tell: its account, or the admins of its workspace, in the order of ids. */
export interface DisabledWebhook extends WebhookRow {
  readonly informed: ReadonlyArray<string>
}

/** A secret, encrypted, with the number that it has among the secrets of its webhook. */
export interface SealedSecret {
  readonly version: number
  readonly sealed: Uint8Array
}

/** Storage of webhooks, their secrets and their deliveries. A malformed id is treated as an unknown one. */
export class WebhookStore extends Context.Tag("auspex/WebhookStore")<WebhookStore, {
  /**
   * Locks the owner and then counts its webhooks, so that concurrent requests cannot exceed the limit; `id` is for a new
   * one. Joins the caller's unit of work.
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
   * Changes a webhook; undefined when there is none. Activating one forgets its failures and makes what is pending due;
   * deactivating one leaves it pending.
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
   * Adds a secret with the next version, and lets the former ones expire after `keptHours`; the two newest of those are
   * kept. Returns when the former secret expires. Joins the caller's unit of work, which calls `lockSecrets` first.
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
  /** How many deliveries `redeliver` would move. */
  readonly countRedelivered: (
    move: DeliveryMove,
    webhookId: string,
    filter: DeliveryFilter
  ) => Effect.Effect<number, StorageUnavailable>
  /**
   * Moves deliveries that are in the state of `move.from` back to pending and makes them due, with a whole schedule of
   * attempts before them. At most 10,000, the oldest first; returns how many. Tests are not sent again.
   */
  readonly redeliver: (
    move: DeliveryMove,
    webhookId: string,
    which: DeliveryFilter | { readonly id: string }
  ) => Effect.Effect<number, StorageUnavailable>
  /** An id for a test ping, and the database's time. */
  readonly beginTest: Effect.Effect<{ readonly id: string; readonly now: Date }, StorageUnavailable>
}>() {}
