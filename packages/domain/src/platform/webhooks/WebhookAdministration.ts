import { Context, Effect, Layer } from "effect"
import type { AdminActor } from "../identity/Actor.ts"
import { AuditLog } from "../../kernel/AuditLog.ts"
import type { Page, PageRequest } from "../../kernel/Page.ts"
import { foundOr } from "../../kernel/Refusal.ts"
import { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import type { UseCaseEffect } from "../../kernel/UseCaseEffect.ts"
import { noSuchWebhook } from "./OwnedWebhooks.ts"
import { toWebhook, type Webhook, type WebhookRow } from "./Webhook.ts"
import type { DeliveryFilter, RedeliveryFilter, WebhookDelivery } from "./WebhookDelivery.ts"
import { redelivery } from "./Webhooks.ts"
import { type AdministeredWebhook, type WebhookFilter, WebhookStore } from "./WebhookStore.ts"
import { type TestResult, WebhookTests } from "./WebhookTests.ts"

/**
 * Administration of the webhooks of all accounts; workspaces administer their own webhooks. Changes, deletions, test
 * pings and redeliveries are written to the audit log.
 */
export class WebhookAdministration extends Context.Tag("auspex/WebhookAdministration")<WebhookAdministration, {
  readonly list: (
    actor: AdminActor,
    filter: WebhookFilter,
    page: PageRequest
  ) => UseCaseEffect<Page<AdministeredWebhook>>
  /** Switches a webhook on or off. Fails with WEBHOOK_NOT_FOUND. */
  readonly setActive: (actor: AdminActor, id: string, active: boolean) => UseCaseEffect<Webhook>
  /** Sends a test ping. Fails with WEBHOOK_NOT_FOUND. */
  readonly test: (actor: AdminActor, id: string) => UseCaseEffect<TestResult>
  /** Fails with WEBHOOK_NOT_FOUND. */
  readonly deliveries: (
    actor: AdminActor,
    id: string,
    filter: DeliveryFilter,
    page: PageRequest
  ) => UseCaseEffect<Page<WebhookDelivery>>
  /** As for the owner. Fails with WEBHOOK_NOT_FOUND. */
  readonly redeliverAll: (
    actor: AdminActor,
    id: string,
    filter: RedeliveryFilter,
    dryRun: boolean
  ) => UseCaseEffect<{ readonly count: number }>
}>() {
  static readonly layer: Layer.Layer<
    WebhookAdministration,
    never,
    WebhookStore | WebhookTests | AuditLog | UnitOfWork
  > = Layer.effect(
    WebhookAdministration,
    Effect.gen(function*() {
      const store = yield* WebhookStore
      const tests = yield* WebhookTests
      const audit = yield* AuditLog
      const unit = yield* UnitOfWork
      const found = (id: string) =>
        Effect.flatMap(
          store.find(id),
          (webhook) => webhook?.owner.kind === "account" ? Effect.succeed(webhook) : noSuchWebhook
        )
      const entry = (actor: AdminActor, action: string, subject_id: string) => ({
        actor: actor.name,
        action,
        subject_type: "webhook",
        subject_id
      })

      return WebhookAdministration.of({
        list: (_actor, filter, page) => store.list(filter, page),
        setActive: (actor, id, active) =>
          unit.transact(Effect.gen(function*() {
            const before = yield* found(id)
            if (before.active === active) return toWebhook(before)
            const after = yield* foundOr(store.update(id, { active }), noSuchWebhook)
            const of = (row: WebhookRow) => ({ active: row.active })
            yield* audit.record({ ...entry(actor, "webhook.update", id), before: of(before), after: of(after) })
            return toWebhook(after)
          })),
        test: (actor, id) =>
          Effect.gen(function*() {
            const webhook = yield* found(id)
            yield* audit.record(entry(actor, "webhook.test", id))
            return yield* tests.send(webhook)
          }),
        deliveries: (_actor, id, filter, page) => Effect.zipRight(found(id), store.deliveries(id, filter, page)),
        redeliverAll: (actor, id, filter, dryRun) =>
          unit.transact(Effect.gen(function*() {
            yield* found(id)
            const sent = yield* redelivery(store, id, filter, dryRun)
            if (!dryRun)
              yield* audit.record({ ...entry(actor, "webhook.redeliver", id), after: { ...filter, ...sent } })
            return sent
          }))
      })
    })
  )
}
