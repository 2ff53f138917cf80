import { Context, Effect, Layer } from "effect"
import { type AccountActor, requireActive } from "../identity/Actor.ts"
import type { UseCaseEffect } from "../../kernel/UseCaseEffect.ts"
import type { Page, PageRequest } from "../../kernel/Page.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import { deliveryMove } from "./DeliveryMove.ts"
import { OwnedWebhooks, type RotatedSecret, type WebhookRequest, type WebhookUpdate } from "./OwnedWebhooks.ts"
import { type CreatedWebhook, toWebhook, type Webhook } from "./Webhook.ts"
import type { DeliveryFilter, RedeliveryFilter, WebhookDelivery } from "./WebhookDelivery.ts"
import { WebhookStore } from "./WebhookStore.ts"
import { type TestResult, WebhookTests } from "./WebhookTests.ts"

/** Webhooks of the caller: subscriptions of URLs to events. Webhooks of other accounts are not found. */
export class Webhooks extends Context.Tag("auspex/Webhooks")<Webhooks, {
  /**
   * Subscribes a URL; the answer holds the secret, which is not shown again. At most ten for an account, also under
   * concurrent requests. Fails with AGENT_NOT_LINKED, EMAIL_NOT_VERIFIED, INVALID_REQUEST, INVALID_EVENT, HTTPS_REQUIRED, SSRF_BLOCKED and
   * WEBHOOK_LIMIT.
   */
  readonly create: (actor: AccountActor, request: WebhookRequest) => UseCaseEffect<CreatedWebhook>
  readonly list: (actor: AccountActor) => UseCaseEffect<ReadonlyArray<Webhook>>
  /** Fails with WEBHOOK_NOT_FOUND. */
  readonly show: (actor: AccountActor, id: string) => UseCaseEffect<Webhook>
  /**
   * Changes URL, events or activity. Pending deliveries go to the new URL; activation clears earlier failures. Fails
   * like `create`, and with WEBHOOK_NOT_FOUND.
   */
  readonly update: (actor: AccountActor, id: string, update: WebhookUpdate) => UseCaseEffect<Webhook>
  /** Deletes a webhook with its deliveries. Fails with WEBHOOK_NOT_FOUND. */
  readonly remove: (actor: AccountActor, id: string) => UseCaseEffect<Webhook>
  /**
   * Replaces the secret. For 24 hours the former secret also signs, so that receivers can be changed. Fails with
   * WEBHOOK_NOT_FOUND.
   */
  readonly rotateSecret: (
    actor: AccountActor,
    id: string
  ) => UseCaseEffect<RotatedSecret>
  /** Sends a test ping and waits for its result. Fails with WEBHOOK_NOT_FOUND, AGENT_NOT_LINKED and EMAIL_NOT_VERIFIED. */
  readonly test: (actor: AccountActor, id: string) => UseCaseEffect<TestResult>
  /** Deliveries with their attempts, newest first. Fails with WEBHOOK_NOT_FOUND. */
  readonly deliveries: (
    actor: AccountActor,
    id: string,
    filter: DeliveryFilter,
    page: PageRequest
  ) => UseCaseEffect<Page<WebhookDelivery>>
  /** Fails with WEBHOOK_NOT_FOUND and DELIVERY_NOT_FOUND. */
  readonly delivery: (actor: AccountActor, id: string, deliveryId: string) => UseCaseEffect<WebhookDelivery>
  /**
   * Sends a finished delivery again at once, with a new schedule of attempts; a pending one stays as it is. Fails
   * with WEBHOOK_NOT_FOUND, DELIVERY_NOT_FOUND, and INVALID_TRANSITION for a test ping.
   */
  readonly redeliver: (actor: AccountActor, id: string, deliveryId: string) => UseCaseEffect<WebhookDelivery>
  /**
   * Sends deliveries with a status again, the failed ones by default; a dry run only counts them. Fails with
   * WEBHOOK_NOT_FOUND.
   */
  readonly redeliverAll: (
    actor: AccountActor,
    id: string,
    filter: RedeliveryFilter,
    dryRun: boolean
  ) => UseCaseEffect<{ readonly count: number }>
}>() {
  static readonly layer: Layer.Layer<
    Webhooks,
    never,
    OwnedWebhooks | WebhookStore | WebhookTests | UnitOfWork
  > = Layer.effect(
    Webhooks,
    Effect.gen(function*() {
      const owned = yield* OwnedWebhooks
      const store = yield* WebhookStore
      const tests = yield* WebhookTests
      const unit = yield* UnitOfWork

      return Webhooks.of({
        create: (actor, request) =>
          Effect.gen(function*() {
            yield* requireActive(actor)
            const webhook = yield* owned.judge(actor, request)
            return yield* unit.transact(owned.add(webhook))
          }),
        list: owned.list,
        show: (actor, id) => Effect.map(owned.find(actor, id), toWebhook),
        update: (actor, id, update) =>
          Effect.gen(function*() {
            yield* owned.find(actor, id)
            yield* requireActive(actor)
            return yield* owned.update(actor, id, yield* owned.judgeChange(actor, update))
          }),
        remove: owned.remove,
        rotateSecret: (actor, id) => unit.transact(owned.rotateSecret(actor, id)),
        test: (actor, id) => Effect.flatMap(Effect.zipLeft(owned.find(actor, id), requireActive(actor)), tests.send),
        deliveries: owned.deliveries,
        delivery: owned.delivery,
        redeliver: owned.redeliver,
        redeliverAll: (actor, id, filter, dryRun) =>
          Effect.zipRight(owned.find(actor, id), redelivery(store, id, filter, dryRun))
      })
    })
  )
}

/** Sends deliveries of a webhook again, or counts them. */
export const redelivery = (
  store: typeof WebhookStore.Service,
  webhookId: string,
  { status = "failed", ...filter }: RedeliveryFilter,
  dryRun: boolean
): Effect.Effect<{ readonly count: number }, StorageUnavailable> => {
  const move = deliveryMove(status, "redeliver", "owner")!
  const moved = dryRun ? store.countRedelivered(move, webhookId, filter) : store.redeliver(move, webhookId, filter)
  return Effect.map(moved, (count) => ({ count }))
}
