import { deliveryMove, DeliveryQueue, WebhookStore } from "@auspex/domain/webhooks"
import { onFreshServerDatabase } from "@auspex/testkit/databases"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { beforeEach, expect, it } from "vitest"
import { attemptOf, fanOut, fanOutFor, happen, overlapping, queueOn, type QueueWork, subscribed } from "./queueWorld.ts"

const redelivery = deliveryMove("failed", "redeliver", "owner")!
const holder = randomUUID()

/** The one webhook that has subscribed to closed surveys. */
const webhook = Effect.flatMap(SqlClient, (sql) =>
  Effect.map(
    sql.unsafe<{ readonly id: string }>("select id from webhooks where events = array['survey.closed']"),
    ([row]) => row!.id
  ))

/** A webhook with failed deliveries, of which none is due. */
const failed = (count: number) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient
    yield* subscribed
    yield* happen("survey.closed", count)
    yield* fanOut
    yield* sql.unsafe("update webhook_deliveries set status = 'failed', due_at = null")
    yield* sql.unsafe("update webhook_queues set due_at = null")
    return yield* webhook
  })

/** A webhook that is leased with its only delivery. */
const leased = Effect.gen(function*() {
  yield* subscribed
  yield* happen("survey.closed", 1)
  const { leased: [endpoint] } = yield* fanOutFor(holder, 1)
  return endpoint!
})

/** How many deliveries the next lease of any endpoint brings. */
const sent = Effect.flatMap(DeliveryQueue, (queue) =>
  Effect.map(
    queue.lease({ holder, healthy: 10, failing: 10, deliveries: 10 }),
    (endpoints) => endpoints.flatMap(({ deliveries }) => deliveries).length
  ))

onFreshServerDatabase("deliveries", (db) => {
  beforeEach(() => db.run(db.reset))
  const run = queueOn(db)

  it("are sent although the webhook is changed while they are created", () =>
    run(Effect.gen(function*() {
      const store = yield* WebhookStore
      yield* subscribed
      const id = yield* webhook
      yield* happen("survey.closed", 1)
      yield* overlapping(fanOut, store.update(id, { url: "https://example.org/new" }))
      expect(yield* sent).toBe(1)
    })))

  it("are tried again although the webhook was changed while they were created and leased", () =>
    run(Effect.gen(function*() {
      const [sql, queue, store] = [yield* SqlClient, yield* DeliveryQueue, yield* WebhookStore]
      yield* subscribed
      const id = yield* webhook
      yield* happen("survey.closed", 1)
      const [{ leased: [endpoint] }] = yield* overlapping(
        fanOutFor(holder, 1),
        store.update(id, { url: "https://example.org/new" })
      )
      yield* queue.record({
        holder,
        attempts: [attemptOf(endpoint!, { kind: "retry", delaySeconds: 5 })],
        releases: [endpoint!]
      })
      // Whoever leases the endpoint finds nothing yet, and leaves it due for the time of the delivery.
      const early = yield* queue.lease({ holder, healthy: 10, failing: 10, deliveries: 10 })
      expect(early.map(({ deliveries }) => deliveries.length)).toEqual([0])
      yield* queue.record({ holder, attempts: [], releases: early })
      yield* db.shiftClock("10 seconds")
      expect(yield* sent).toBe(1)
      expect(yield* sql.unsafe("select from webhook_queues where due_at is not null")).toHaveLength(1)
    })))

  it("are sent again although the webhook is changed meanwhile", () =>
    run(Effect.gen(function*() {
      const store = yield* WebhookStore
      const id = yield* failed(1)
      yield* overlapping(store.redeliver(redelivery, id, {}), store.update(id, { events: ["survey.closed"] }))
      expect(yield* sent).toBe(1)
    })))

  it("are sent again although the webhook is activated meanwhile", () =>
    run(Effect.gen(function*() {
      const store = yield* WebhookStore
      const id = yield* failed(2)
      yield* store.update(id, { active: false })
      yield* overlapping(store.update(id, { active: true }), store.redeliver(redelivery, id, {}))
      expect(yield* sent).toBe(2)
    })))

  it("are given back by a holder that stops while the webhook is activated", () =>
    run(Effect.gen(function*() {
      const [queue, store] = [yield* DeliveryQueue, yield* WebhookStore]
      const { webhook_id } = yield* leased
      yield* store.update(webhook_id, { active: false })
      yield* overlapping(store.update(webhook_id, { active: true }), queue.releaseAll(holder))
      expect(yield* sent).toBe(1)
    })))

  it("are not added, by a test that ends while the webhook is removed", () =>
    run(Effect.gen(function*() {
      const [sql, store] = [yield* SqlClient, yield* WebhookStore]
      yield* subscribed
      const webhook_id = yield* webhook
      const test = { id: randomUUID(), webhook_id, body: "{}" }
      const delivered = deliveryMove("pending", "delivered", "dispatcher")!
      yield* overlapping(
        store.remove(webhook_id),
        store.recordTest(test, { status: 204, durationMillis: 1 }, delivered)
      )
      expect(yield* sql.unsafe("select from webhook_deliveries")).toEqual([])
    })))

  it.each<[string, QueueWork<unknown>]>([
    ["created", fanOut],
    [
      "sent again",
      Effect.flatMap(WebhookStore, (store) => Effect.flatMap(webhook, (id) => store.redeliver(redelivery, id, {})))
    ]
  ])("wait when the webhook is switched off while they are %s", (_, work) =>
    run(Effect.gen(function*() {
      const store = yield* WebhookStore
      const id = yield* failed(1)
      yield* happen("survey.closed", 1)
      yield* overlapping(store.update(id, { active: false }), work)
      expect(yield* sent).toBe(0)
      yield* store.update(id, { active: true })
      expect(yield* sent).toBe(1)
    })))

  it.each<[string, (id: string) => QueueWork<unknown>]>([
    ["changed", (id) => Effect.flatMap(WebhookStore, (store) => store.update(id, { active: true }))],
    ["switched off", (id) => Effect.flatMap(WebhookStore, (store) => store.disable(id, "gone"))],
    ["deleted", (id) => Effect.flatMap(WebhookStore, (store) => store.remove(id))],
    ["told to send one again", (id) => Effect.flatMap(WebhookStore, (store) => store.redeliver(redelivery, id, {}))]
  ])(
    "and their webhook stay free for others while it waits for its queue to be %s",
    (_, work) =>
      run(Effect.gen(function*() {
        const sql = yield* SqlClient
        const id = yield* failed(1)
        // A fan-out holds queues and then needs their webhooks, so who waits for a queue must hold nothing else.
        yield* overlapping(
          sql.unsafe("select from webhook_queues where webhook_id = $1 for update", [id]),
          work(id),
          Effect.zipRight(
            sql.unsafe("select from webhooks where id = $1 for update nowait", [id]),
            sql.unsafe("select from webhook_deliveries where webhook_id = $1 for update nowait", [id])
          )
        )
      }))
  )

  it("stay free for others while their attempts wait to be recorded", () =>
    run(Effect.gen(function*() {
      const [sql, queue] = [yield* SqlClient, yield* DeliveryQueue]
      const endpoint = yield* leased
      const [, recorded] = yield* overlapping(
        sql.unsafe("select from webhook_queues where webhook_id = $1 for update", [endpoint.webhook_id]),
        queue.record({
          holder,
          attempts: [attemptOf(endpoint, { kind: "delivered" })],
          releases: [endpoint]
        }),
        sql.unsafe("select from webhook_deliveries for update nowait")
      )
      expect(recorded).toEqual({ doomed: [], isDue: false })
    })))
})
