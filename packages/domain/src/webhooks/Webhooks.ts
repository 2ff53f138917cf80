import { Context, Effect, Layer } from "effect"
import type { AccountActor } from "../identity/Actor.ts"
import type { UseCaseEffect } from "../kernel/UseCaseEffect.ts"
import { Outbound } from "../kernel/Outbound.ts"
import type { Page, PageRequest } from "../kernel/Page.ts"
import { foundOr, orRefuse, refuse } from "../kernel/Refusal.ts"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import { UnitOfWork } from "../kernel/UnitOfWork.ts"
import { type CreatedWebhook, toWebhook, type Webhook } from "./Webhook.ts"
import { deliveryMove } from "./DeliveryMove.ts"
import type { DeliveryFilter, RedeliveryFilter, WebhookDelivery } from "./WebhookDelivery.ts"
import { WebhookSecrets } from "./WebhookSecrets.ts"
import { type WebhookChange, WebhookStore } from "./WebhookStore.ts"
import { judgeWebhookCount, judgeWebhookEvents } from "./WebhookSubscription.ts"
import { type TestResult, WebhookTests } from "./WebhookTests.ts"

/** Hours for which a rotated secret still signs beside the new one. */
export const rotatedSecretHours = 24

/** The request for a new webhook. */
export interface WebhookRequest {
  readonly url: string
  readonly events: ReadonlyArray<string>
}

/** A change of a webhook, before validation. */
export interface WebhookUpdate {
  readonly url?: string
  readonly events?: ReadonlyArray<string>
  readonly active?: boolean
}

/** Webhooks of the caller: subscriptions of URLs to events. Those of other accounts are not found. */
export class Webhooks extends Context.Tag("auspex/Webhooks")<Webhooks, {
  /**
   * Subscribes a URL; the answer holds the secret, which is not shown again. At most ten for an account, also under
   * concurrent requests. Fails with INVALID_REQUEST, INVALID_EVENT, HTTPS_REQUIRED, SSRF_BLOCKED and WEBHOOK_LIMIT.
   */
  readonly create: (actor: AccountActor, request: WebhookRequest) => UseCaseEffect<CreatedWebhook>
  readonly list: (actor: AccountActor) => UseCaseEffect<ReadonlyArray<Webhook>>
  /** Fails with WEBHOOK_NOT_FOUND. */
  readonly show: (actor: AccountActor, id: string) => UseCaseEffect<Webhook>
  /**
   * Changes URL, events or activity; what is pending goes to the new URL. Activating forgets earlier failures. Fails
   * like `create`, and with WEBHOOK_NOT_FOUND.
   */
  readonly update: (actor: AccountActor, id: string, update: WebhookUpdate) => UseCaseEffect<Webhook>
  /** Deletes a webhook with its deliveries. Fails with WEBHOOK_NOT_FOUND. */
  readonly remove: (actor: AccountActor, id: string) => UseCaseEffect<Webhook>
  /**
   * Replaces the secret. The former one signs too for 24 hours, so that receivers can be changed meanwhile. Fails with
   * WEBHOOK_NOT_FOUND.
   */
  readonly rotateSecret: (
    actor: AccountActor,
    id: string
  ) => UseCaseEffect<{ readonly id: string; readonly secret: string; readonly previous_secret_expires_at: Date }>
  /** Sends a test ping and waits for its result. Fails with WEBHOOK_NOT_FOUND. */
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
   * Sends a finished delivery again at once, with a whole schedule of attempts; a pending one is left as it is. Fails
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
    WebhookStore | WebhookSecrets | WebhookTests | Outbound | UnitOfWork
  > = Layer.effect(
    Webhooks,
    Effect.gen(function*() {
      const store = yield* WebhookStore
      const secrets = yield* WebhookSecrets
      const tests = yield* WebhookTests
      const outbound = yield* Outbound
      const unit = yield* UnitOfWork

      const own = (actor: AccountActor, id: string) =>
        Effect.flatMap(
          store.find(id),
          (webhook) => webhook?.account_id === actor.id ? Effect.succeed(webhook) : noSuchWebhook
        )
      const ownDelivery = (actor: AccountActor, id: string, deliveryId: string) =>
        Effect.zipRight(own(actor, id), foundOr(store.delivery(id, deliveryId), noSuchDelivery))

      const judged = ({ active, events, url }: WebhookUpdate) =>
        Effect.gen(function*() {
          const change: WebhookChange = {
            ...(url === undefined ? {} : { url: url.trim() }),
            ...(events === undefined ? {} : { events: yield* orRefuse(judgeWebhookEvents(events)) }),
            ...(active === undefined ? {} : { active })
          }
          if (change.url !== undefined) yield* outbound.check(change.url, "url")
          return change
        })

      return Webhooks.of({
        create: (actor, request) =>
          Effect.gen(function*() {
            const events = yield* orRefuse(judgeWebhookEvents(request.events))
            const url = request.url.trim()
            yield* outbound.check(url, "url")
            return yield* unit.transact(Effect.gen(function*() {
              const { existing, id } = yield* store.lockOwner(actor.id)
              yield* orRefuse(judgeWebhookCount(existing))
              const { sealed, secret } = yield* secrets.mint(id, 1)
              const row = yield* store.insert({ id, account_id: actor.id, url, events }, { version: 1, sealed })
              return { ...toWebhook(row), secret }
            }))
          }),
        list: (actor) => Effect.map(store.ofAccount(actor.id), (rows) => rows.map(toWebhook)),
        show: (actor, id) => Effect.map(own(actor, id), toWebhook),
        update: (actor, id, update) =>
          Effect.gen(function*() {
            yield* own(actor, id)
            const change = yield* judged(update)
            return toWebhook(yield* foundOr(store.update(id, change), noSuchWebhook))
          }),
        remove: (actor, id) =>
          Effect.gen(function*() {
            const webhook = yield* own(actor, id)
            yield* store.remove(id)
            return toWebhook(webhook)
          }),
        rotateSecret: (actor, id) =>
          Effect.zipRight(
            own(actor, id),
            unit.transact(Effect.gen(function*() {
              const version = (yield* store.lockSecrets(id)) + 1
              const { sealed, secret } = yield* secrets.mint(id, version)
              const expires = yield* store.addSecret(id, { version, sealed }, rotatedSecretHours)
              return { id, secret, previous_secret_expires_at: expires }
            }))
          ),
        test: (actor, id) => Effect.flatMap(own(actor, id), tests.send),
        deliveries: (actor, id, filter, page) => Effect.zipRight(own(actor, id), store.deliveries(id, filter, page)),
        delivery: ownDelivery,
        redeliver: (actor, id, deliveryId) =>
          Effect.gen(function*() {
            const delivery = yield* ownDelivery(actor, id, deliveryId)
            if (delivery.sequence === null) {
              return yield* refuse("INVALID_TRANSITION", "A test ping is not sent again; send another one.")
            }
            const move = deliveryMove(delivery.status, "redeliver", "owner")
            if (move === undefined) return delivery
            yield* store.redeliver(move, id, { id: deliveryId })
            return yield* foundOr(store.delivery(id, deliveryId), noSuchDelivery)
          }),
        redeliverAll: (actor, id, filter, dryRun) =>
          Effect.zipRight(own(actor, id), redelivery(store, id, filter, dryRun))
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

/** The same refusal for an unknown webhook and for one of another account, so that it does not reveal which exist. */
export const noSuchWebhook = refuse("WEBHOOK_NOT_FOUND", "There is no such webhook.")

export const noSuchDelivery = refuse("DELIVERY_NOT_FOUND", "There is no such delivery of this webhook.")
