import { Context, Effect, Layer } from "effect"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { deliveryMove } from "./DeliveryMove.ts"
import { deliveryBody, testEvent } from "./deliveryBody.ts"
import type { WebhookRow } from "./Webhook.ts"
import { WebhookStore } from "./WebhookStore.ts"
import { WebhookTransport } from "./WebhookTransport.ts"

/** The result of a test ping. */
export interface TestResult {
  readonly delivered: boolean
  /** The status of the response; null when there was none. */
  readonly status: number | null
  readonly duration_ms: number
  /** The reason of a failure. */
  readonly error?: string
}

/** Test pings of webhooks, for their owners and for administrators. */
export class WebhookTests extends Context.Tag("auspex/WebhookTests")<WebhookTests, {
  /**
   * Sends one `webhook.test` event at once, also to an inactive webhook, and records it among the deliveries. The event
   * has no sequence number and is not retried.
   */
  readonly send: (webhook: Pick<WebhookRow, "id" | "url">) => Effect.Effect<TestResult, StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<WebhookTests, never, WebhookStore | WebhookTransport> = Layer.effect(
    WebhookTests,
    Effect.gen(function*() {
      const store = yield* WebhookStore
      const transport = yield* WebhookTransport
      return WebhookTests.of({
        send: ({ id: webhook_id, url }) =>
          Effect.gen(function*() {
            const secrets = yield* store.secrets(webhook_id)
            const { id, now } = yield* store.beginTest
            const body = deliveryBody({ event: testEvent, data: { webhook_id }, timestamp: now })
            const result = yield* transport.send({
              webhook_id,
              url,
              id,
              sequence: null,
              event: testEvent,
              body,
              secrets
            })
            const delivered = result.error === undefined
            const move = deliveryMove("pending", delivered ? "delivered" : "failed", "dispatcher")!
            yield* store.recordTest({ id, webhook_id, body }, result, move)
            return {
              delivered,
              status: result.status ?? null,
              duration_ms: result.durationMillis,
              ...(result.error === undefined ? {} : { error: result.error })
            }
          })
      })
    })
  )
}
