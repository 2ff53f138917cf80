import { Context, Duration, Effect, Fiber, FiberSet, Layer, Queue, Random } from "effect"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import { UnitOfWork } from "../kernel/UnitOfWork.ts"
import { WriteGate } from "../kernel/WriteGate.ts"
import { Notifications } from "../social/Notifications.ts"
import { type AttemptRecorder, makeAttemptRecorder, type Release } from "./AttemptRecorder.ts"
import { deliveryMove } from "./DeliveryMove.ts"
import { DeliveryQueue, type DueDelivery, type FinishedAttempt, type LeasedEndpoint } from "./DeliveryQueue.ts"
import { verdictAfter } from "./DeliverySchedule.ts"
import { EventSignal } from "./EventSignal.ts"
import { DispatchBudget, type EndpointPlace, requestsPerEndpointMax, slownessInterval } from "./DispatchBudget.ts"
import { disabledNotice } from "./webhookNotification.ts"
import type { WebhookDisabledReason } from "./Webhook.ts"
import { WebhookStore } from "./WebhookStore.ts"
import { WebhookTransport } from "./WebhookTransport.ts"

/** How many due deliveries of an endpoint are read with its lease, and at a time while there are more. */
const firstReadMax = 20
const nextReadMax = 100

/** How long the queue is left alone when nothing was due and nothing woke the dispatcher. */
const pollInterval = Duration.seconds(1)

/** The pause after a failure of the database. */
const failurePause = Duration.seconds(5)

/** How long requests in flight may take to finish when the dispatcher stops. */
const drainTimeMax = Duration.seconds(10)

/** Sends events to webhooks. */
export class WebhookDispatch extends Context.Tag("auspex/WebhookDispatch")<WebhookDispatch, {
  /**
   * Creates deliveries of new events and sends what is due until interrupted; then it waits for requests in flight and
   * gives its leases back. Every instance may run it. A failure of the database pauses it.
   */
  readonly run: Effect.Effect<never>
}>() {
  /** `holder` names the instance. */
  static readonly layer = (
    holder: string
  ): Layer.Layer<
    WebhookDispatch,
    never,
    DeliveryQueue | EventSignal | WebhookStore | WebhookTransport | Notifications | UnitOfWork
  > =>
    Layer.effect(
      WebhookDispatch,
      Effect.gen(function*() {
        const queue = yield* DeliveryQueue
        const store = yield* WebhookStore
        const transport = yield* WebhookTransport
        const notifications = yield* Notifications
        const unit = yield* UnitOfWork
        const gate = yield* WriteGate
        const { raised } = yield* EventSignal
        const due = yield* Queue.sliding<void>(1)

        const disable = (
          { reason, webhook_id }: { readonly webhook_id: string; readonly reason: WebhookDisabledReason }
        ) =>
          unit.transact(Effect.gen(function*() {
            const webhook = yield* store.disable(webhook_id, reason)
            if (webhook !== undefined) yield* notifications.notify([disabledNotice(webhook, reason)])
          }))

        const write = (attempts: ReadonlyArray<FinishedAttempt>, releases: ReadonlyArray<Release>) =>
          unit.transact(Effect.gen(function*() {
            if (attempts.length > 0) {
              yield* Effect.forEach(yield* queue.finish(holder, attempts), disable, { discard: true })
            }
            return releases.length > 0 && (yield* queue.release(holder, releases))
          })).pipe(Effect.flatMap((isDue) => isDue ? due.offer(undefined) : Effect.void))

        const attempt = (
          { secrets, url, webhook_id }: LeasedEndpoint,
          delivery: DueDelivery
        ): Effect.Effect<FinishedAttempt> => {
          const { body, event, id, sequence } = delivery
          return Effect.flatMap(
            transport.send({ webhook_id, url, secrets, id, sequence, event, body }),
            (result) =>
              Effect.map(Random.next, (random) => {
                const verdict = verdictAfter(delivery.scheduled, result, random)
                return {
                  webhook_id,
                  delivery,
                  result,
                  verdict,
                  move: deliveryMove("pending", verdict.kind, "dispatcher")!
                }
              })
          )
        }

        /**
         * Sends everything that is due for an endpoint, in order, and releases it. The next request does not wait until
         * the attempt before it is recorded, and the next deliveries are read while these are sent; at most two readings
         * are sent and not recorded.
         */
        const serve = (
          running: Running,
          place: EndpointPlace,
          leased: LeasedEndpoint
        ): Effect.Effect<void, StorageUnavailable> =>
          Effect.gen(function*() {
            const { recorder, state } = running
            let [endpoint, isGone, writtenBefore] = [leased, false, Effect.void]
            for (;;) {
              const { cursor, webhook_id } = endpoint
              const ahead = cursor === undefined
                ? undefined
                : yield* Effect.fork(queue.next({ webhook_id, cursor }, holder, nextReadMax))
              isGone = (yield* sendAll(running, place, endpoint)) || isGone
              if (isGone || state.stopping || ahead === undefined) {
                if (ahead !== undefined) yield* Fiber.await(ahead)
                return recorder.release(endpoint)
              }
              yield* writtenBefore
              writtenBefore = recorder.written()
              const next = yield* Fiber.join(ahead)
              if (next === undefined) return
              endpoint = next
            }
          })

        /** Sends deliveries in their order, some at a time, and hands the attempts over. Whether the endpoint is gone. */
        const sendAll = ({ budget, recorder, state }: Running, place: EndpointPlace, endpoint: LeasedEndpoint) => {
          const { deliveries, failing } = endpoint
          let [next, gone] = [0, false]
          const lane: Effect.Effect<void> = Effect.suspend(() => {
            const delivery = gone || state.stopping ? undefined : deliveries[next++]
            return delivery === undefined
              ? Effect.void
              : Effect.flatMap(budget.request(place, attempt(endpoint, delivery)), (finished) => {
                if (finished.verdict.kind === "gone") gone = true
                recorder.record(finished)
                return lane
              })
          })
          const lanes = failing ? 1 : Math.min(requestsPerEndpointMax, deliveries.length)
          const sent = lanes < 2
            ? lane
            : Effect.all(Array.from({ length: lanes }, () => lane), { concurrency: "unbounded", discard: true })
          return Effect.map(sent, () => gone)
        }

        const leave = ({ budget, state }: Running, place: EndpointPlace) =>
          Effect.suspend(() => {
            budget.leave(place)
            return state.othersWait && budget.hasRoom ? due.offer(undefined) : Effect.void
          })

        const serveInTurn = (running: Running, endpoint: LeasedEndpoint) =>
          Effect.flatMap(running.budget.place(endpoint.failing), (place) =>
            place === undefined
              ? Effect.sync(() => running.recorder.release(endpoint))
              : Effect.ensuring(serve(running, place, endpoint), leave(running, place)))

        const serveAll = (running: Running, endpoints: ReadonlyArray<LeasedEndpoint>) =>
          Effect.forEach(endpoints, (endpoint) =>
            serveInTurn(running, endpoint).pipe(
              Effect.catchAllCause((cause) =>
                Effect.logWarning("A webhook's deliveries go on when its lease has expired", cause)
              ),
              FiberSet.run(running.fibers)
            ), { discard: true })

        const fanOut = (running: Running) =>
          Effect.gen(function*() {
            const { leased, more, others } = yield* queue.fanOut({ holder, healthy: running.budget.freeOrWaiting })
            yield* serveAll(running, leased)
            if (others) yield* due.offer(undefined)
            return more
          })

        const lease = (running: Running) =>
          Effect.gen(function*() {
            const { free } = running.budget
            const endpoints = yield* queue.lease({ holder, ...free, deliveries: firstReadMax })
            running.state.othersWait = endpoints.filter(({ failing }) => !failing).length >= free.healthy
            yield* serveAll(running, endpoints)
            return false
          })

        const run = Effect.scoped(Effect.gen(function*() {
          const recorder = yield* makeAttemptRecorder(write)
          const budget = new DispatchBudget()
          // Finalizers run in reverse: requests in flight end first, then their results are written, then leases end.
          yield* Effect.addFinalizer(() => Effect.ignoreLogged(queue.releaseAll(holder)))
          yield* Effect.forkScoped(recorder.run)
          const fibers = yield* FiberSet.make()
          const running: Running = { recorder, budget, fibers, state: { stopping: false, othersWait: false } }
          yield* Effect.addFinalizer(() => {
            running.state.stopping = true
            budget.close()
            return FiberSet.awaitEmpty(fibers).pipe(
              Effect.zipRight(Effect.suspend(recorder.written)),
              Effect.timeoutOption(drainTimeMax),
              Effect.asVoid
            )
          })
          yield* Effect.forkScoped(Effect.forever(Effect.delay(
            Effect.flatMap(budget.findSlow, (found) => found ? due.offer(undefined) : Effect.void),
            slownessInterval
          )))
          const creating = yield* Effect.forkScoped(forever("fan-out", gate, raised, fanOut(running)))
          const sending = yield* Effect.forkScoped(forever("delivery", gate, due, lease(running)))
          return yield* Fiber.join(Fiber.zipLeft(creating, sending))
        }))

        return WebhookDispatch.of({ run })
      })
    )
}

/** What the fibers of a running dispatcher share. */
interface Running {
  readonly recorder: AttemptRecorder
  readonly budget: DispatchBudget
  readonly fibers: FiberSet.FiberSet
  readonly state: {
    /** Whether no further request may begin. */
    stopping: boolean
    /** Whether the last lease took all quick places, so that more endpoints may be due. */
    othersWait: boolean
  }
}

/** Repeats `work`: at once while it reports more, else when `wake` holds something or a second has passed. */
const forever = (
  name: string,
  gate: typeof WriteGate.Service,
  wake: Queue.Dequeue<void>,
  work: Effect.Effect<boolean, StorageUnavailable>
): Effect.Effect<never> =>
  Effect.suspend(() => gate.closedBecause() === undefined ? work : Effect.succeed(false)).pipe(
    Effect.flatMap((more) => more ? Effect.void : Effect.asVoid(Effect.timeoutOption(wake.take, pollInterval))),
    Effect.catchAllCause((cause) =>
      Effect.zipRight(Effect.logWarning(`The ${name} of webhooks will try again`, cause), Effect.sleep(failurePause))
    ),
    Effect.forever
  )
