import { UnitOfWork } from "@auspex/domain/kernel"
import type { PlatformEventName } from "@auspex/domain/events"
import {
  deliveriesKeptDays,
  deliveryBody,
  DeliveryQueue,
  type FinishedAttempt,
  type LeasedEndpoint
} from "@auspex/domain/webhooks"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { storeStatements } from "../database/statementsOf.ts"
import {
  createDeliveries,
  type DoomedRow,
  finish,
  lease,
  type LeasedRow,
  next,
  type NextEvent,
  nextEvents,
  release,
  releaseAll,
  sweep
} from "./queueSql.ts"
import { secretOf } from "./secretOf.ts"
import { attemptJson } from "./WebhookDeliveriesPg.ts"

/** How many rows one statement deletes. */
const sweptMax = 5_000

/** Groups the rows of endpoints, which lie together. */
const endpointsOf = (rows: ReadonlyArray<LeasedRow>): ReadonlyArray<LeasedEndpoint> => {
  const endpoints = new Map<
    string,
    LeasedEndpoint & { readonly deliveries: Array<LeasedEndpoint["deliveries"][number]> }
  >()
  for (const row of rows) {
    let endpoint = endpoints.get(row.webhook_id)
    if (endpoint === undefined) {
      const { failing, secrets, url, version, webhook_id } = row
      endpoint = { webhook_id, url, version, failing, secrets: secrets.map(secretOf), deliveries: [] }
      endpoints.set(webhook_id, endpoint)
    }
    if (row.id !== null) {
      endpoint.deliveries.push({
        id: row.id,
        sequence: row.sequence!,
        event: row.event!,
        body: row.body!,
        number: row.attempt_count! + 1,
        scheduled: row.attempt_count! - row.scheduled_after! + 1
      })
    }
  }
  return [...endpoints.values()]
}

/** The subscribed events as parameters of `createDeliveries`, with the bodies to send. */
const bodiesOf = (events: ReadonlyArray<NextEvent>) =>
  events.flatMap(({ addressee_id, data, event, id, occurred_at }, place) =>
    data === null ? [] : [{
      id,
      event,
      // The outbox holds only events of the platform.
      body: deliveryBody({ event: event as PlatformEventName, data, timestamp: occurred_at }),
      addressee_id,
      occurred_at,
      place
    }]
  )

const finishedJson = ({ delivery, move, result, verdict, webhook_id }: FinishedAttempt, place: number) => ({
  place,
  webhook_id,
  delivery_id: delivery.id,
  number: delivery.number,
  status: move.to,
  delay_seconds: verdict.kind === "retry" ? verdict.delaySeconds : null,
  succeeded: verdict.kind === "delivered",
  gone: verdict.kind === "gone",
  attempt: attemptJson(delivery.number, result)
})

const layer: Layer.Layer<DeliveryQueue, never, SqlClient | UnitOfWork> = Layer.effect(
  DeliveryQueue,
  Effect.gen(function*() {
    const unit = yield* UnitOfWork
    const { all, only, run } = yield* storeStatements("deliveries")
    return DeliveryQueue.of({
      fanOut: unit.transact(Effect.gen(function*() {
        const events = yield* all<NextEvent>("fanOut", nextEvents)
        const last = events[events.length - 1]
        if (last === undefined) return { created: 0, more: false }
        const { seq, xact } = last
        const bodies = JSON.stringify(bodiesOf(events))
        const { created } = yield* only("fanOut", createDeliveries, { events: bodies, xact, seq })
        return { created, more: true }
      })),
      lease: ({ deliveries, failing, healthy, holder }) =>
        Effect.map(all("lease", lease, { holder, healthy, failing, deliveries }), endpointsOf),
      next: (webhook_id, holder, deliveries) =>
        Effect.map(all("next", next, { webhook_id, holder, deliveries }), (rows) => endpointsOf(rows)[0]),
      finish: (holder, attempts) =>
        all<DoomedRow, Parameters<typeof finish.run>[1]>("finish", finish, {
          holder,
          attempts: JSON.stringify(attempts.map(finishedJson))
        }),
      release: (holder, endpoints) => run("release", release, { holder, endpoints: JSON.stringify(endpoints) }),
      releaseAll: (holder) => run("releaseAll", releaseAll, [holder]),
      sweep: Effect.map(
        only<{ readonly swept: number }>("sweep", sweep, [deliveriesKeptDays, sweptMax]),
        ({ swept }) => swept >= sweptMax
      )
    })
  })
)

/** The queue of deliveries, in `webhook_queues` and `webhook_deliveries`. */
export const DeliveryQueuePg = { layer }
