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
            if (releases.length > 0) yield* queue.release(holder, releases)
          }))

        const attempt = (endpoint: LeasedEndpoint, delivery: DueDelivery) =>
          Effect.gen(function*() {
            const { secrets, url, webhook_id } = endpoint
            const { body, event, id, sequence } = delivery
            const result = yield* transport.send({ webhook_id, url, secrets, id, sequence, event, body })
            const verdict = verdictAfter(delivery.scheduled, result, yield* Random.next)
            const move = deliveryMove("pending", verdict.kind, "dispatcher")!
            return { webhook_id, delivery, result, verdict, move } satisfies FinishedAttempt
          })

        /**
         * Sends everything that is due for an endpoint, in order, and releases it. The next request does not wait until
         * the attempt before it is recorded, and the place of the endpoint is free once nothing more is sent.
         */
        const serve = (
          { budget, recorder, state }: Running,
          place: EndpointPlace,
          leased: LeasedEndpoint
        ): Effect.Effect<void, StorageUnavailable> =>
          Effect.gen(function*() {
            let gone = false
            let endpoint: LeasedEndpoint | undefined = leased
            let limit = firstReadMax
            while (endpoint !== undefined) {
              const current: LeasedEndpoint = endpoint
              const recording: Array<Effect.Effect<void>> = []
              const sendAndRecord = (delivery: DueDelivery) =>
                Effect.suspend(() =>
                  gone || state.stopping
                    ? Effect.void
                    : Effect.flatMap(budget.request(place, attempt(current, delivery)), (finished) => {
                      if (finished.verdict.kind === "gone") gone = true
                      return Effect.map(recorder.record(finished), (recorded) => void recording.push(recorded))
                    })
                )
              yield* Effect.forEach(current.deliveries, sendAndRecord, {
                concurrency: current.failing ? 1 : requestsPerEndpointMax,
                discard: true
              })
              const isOver = gone || state.stopping || current.deliveries.length < limit
              if (isOver && !place.slow) yield* leave(budget, place)
              yield* Effect.all(recording, { discard: true })
              if (isOver) return yield* recorder.release(current)
              limit = nextReadMax
              endpoint = yield* queue.next(current.webhook_id, holder, limit)
            }
          })

        const leave = (budget: DispatchBudget, place: EndpointPlace) =>
          Effect.suspend(() => {
            budget.leave(place)
            return due.offer(undefined)
          })

        const fanOut = forever(
          "fan-out",
          gate,
          raised,
          Effect.gen(function*() {
            const { created, more } = yield* queue.fanOut
            if (created > 0) yield* due.offer(undefined)
            return more
          })
        )

        const leaseAndServe = (running: Running, fibers: FiberSet.FiberSet) =>
          Effect.gen(function*() {
            const { budget } = running
            const endpoints = yield* queue.lease({ holder, ...budget.free, deliveries: firstReadMax })
            for (const endpoint of endpoints) {
              const place = budget.enter(endpoint.failing)
              yield* serve(running, place, endpoint).pipe(
                Effect.catchAllCause((cause) =>
                  Effect.logWarning("A webhook's deliveries go on when its lease has expired", cause)
                ),
                Effect.ensuring(leave(budget, place)),
                FiberSet.run(fibers)
              )
            }
            return false
          })

        const run = Effect.scoped(Effect.gen(function*() {
          const recorder = yield* makeAttemptRecorder(write)
          const budget = new DispatchBudget()
          const running: Running = { recorder, budget, state: { stopping: false } }
          // Finalizers run in reverse: requests in flight end first, then their results are written, then leases end.
          yield* Effect.addFinalizer(() => Effect.ignoreLogged(queue.releaseAll(holder)))
          yield* Effect.forkScoped(recorder.run)
          const fibers = yield* FiberSet.make()
          yield* Effect.addFinalizer(() => {
            running.state.stopping = true
            return FiberSet.awaitEmpty(fibers).pipe(Effect.timeoutOption(drainTimeMax), Effect.asVoid)
          })
          yield* Effect.forkScoped(Effect.forever(Effect.delay(
            Effect.flatMap(budget.findSlow, (found) => found ? due.offer(undefined) : Effect.void),
            slownessInterval
          )))
          const creating = yield* Effect.forkScoped(fanOut)
          const sending = yield* Effect.forkScoped(
            forever("delivery", gate, due, leaseAndServe(running, fibers))
          )
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
  /** Set when no further request may begin. */
  readonly state: { stopping: boolean }
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
