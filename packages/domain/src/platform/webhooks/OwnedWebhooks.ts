import { Context, Effect, Layer } from "effect"
import { Outbound } from "../../kernel/Outbound.ts"
import type { Page, PageRequest } from "../../kernel/Page.ts"
import { bothOrRefuse, foundOr, orRefuse, refuse } from "../../kernel/Refusal.ts"
import type { UseCaseEffect } from "../../kernel/UseCaseEffect.ts"
import { deliveryMove } from "./DeliveryMove.ts"
import { standardSecret } from "./standardSecret.ts"
import { type CreatedWebhook, toWebhook, type Webhook, type WebhookRow } from "./Webhook.ts"
import type { DeliveryFilter, WebhookDelivery } from "./WebhookDelivery.ts"
import type { WebhookOwner } from "./WebhookOwner.ts"
import { WebhookSecrets } from "./WebhookSecrets.ts"
import { type NewWebhook, type WebhookChange, WebhookStore } from "./WebhookStore.ts"
import { judgeWebhookCount, judgeWebhookEvents } from "./WebhookSubscription.ts"

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

/** A new secret, shown only once. */
export interface RotatedSecret {
  readonly id: string
  readonly secret: string
  /** The same key for the libraries of Standard Webhooks. */
  readonly whsec_secret: string
  readonly previous_secret_expires_at: Date
}

/** A checked subscription. */
export type JudgedWebhook = Omit<NewWebhook, "id">

/**
 * The webhooks of an owner, for callers with all rights to them. Every method with the id of a webhook fails with
 * WEBHOOK_NOT_FOUND for a webhook of another owner.
 */
export class OwnedWebhooks extends Context.Tag("auspex/OwnedWebhooks")<OwnedWebhooks, {
  /**
   * Checks a new subscription. May resolve a host name, so call it outside of any unit of work. Fails with
   * INVALID_REQUEST, INVALID_EVENT, HTTPS_REQUIRED and SSRF_BLOCKED.
   */
  readonly judge: (owner: WebhookOwner, request: WebhookRequest) => UseCaseEffect<JudgedWebhook>
  /** Checks a change of a subscription. Fails like `judge`. */
  readonly judgeChange: (owner: WebhookOwner, update: WebhookUpdate) => UseCaseEffect<WebhookChange>
  /**
   * Stores a checked subscription, at most ten for an owner, also under concurrent requests. Joins the caller's unit of
   * work. Fails with WEBHOOK_LIMIT.
   */
  readonly add: (webhook: JudgedWebhook) => UseCaseEffect<CreatedWebhook>
  /** Oldest first. */
  readonly list: (owner: WebhookOwner) => UseCaseEffect<ReadonlyArray<Webhook>>
  readonly find: (owner: WebhookOwner, id: string) => UseCaseEffect<WebhookRow>
  /** Stores a checked change. */
  readonly update: (owner: WebhookOwner, id: string, change: WebhookChange) => UseCaseEffect<Webhook>
  readonly remove: (owner: WebhookOwner, id: string) => UseCaseEffect<Webhook>
  /** Joins the caller's unit of work. */
  readonly rotateSecret: (owner: WebhookOwner, id: string) => UseCaseEffect<RotatedSecret>
  readonly deliveries: (
    owner: WebhookOwner,
    id: string,
    filter: DeliveryFilter,
    page: PageRequest
  ) => UseCaseEffect<Page<WebhookDelivery>>
  /** Fails also with DELIVERY_NOT_FOUND. */
  readonly delivery: (owner: WebhookOwner, id: string, deliveryId: string) => UseCaseEffect<WebhookDelivery>
  /**
   * Sends a finished delivery again; a pending one is left as it is. Fails also with DELIVERY_NOT_FOUND, and with
   * INVALID_TRANSITION for a test ping.
   */
  readonly redeliver: (owner: WebhookOwner, id: string, deliveryId: string) => UseCaseEffect<WebhookDelivery>
}>() {
  static readonly layer: Layer.Layer<OwnedWebhooks, never, WebhookStore | WebhookSecrets | Outbound> = Layer.effect(
    OwnedWebhooks,
    Effect.gen(function*() {
      const outbound = yield* Outbound
      const secrets = yield* WebhookSecrets
      const store = yield* WebhookStore
      const services = { outbound, secrets, store }
      return OwnedWebhooks.of({
        ...judging(services),
        ...subscribing(services),
        ...handlingDeliveries(services)
      })
    })
  )
}

type Service = Context.Tag.Service<OwnedWebhooks>

interface Services {
  readonly outbound: Outbound["Type"]
  readonly secrets: WebhookSecrets["Type"]
  readonly store: WebhookStore["Type"]
}

const judging = ({ outbound }: Services): Pick<Service, "judge" | "judgeChange"> => {
  const judgeEvents = (owner: WebhookOwner["kind"], events: ReadonlyArray<string>) =>
    orRefuse(judgeWebhookEvents(owner, events))

  const judgeUrl = (given: string) => {
    const url = given.trim()
    return Effect.as(outbound.check(url, "url"), url)
  }

  return {
    judge: ({ id, kind }, request) =>
      Effect.map(
        bothOrRefuse(judgeEvents(kind, request.events), judgeUrl(request.url)),
        ([events, url]) => ({ owner: { kind, id }, url, events })
      ),
    judgeChange: ({ kind }, { active, ...given }) =>
      Effect.map(
        bothOrRefuse(
          given.events === undefined ? Effect.succeed(undefined) : judgeEvents(kind, given.events),
          given.url === undefined ? Effect.succeed(undefined) : judgeUrl(given.url)
        ),
        ([events, url]) => ({
          ...(events !== undefined && { events }),
          ...(url !== undefined && { url }),
          ...(active !== undefined && { active })
        })
      )
  }
}

const subscribing = (
  services: Services
): Pick<Service, "add" | "list" | "find" | "update" | "remove" | "rotateSecret"> => {
  const { secrets, store } = services
  const find = findWith(services)
  return {
    add: (webhook) =>
      Effect.gen(function*() {
        const { existing, id } = yield* store.lockOwner(webhook.owner)
        yield* orRefuse(judgeWebhookCount(existing))
        const { sealed, secret } = yield* secrets.mint(id, 1)
        const row = yield* store.insert({ id, ...webhook }, { version: 1, sealed })
        return { ...toWebhook(row), secret, whsec_secret: standardSecret(secret) }
      }),
    list: (owner) => Effect.map(store.ofOwner(owner), (rows) => rows.map(toWebhook)),
    find,
    update: (owner, id, change) =>
      Effect.map(Effect.zipRight(find(owner, id), foundOr(store.update(id, change), noSuchWebhook)), toWebhook),
    remove: (owner, id) => Effect.tap(Effect.map(find(owner, id), toWebhook), store.remove(id)),
    rotateSecret: (owner, id) =>
      Effect.gen(function*() {
        yield* find(owner, id)
        const version = (yield* store.lockSecrets(id)) + 1
        const { sealed, secret } = yield* secrets.mint(id, version)
        const expires = yield* store.addSecret(id, { version, sealed }, rotatedSecretHours)
        return { id, secret, whsec_secret: standardSecret(secret), previous_secret_expires_at: expires }
      })
  }
}

const handlingDeliveries = (services: Services): Pick<Service, "deliveries" | "delivery" | "redeliver"> => {
  const { store } = services
  const find = findWith(services)

  const delivery: Service["delivery"] = (owner, id, deliveryId) =>
    Effect.zipRight(find(owner, id), foundOr(store.delivery(id, deliveryId), noSuchDelivery))

  const redeliver: Service["redeliver"] = (owner, id, deliveryId) =>
    Effect.gen(function*() {
      const before = yield* delivery(owner, id, deliveryId)
      if (before.sequence === null) {
        return yield* refuse("INVALID_TRANSITION", "A test ping cannot be sent again; send a new ping.")
      }
      const move = deliveryMove(before.status, "redeliver", "owner")
      if (move === undefined) return before
      yield* store.redeliver(move, id, { id: deliveryId })
      return yield* foundOr(store.delivery(id, deliveryId), noSuchDelivery)
    })

  return {
    deliveries: (owner, id, filter, page) => Effect.zipRight(find(owner, id), store.deliveries(id, filter, page)),
    delivery,
    redeliver
  }
}

const findWith = ({ store }: Services): Service["find"] => (owner, id) =>
  Effect.flatMap(
    store.find(id),
    (webhook) =>
      webhook?.owner.kind === owner.kind && webhook.owner.id === owner.id ? Effect.succeed(webhook) : noSuchWebhook
  )

/** The same refusal for an unknown webhook and for one of another owner, so that it does not reveal which exist. */
export const noSuchWebhook = refuse("WEBHOOK_NOT_FOUND", "There is no such webhook.")

const noSuchDelivery = refuse("DELIVERY_NOT_FOUND", "There is no such delivery of this webhook.")
