import { PgStores } from "@auspex/adapters-pg"
import {
  deliveryMove,
  DeliveryQueue,
  type DeliveryVerdict,
  type FinishedAttempt,
  type LeasedEndpoint,
  type WebhookStore
} from "@auspex/domain/webhooks"
import type { TestDatabase } from "@auspex/testkit/databases"
import { testOutside } from "@auspex/testkit/outside"
import { SqlClient } from "@effect/sql/SqlClient"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { randomUUID } from "node:crypto"

const stores = PgStores.layer.pipe(Layer.provide(testOutside))

/** What tests of the queue do. */
export type QueueWork<A> = Effect.Effect<A, unknown, DeliveryQueue | WebhookStore | SqlClient>

/** Runs tests of the queue on a database. */
export const queueOn = (db: TestDatabase) => <A>(test: QueueWork<A>): Promise<A> =>
  Effect.runPromise(Effect.provide(test, Layer.provideMerge(stores, db.layer)))

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

/** An account with 200 webhooks for one kind of event and one for another. */
export const subscribed = Effect.flatMap(SqlClient, (sql) => {
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
export const happen = (event: string, count: number) =>
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

/** How many deliveries there are. */
export const created = Effect.flatMap(SqlClient, (sql) =>
  Effect.map(
    sql.unsafe<{ n: number }>("select count(*)::integer as n from webhook_deliveries"),
    ([row]) => row!.n
  ))

/** Creates up to 100 deliveries, and leases as many idle endpoints for them. */
export const fanOutFor = (holder: string, healthy: number) =>
  Effect.flatMap(
    DeliveryQueue,
    (queue) => queue.fanOut({ holder, healthy, deliveries: 100, cursor: undefined })
  )

/** Creates up to 2,000 deliveries, and leases no endpoint for them. */
export const fanOut = Effect.flatMap(
  DeliveryQueue,
  (queue) => Effect.asVoid(queue.fanOut({ holder: randomUUID(), healthy: 0, deliveries: 2_000, cursor: undefined }))
)

/** The attempt of an endpoint's first delivery, with this outcome. */
export const attemptOf = (
  { deliveries: [delivery], webhook_id }: LeasedEndpoint,
  verdict: DeliveryVerdict
): FinishedAttempt => ({
  webhook_id,
  delivery: delivery!,
  result: { status: verdict.kind === "delivered" ? 204 : 503, durationMillis: 3 },
  verdict,
  move: deliveryMove("pending", verdict.kind, "dispatcher")!
})

/** Waits, in a transaction, until another statement waits for a row that this transaction holds. */
const waitedFor = Effect.flatMap(SqlClient, (sql) =>
  Effect.repeat(
    sql.unsafe<{ readonly waits: boolean }>(`select exists (
      select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))) as waits`),
    { until: ([row]) => row!.waits }
  ))

/**
 * Runs `first` in a transaction, begins `second` meanwhile, and runs `then` in the transaction as soon as `second` waits
 * for it. Yields what `first` and `second` yield.
 */
export const overlapping = <A, B>(
  first: QueueWork<A>,
  second: QueueWork<B>,
  then: QueueWork<unknown> = Effect.void
): QueueWork<readonly [A, B]> =>
  Effect.gen(function*() {
    const sql = yield* SqlClient
    const begins = yield* Deferred.make<void>()
    const waiting = yield* Effect.fork(Effect.zipRight(Deferred.await(begins), second))
    const result = yield* sql.withTransaction(Effect.gen(function*() {
      const result = yield* first
      yield* Deferred.succeed(begins, undefined)
      yield* waitedFor
      yield* then
      return result
    }))
    return [result, yield* Fiber.join(waiting)] as const
  })
