import { DeliveryQueue, type DeliveryVerdict, type LeasedEndpoint } from "@auspex/domain/webhooks"
import { onEachDatabase, onFreshServerDatabase } from "@auspex/testkit/databases"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { beforeEach, expect, it } from "vitest"
import { attemptOf, fanOut, fanOutFor, happen, overlapping, queueOn, subscribed } from "./queueWorld.ts"

onEachDatabase("the queue of deliveries", (db) => {
  beforeEach(() => db.run(db.reset))

  const run = queueOn(db)

  it("reports with a release whether something became due meanwhile", () =>
    run(Effect.gen(function*() {
      const sql = yield* SqlClient
      const queue = yield* DeliveryQueue
      const holder = randomUUID()
      yield* subscribed
      yield* happen("survey.closed", 1)
      const { leased } = yield* fanOutFor(holder, 1)
      expect(leased.map(({ deliveries }) => deliveries.length)).toEqual([1])
      yield* happen("survey.closed", 1)
      const following = yield* fanOutFor(holder, 1)
      expect([following.leased, following.others]).toEqual([[], false])
      expect(following.held.map(({ version }) => version)).toEqual(leased.map(({ version }) => version + 1))
      expect(following.held.map(({ deliveries }) => deliveries.map(({ sequence }) => sequence))).toEqual([[2]])
      expect(yield* queue.record({ holder, attempts: [], releases: leased })).toEqual({ doomed: [], isDue: true })
      const again = yield* queue.lease({ holder, healthy: 1, failing: 1, deliveries: 10 })
      yield* sql.unsafe("update webhook_deliveries set status = 'delivered'")
      expect(yield* queue.record({ holder, attempts: [], releases: again })).toEqual({ doomed: [], isDue: false })
    })))

  it.each([["first", 0], ["last", 1]])(
    "counts the attempt that delivered when two with the same number are recorded at once, as after an outage: %s",
    (_, at) =>
      run(Effect.gen(function*() {
        const sql = yield* SqlClient
        const queue = yield* DeliveryQueue
        const holder = randomUUID()
        yield* subscribed
        yield* happen("survey.closed", 1)
        const [endpoint] = (yield* fanOutFor(holder, 1)).leased
        const attempts = [attemptOf(endpoint!, { kind: "retry", delaySeconds: 60 })]
        attempts.splice(at, 0, attemptOf(endpoint!, { kind: "delivered" }))
        yield* queue.record({ holder, attempts, releases: [endpoint!] })
        expect(yield* sql.unsafe("select status, attempt_count, due_at from webhook_deliveries")).toEqual([
          { status: "delivered", attempt_count: 1, due_at: null }
        ])
      }))
  )

  it("leaves a released endpoint due with the first delivery that was not delivered", () =>
    run(Effect.gen(function*() {
      const sql = yield* SqlClient
      const queue = yield* DeliveryQueue
      const holder = randomUUID()
      const record = (lease: LeasedEndpoint, verdict: DeliveryVerdict, by = holder) =>
        queue.record({ holder: by, attempts: [attemptOf(lease, verdict)], releases: [lease] })
      const dueIn = Effect.map(
        sql.unsafe<{ readonly held: boolean; readonly seconds: number | null }>(
          `select holder is not null as held, round(extract(epoch from due_at - auspex_clock()))::integer as seconds
            from webhook_queues where version > 0`
        ),
        ([row]) => [row!.held, row!.seconds]
      )
      const leased = Effect.map(
        queue.lease({ holder, healthy: 1, failing: 1, deliveries: 1 }),
        ([endpoint]) => endpoint!
      )
      yield* subscribed
      yield* happen("survey.closed", 3)
      yield* fanOut
      const first = yield* leased
      // Who does not hold the lease does not end it.
      expect(yield* record(first, { kind: "delivered" }, randomUUID())).toEqual({ doomed: [], isDue: false })
      expect(yield* dueIn).toEqual([true, 0])
      expect(yield* queue.record({ holder, attempts: [], releases: [first] })).toEqual({ doomed: [], isDue: true })
      expect(yield* record(yield* leased, { kind: "delivered" })).toEqual({ doomed: [], isDue: true })
      const last = yield* leased
      expect(last.deliveries.map(({ sequence }) => sequence)).toEqual([3])
      expect(yield* record(last, { kind: "retry", delaySeconds: 60 })).toEqual({ doomed: [], isDue: false })
      expect(yield* dueIn).toEqual([false, 60])
      yield* sql.unsafe("update webhook_queues set due_at = auspex_clock() where version > 0")
      yield* sql.unsafe("update webhook_deliveries set due_at = auspex_clock() where status = 'pending'")
      expect(yield* record(yield* leased, { kind: "delivered" })).toEqual({ doomed: [], isDue: false })
      expect(yield* dueIn).toEqual([false, null])
    })))

  it("reports new deliveries only to who holds the lease of their endpoint, while that does not fail", () =>
    run(Effect.gen(function*() {
      const sql = yield* SqlClient
      const [holder, other] = [randomUUID(), randomUUID()]
      const heldBy = (holder: string) =>
        Effect.zipRight(
          happen("survey.closed", 1),
          Effect.map(
            fanOutFor(holder, 9),
            ({ held, leased, others }) => [
              leased.length,
              held.length,
              others
            ]
          )
        )
      yield* subscribed
      expect(yield* heldBy(holder)).toEqual([1, 0, false])
      expect(yield* heldBy(other)).toEqual([0, 0, true])
      expect(yield* heldBy(holder)).toEqual([0, 1, false])
      yield* sql.unsafe("update webhook_queues set failing_since = auspex_clock()")
      expect(yield* heldBy(holder)).toEqual([0, 0, true])
      yield* sql.unsafe("update webhook_queues set failing_since = null, leased_until = auspex_clock()")
      expect(yield* heldBy(holder)).toEqual([0, 0, true])
    })))

  it("lets a lease expire of which the holder never learned, however many events come", () =>
    run(Effect.gen(function*() {
      const sql = yield* SqlClient
      const holder = randomUUID()
      const fanOut = Effect.zipRight(
        happen("survey.closed", 1),
        fanOutFor(holder, 1)
      )
      yield* subscribed
      yield* fanOut
      yield* sql.unsafe("update webhook_queues set leased_until = '2100-01-01' where holder is not null")
      expect((yield* fanOut).held).toHaveLength(1)
      const [row] = yield* sql.unsafe<{ readonly until: Date; readonly is_due: boolean }>(
        "select leased_until as until, due_at <= auspex_clock() as is_due from webhook_queues where holder is not null"
      )
      expect(row).toEqual({ until: new Date("2100-01-01"), is_due: true })
    })))
})

onFreshServerDatabase("reading on while deliveries are created", (db) => {
  it("promises none that it does not see, so that those that follow do not overtake it", () =>
    queueOn(db)(Effect.gen(function*() {
      const sql = yield* SqlClient
      const queue = yield* DeliveryQueue
      const holder = randomUUID()
      yield* subscribed
      yield* happen("survey.closed", 2)
      yield* fanOut
      const [leased] = yield* queue.lease({ holder, healthy: 1, failing: 1, deliveries: 1 })
      const { cursor, lease, version, webhook_id } = leased!
      // What a fan-out does, in a transaction that ends while the reading waits for the endpoint's row.
      const [, next] = yield* overlapping(
        Effect.zipRight(
          sql.unsafe("update webhook_queues set sequence = 3, version = version + 1 where webhook_id = $1", [
            webhook_id
          ]),
          sql.unsafe(`insert into webhook_deliveries (id, webhook_id, message_id, sequence, status, due_at)
            select gen_random_uuid(), webhook_id, message_id, 3, 'pending', due_at from webhook_deliveries
            where sequence = 2`)
        ),
        queue.next({ webhook_id, lease, cursor: cursor! }, holder, 10)
      )
      expect([next!.deliveries.map(({ sequence }) => sequence), next!.version]).toEqual([[2], version])
    })))
})
