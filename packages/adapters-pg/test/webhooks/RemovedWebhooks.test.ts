import { deliveryMove, DeliveryQueue, WebhookStore } from "@auspex/domain/webhooks"
import { onEachDatabase } from "@auspex/testkit/databases"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { beforeEach, expect, it } from "vitest"
import { attemptOf, created, fanOut, fanOutFor, happen, queueOn, subscribed } from "./queueWorld.ts"

onEachDatabase("the deliveries of a removed webhook", (db) => {
  beforeEach(() => db.run(db.reset))
  const run = queueOn(db)

  const webhookOf = (event: string) =>
    Effect.flatMap(SqlClient, (sql) =>
      Effect.map(
        sql.unsafe<{ readonly id: string }>("select id from webhooks where $1 = any (events) limit 1", [event]),
        ([row]) => row!.id
      ))
  const remembered = Effect.flatMap(SqlClient, (sql) =>
    Effect.map(
      sql.unsafe<{ readonly n: number }>("select count(*)::integer as n from removed_webhooks"),
      ([row]) => row!.n
    ))

  it("are deleted afterwards, with no others, so that removing takes no longer the more there are", () =>
    run(Effect.gen(function*() {
      const [queue, store] = [yield* DeliveryQueue, yield* WebhookStore]
      yield* subscribed
      yield* happen("survey.closed", 30)
      yield* happen("survey.opened", 1)
      yield* fanOut
      const id = yield* webhookOf("survey.closed")
      yield* store.remove(id)
      expect([yield* store.find(id), yield* created]).toEqual([undefined, 230])
      yield* queue.sweep
      expect([yield* created, yield* remembered]).toEqual([200, 1])
      yield* queue.sweep
      expect([yield* created, yield* remembered]).toEqual([200, 0])
    })))

  it("get no attempts, are not sent, and no new ones are added", () =>
    run(Effect.gen(function*() {
      const [queue, store] = [yield* DeliveryQueue, yield* WebhookStore]
      const holder = randomUUID()
      yield* subscribed
      yield* happen("survey.closed", 2)
      const id = yield* webhookOf("survey.closed")
      const { leased: [endpoint] } = yield* fanOutFor(holder, 1)
      yield* store.remove(id)
      yield* queue.record({
        holder,
        attempts: [attemptOf(endpoint!, { kind: "retry", delaySeconds: 1 })],
        releases: [endpoint!]
      })
      yield* happen("survey.closed", 1)
      yield* fanOut
      yield* store.recordTest(
        { id: randomUUID(), webhook_id: id, body: "{}" },
        { status: 204, durationMillis: 1 },
        deliveryMove("pending", "delivered", "dispatcher")!
      )
      expect(yield* queue.lease({ holder, healthy: 10, failing: 10, deliveries: 10 })).toEqual([])
      expect(yield* created).toBe(2)
    })))
})
