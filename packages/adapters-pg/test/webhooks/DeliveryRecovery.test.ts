import { deliveryMove, DeliveryQueue, type FinishedAttempt, type LeasedEndpoint } from "@auspex/domain/webhooks"
import { onEachDatabase } from "@auspex/testkit/databases"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { beforeEach, expect, it } from "vitest"
import { happen, queueOn, subscribed } from "./queueWorld.ts"

const delivered = ({ deliveries: [delivery], webhook_id }: LeasedEndpoint): FinishedAttempt => ({
  webhook_id,
  delivery: delivery!,
  result: { status: 204, durationMillis: 3 },
  verdict: { kind: "delivered" },
  move: deliveryMove("pending", "delivered", "dispatcher")!
})

onEachDatabase("endpoints that were leased with their new deliveries", (db) => {
  beforeEach(() => db.run(db.reset))

  const run = queueOn(db)

  /** The endpoints that a fan-out for one event leases. */
  const leasedFor = (holder: string, event: string) =>
    Effect.gen(function*() {
      const queue = yield* DeliveryQueue
      yield* subscribed
      yield* happen(event, 1)
      return (yield* queue.fanOut({ holder, healthy: 1_000, deliveries: 2_000, cursor: undefined })).leased
    })
  const expire = Effect.flatMap(
    SqlClient,
    (sql) => sql.unsafe("update webhook_queues set leased_until = auspex_clock() where holder is not null")
  )
  const dueAgain = Effect.flatMap(
    DeliveryQueue,
    (queue) => queue.lease({ holder: randomUUID(), healthy: 1_000, failing: 1_000, deliveries: 10 })
  )

  it("are due again when their lease has expired, and not before", () =>
    run(Effect.gen(function*() {
      const queue = yield* DeliveryQueue
      const leased = yield* leasedFor(randomUUID(), "survey.opened")
      expect([leased.length, yield* queue.recover, (yield* dueAgain).length]).toEqual([200, false, 0])
      yield* expire
      expect(yield* queue.recover).toBe(true)
      const again = yield* dueAgain
      expect(new Set(again.flatMap(({ deliveries }) => deliveries.map(({ id }) => id)))).toEqual(
        new Set(leased.flatMap(({ deliveries }) => deliveries.map(({ id }) => id)))
      )
      expect(yield* queue.recover).toBe(false)
    })))

  it("stay with who sends them, are not due once all is sent, and wait while the webhook is inactive", () =>
    run(Effect.gen(function*() {
      const sql = yield* SqlClient
      const queue = yield* DeliveryQueue
      const holder = randomUUID()
      const leased = yield* leasedFor(holder, "survey.opened")
      yield* queue.record({ holder, attempts: leased.slice(100).map(delivered), releases: leased.slice(100) })
      const [, inactive] = yield* Effect.all([
        expire,
        sql.unsafe<{ readonly id: string }>(
          "update webhooks set active = false where id = any ($1::uuid[]) returning id",
          [leased.slice(0, 40).map(({ webhook_id }) => webhook_id)]
        )
      ])
      expect([inactive.length, yield* queue.recover, (yield* dueAgain).length]).toEqual([40, true, 60])
    })))

  it("are due at once when their holder stops", () =>
    run(Effect.gen(function*() {
      const queue = yield* DeliveryQueue
      const [holder, other] = [randomUUID(), randomUUID()]
      const leased = yield* leasedFor(holder, "survey.opened")
      yield* queue.releaseAll(other)
      expect((yield* dueAgain).length).toBe(0)
      yield* queue.releaseAll(holder)
      expect((yield* dueAgain).length).toBe(leased.length)
    })))

  it("are not released, nor read on, under a lease that expired and was followed by another one of the instance", () =>
    run(Effect.gen(function*() {
      const queue = yield* DeliveryQueue
      const holder = randomUUID()
      const [old] = yield* leasedFor(holder, "survey.closed")
      yield* expire
      expect(yield* queue.recover).toBe(true)
      const again = queue.lease({ holder, healthy: 1, failing: 1, deliveries: 1 })
      const [present] = yield* again
      expect(present!.lease).toBe(old!.lease + 1)
      expect(yield* queue.record({ holder, attempts: [], releases: [old!] })).toEqual({ doomed: [], isDue: false })
      expect((yield* dueAgain).length).toBe(0)
      const nextOf = ({ lease, webhook_id }: LeasedEndpoint) =>
        queue.next({ webhook_id, lease, cursor: present!.cursor! }, holder, 1)
      expect(yield* nextOf(old!)).toBeUndefined()
      expect((yield* nextOf(present!))?.lease).toBe(present!.lease)
      const releases = [old!, present!, old!]
      expect(yield* queue.record({ holder, attempts: [], releases })).toEqual({ doomed: [], isDue: true })
      expect((yield* again).length).toBe(1)
    })))

  it("are served without writing an index of the queues", () =>
    run(Effect.gen(function*() {
      const sql = yield* SqlClient
      const queue = yield* DeliveryQueue
      const holder = randomUUID()
      yield* subscribed
      yield* happen("survey.closed", 1)
      const updates = Effect.map(
        sql.unsafe<{ readonly all: number; readonly hot: number }>(
          `select n_tup_upd::integer as all, n_tup_hot_upd::integer as hot from pg_stat_xact_user_tables
            where relname = 'webhook_queues'`
        ),
        ([row]) => row!
      )
      const [before, after] = yield* sql.withTransaction(Effect.gen(function*() {
        const before = yield* updates
        const { leased } = yield* queue.fanOut({
          holder,
          healthy: 1_000,
          deliveries: 2_000,
          cursor: undefined
        })
        yield* queue.record({ holder, attempts: leased.map(delivered), releases: leased })
        return [before, yield* updates] as const
      }))
      expect([after.all - before.all, after.hot - before.hot]).toEqual([2, 2])
    })))
})
