import { Clock, Effect, Fiber, Layer, Queue } from "effect"
import { StorageUnavailable } from "../../src/kernel/StorageUnavailable.ts"
import { UnitOfWork } from "../../src/kernel/UnitOfWork.ts"
import type { FanOutRequest } from "../../src/platform/webhooks/DeliveryQueue.ts"
import { Notifications } from "../../src/community/social/Notifications.ts"
import {
  type AttemptResult,
  DeliveryQueue,
  type DueDelivery,
  EventSignal,
  type FannedOut,
  type FinishedAttempt,
  type LeasedEndpoint,
  type WebhookMessage,
  WebhookDispatch,
  WebhookStore,
  WebhookTransport
} from "../../src/platform/webhooks/index.ts"
import { makeJumpClock } from "./jumpClock.ts"

interface Endpoint {
  readonly id: string
  readonly deliveries: Map<string, DueDelivery & { dueMillis: number | undefined }>
  leased: boolean
  /** The number of its latest lease. */
  lease: number
  failing: boolean
  /** Whether nothing is read on, as of an endpoint that was switched off after it was leased. */
  readonly isCutOff?: boolean
}

/** A due delivery, before its first attempt. */
export const deliveryOf = (sequence: number): DueDelivery => ({
  id: `delivery ${sequence}`,
  sequence,
  event: "question.created",
  body: `{"n":${sequence}}`,
  number: 1,
  scheduled: 1
})

/** A queue in memory whose deliveries become due by the test's clock. */
export const queueOf = (endpoints: ReadonlyArray<Endpoint>) => {
  const finished: Array<FinishedAttempt & { readonly atMillis: number }> = []
  const readings: Array<string> = []
  /** What the next fan-out reports as new deliveries of endpoints that are leased. */
  const held: Array<LeasedEndpoint> = []
  /** The fan-outs so far, and what the next ones come to; then there is nothing, unless events wait for a transaction. */
  const fanOuts = { requests: Array<FanOutRequest>(), next: Array<FannedOut>(), incomplete: false }
  /** Whether the database is out of reach when attempts are recorded, or when that is committed. */
  const outage = { isOn: false, isAtCommit: false }
  let leases = 0
  const dueOf = (endpoint: Endpoint, now: number) =>
    [...endpoint.deliveries.values()].filter(({ dueMillis }) => dueMillis !== undefined && dueMillis <= now)
  const leasedOf = (endpoint: Endpoint, now: number, limit: number, after = 0) => {
    const deliveries = dueOf(endpoint, now).filter(({ sequence }) => sequence > after).slice(0, limit)
    return {
      webhook_id: endpoint.id,
      lease: endpoint.lease,
      url: `https://${endpoint.id}.example.org/`,
      secrets: [],
      failing: endpoint.failing,
      version: 0,
      deliveries,
      cursor: deliveries.length < limit ? undefined : String(deliveries[limit - 1]!.sequence)
    }
  }
  const byId = (id: string) => endpoints.find((endpoint) => endpoint.id === id)!
  const failure = Effect.fail(new StorageUnavailable({ operation: "record", cause: "an outage" }))
  const unit = Layer.succeed(
    UnitOfWork,
    UnitOfWork.of(
      {
        transact: (effect) => Effect.tap(effect, () => outage.isAtCommit ? failure : Effect.void)
      } as typeof UnitOfWork.Service
    )
  )
  const queue = Layer.succeed(
    DeliveryQueue,
    DeliveryQueue.of({
      fanOut: (request) =>
        Effect.sync((): FannedOut => {
          fanOuts.requests.push(request)
          const further = fanOuts.incomplete ? "incomplete" : "none"
          return fanOuts.next.shift() ?? { leased: [], held: held.splice(0), others: false, further, cursor: undefined }
        }),
      lease: (request) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          const due = endpoints.filter((endpoint) => !endpoint.leased && dueOf(endpoint, now).length > 0)
          const chosen = [
            ...due.filter(({ failing }) => !failing).slice(0, request.healthy),
            ...due.filter(({ failing }) => failing).slice(0, request.failing)
          ]
          for (const endpoint of chosen) {
            endpoint.leased = true
            endpoint.lease++
          }
          leases += chosen.length
          return chosen.map((endpoint) => leasedOf(endpoint, now, request.deliveries))
        }),
      next: ({ cursor, lease, webhook_id }, _holder, limit) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          readings.push(cursor)
          const endpoint = byId(webhook_id)
          return endpoint.isCutOff === true || endpoint.lease !== lease
            ? undefined
            : leasedOf(endpoint, now, limit, Number(cursor))
        }),
      record: ({ attempts, releases }) =>
        Effect.flatMap(Clock.currentTimeMillis, (atMillis) => {
          if (outage.isOn) return failure
          for (const attempt of attempts) {
            const { delivery, verdict } = attempt
            const endpoint = byId(attempt.webhook_id)
            finished.push({ ...attempt, atMillis })
            endpoint.failing = verdict.kind !== "delivered"
            // Such an endpoint is switched off.
            if (verdict.kind === "gone") endpoint.deliveries.clear()
            const present = endpoint.deliveries.get(delivery.id)
            // Another attempt may have been recorded meanwhile.
            if (present?.number !== delivery.number) continue
            endpoint.deliveries.set(delivery.id, {
              ...delivery,
              number: delivery.number + 1,
              scheduled: delivery.scheduled + 1,
              dueMillis: verdict.kind === "retry" ? atMillis + verdict.delaySeconds * 1_000 : undefined
            })
          }
          for (const { lease, webhook_id } of releases) {
            const endpoint = byId(webhook_id)
            if (endpoint.lease === lease) endpoint.leased = false
          }
          const isDue = releases.some(({ webhook_id }) => dueOf(byId(webhook_id), atMillis).length > 0)
          return Effect.succeed({ doomed: [], isDue })
        }),
      recover: Effect.succeed(false),
      releaseAll: () => Effect.void,
      sweep: Effect.succeed(false)
    })
  )
  return { layer: Layer.mergeAll(queue, unit), finished, readings, held, fanOuts, outage, leases: () => leases }
}

/** An endpoint with as many due deliveries. */
export const endpointOf = (id: string, count: number): Endpoint => ({
  id,
  deliveries: new Map(
    Array.from({ length: count }, (_, at) => [`delivery ${at + 1}`, { ...deliveryOf(at + 1), dueMillis: 0 }])
  ),
  leased: false,
  lease: 0,
  failing: false
})

/** What these tests do not reach. */
const unused = Layer.mergeAll(
  Layer.succeed(WebhookStore, WebhookStore.of({} as typeof WebhookStore.Service)),
  Layer.succeed(Notifications, Notifications.of({} as typeof Notifications.Service))
)

/** Runs the dispatcher on a clock that jumps, while `test` moves it; `raise` tells the dispatcher of new events. */
export const dispatching = (
  queue: Layer.Layer<DeliveryQueue | UnitOfWork>,
  send: (message: WebhookMessage) => Effect.Effect<AttemptResult>,
  test: (jump: (seconds: number) => Effect.Effect<void>, raise: () => void) => Effect.Effect<void>
): Promise<void> => {
  const { clock, jump: jumpOnce, millis } = makeJumpClock()
  // Attempts are recorded in batches that gather for some milliseconds.
  const jump = (seconds: number) => Effect.zipRight(jumpOnce(seconds), jumpOnce(0.025))
  const raised = Effect.runSync(Queue.sliding<void>(1))
  const raise = () => void raised.unsafeOffer(undefined)
  const signal = Layer.succeed(EventSignal, EventSignal.of({ raise, raised }))
  return Effect.runPromise(
    Effect.gen(function*() {
      const running = yield* Effect.fork(Effect.flatMap(WebhookDispatch, ({ run }) => run))
      yield* test(jump, raise)
      // Requests in flight are waited for.
      yield* Fiber.interruptFork(running)
      for (let n = 0; n < 3; n++) yield* jump(15)
    }).pipe(
      Effect.provide(
        WebhookDispatch.layer("one", millis).pipe(
          Layer.provide(
            Layer.mergeAll(queue, unused, signal, Layer.succeed(WebhookTransport, WebhookTransport.of({ send })))
          )
        )
      ),
      Effect.withClock(clock)
    )
  )
}

/** What a receiver answers that is well. */
export const quick = { status: 204, durationMillis: 1 }
