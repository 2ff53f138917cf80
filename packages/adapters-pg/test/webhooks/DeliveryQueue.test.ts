import { PgStores } from "@auspex/adapters-pg"
import { DeliveryQueue } from "@auspex/domain/webhooks"
import { onEachDatabase } from "@auspex/testkit/databases"
import { testOutside } from "@auspex/testkit/outside"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { randomUUID } from "node:crypto"
import { beforeEach, expect, it } from "vitest"

const stores = PgStores.layer.pipe(Layer.provide(testOutside))

const insertAccount = `
  insert into accounts (id, type, name, name_key, role, referral_code, trust_label)
  values ($1::uuid, 'agent', 'Subscriber', 'subscriber', 'participant', 'SUBSCRIBER', 'verified')`

const insertWebhooks = `
  with hooks as (
    insert into webhooks (id, account_id, url, events, active_since)
    select gen_random_uuid(), $1::uuid, 'https://example.org/' || n, array[$2::text], auspex_clock() - interval '1 hour'
    from generate_series(1, $3::integer) n returning id
  )
  insert into webhook_queues (webhook_id) select id from hooks`

const insertEvents = `
  insert into outbox_events (id, event, data)
  select gen_random_uuid(), $1, jsonb_build_object('n', n) from generate_series(1, $2::integer) n`

onEachDatabase("the queue of deliveries", (db) => {
  beforeEach(() => db.run(db.reset))

  const run = <A>(test: Effect.Effect<A, unknown, DeliveryQueue | SqlClient>) =>
    Effect.runPromise(Effect.provide(test, Layer.provideMerge(stores, db.layer)))

  /** 200 webhooks for one kind of event and one for another; returns the webhooks' account. */
  const subscribed = Effect.flatMap(SqlClient, (sql) => {
    const account = randomUUID()
    return Effect.all([
      sql.unsafe(insertAccount, [account]),
      sql.unsafe(insertWebhooks, [account, "survey.opened", 200]),
      sql.unsafe(insertWebhooks, [account, "survey.closed", 1])
    ])
  })
  /**
   * Adds events, and waits until they can be taken: until no older transaction is open on the server, those of other tests'
   * databases included.
   */
  const happen = (event: string, count: number) =>
    Effect.flatMap(SqlClient, (sql) =>
      Effect.zipRight(
        sql.unsafe(insertEvents, [event, count]),
        Effect.repeat(
          sql.unsafe<{ settled: boolean }>(
            "select pg_snapshot_xmin(pg_current_snapshot()) > max(xact) as settled from outbox_events"
          ),
          { until: ([row]) => row!.settled }
        )
      ))
  const created = Effect.flatMap(SqlClient, (sql) =>
    Effect.map(
      sql.unsafe<{ n: number }>("select count(*)::integer as n from webhook_deliveries"),
      ([row]) => row!.n
    ))
  const fanOut = Effect.flatMap(DeliveryQueue, (queue) => queue.fanOut({ holder: randomUUID(), healthy: 0 }))

  it("creates few subscribers' deliveries of many events at once, whatever other events have subscribers", () =>
    run(Effect.gen(function*() {
      yield* subscribed
      yield* happen("survey.closed", 100)
      yield* fanOut
      expect(yield* created).toBe(100)
    })))

  it("creates some five thousand deliveries at a time, and each event's together", () =>
    run(Effect.gen(function*() {
      yield* subscribed
      yield* happen("survey.opened", 30)
      yield* fanOut
      expect(yield* created).toBe(5_000)
      yield* fanOut
      expect(yield* created).toBe(6_000)
    })))

  it("reports with a release whether something became due meanwhile", () =>
    run(Effect.gen(function*() {
      const sql = yield* SqlClient
      const queue = yield* DeliveryQueue
      const holder = randomUUID()
      yield* subscribed
      yield* happen("survey.closed", 1)
      const { leased } = yield* queue.fanOut({ holder, healthy: 1 })
      expect(leased.map(({ deliveries }) => deliveries.length)).toEqual([1])
      yield* happen("survey.closed", 1)
      expect((yield* queue.fanOut({ holder, healthy: 1 })).leased).toEqual([])
      expect(yield* queue.release(holder, leased)).toBe(true)
      const again = yield* queue.lease({ holder, healthy: 1, failing: 1, deliveries: 10 })
      yield* sql.unsafe("update webhook_deliveries set status = 'delivered'")
      expect(yield* queue.release(holder, again)).toBe(false)
    })))
})
