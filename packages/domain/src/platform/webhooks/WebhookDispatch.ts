import { Context, Deferred, Duration, Effect, Fiber, FiberSet, Layer, Option, Queue, Random, Utils } from "effect"
import { chunksOf } from "effect/Array"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import { WriteGate } from "../../kernel/WriteGate.ts"
import { Notifications } from "../../community/social/Notifications.ts"
import { type AttemptRecorder, makeAttemptRecorder, type Release } from "./AttemptRecorder.ts"
import {
  DeliveryQueue,
  type FinishedAttempt,
  type LeasedEndpoint,
  leaseSeconds,
  leaseSecondsLeftMin
} from "./DeliveryQueue.ts"
import { DeliverySender } from "./DeliverySender.ts"
import { FollowingDeliveries } from "./FollowingDeliveries.ts"
import { EventSignal } from "./EventSignal.ts"
import { DispatchBudget, type EndpointPlace, slownessInterval } from "./DispatchBudget.ts"
import { disabledNotices } from "./webhookNotification.ts"
import type { WebhookDisabledReason } from "./Webhook.ts"
import { WebhookStore } from "./WebhookStore.ts"
import { WebhookTransport } from "./WebhookTransport.ts"

/** How many due deliveries of an endpoint are read with its lease, and at a time while there are more. */
const firstReadMax = 20
const nextReadMax = 100

/**
 * About how many deliveries are created first, so that sending begins soon, and at most. While there are more to create, each
 * time twice as many are, in about the time that sending those before takes.
 */
const firstDeliveriesMax = 64
const deliveriesMax = 1_000

/** With how many leased endpoints sending begins at once. */
const servedAtOnceMax = 32

/** How long the queue is left alone when nothing was due and nothing woke the dispatcher. */
const pollInterval = Duration.seconds(1)

/**
 * How soon events are looked for again that wait for an open transaction: the signal has been used up, and nothing tells when
 * it ends. Most end within milliseconds, so the pause begins short, and doubles up to the interval whenever it has passed.
 */
const shortestPause = Duration.millis(10)

/** How often expired leases are looked for. */
const recoveryInterval = Duration.seconds(5)

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
  /** `holder` names the instance; `now` is the time of a clock that is never set, in milliseconds. */
  static readonly layer = (
    holder: string,
    now: () => number
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
            if (webhook !== undefined) yield* notifications.notify(disabledNotices(webhook, reason))
          }))

        /** Until when a lease lasts that a statement gives which begins now. */
        const leaseEnd = () => now() + 1_000 * leaseSeconds

        const record = (attempts: ReadonlyArray<FinishedAttempt>, releases: ReadonlyArray<Release>) =>
          Effect.tap(
            queue.record({ holder, attempts, releases }),
            ({ doomed }) => Effect.forEach(doomed, disable, { discard: true })
          )

        const write = (
          following: FollowingDeliveries,
          attempts: ReadonlyArray<FinishedAttempt>,
          releases: ReadonlyArray<Release>
        ) => {
          following.forget(releases)
          const recorded = record(attempts, releases)
          // Most batches switch nothing off, and are one statement, which needs no transaction around it.
          const isOneStatement = attempts.every(({ verdict }) => verdict.kind === "delivered")
          return Effect.suspend(() => {
            const until = now() + 1_000 * leaseSecondsLeftMin
            return Effect.flatMap(isOneStatement ? recorded : unit.transact(recorded), ({ isDue }) => {
              for (const { webhook_id } of attempts) following.renew(webhook_id, until)
              return isDue ? due.offer(undefined) : Effect.void
            })
          })
        }

        /**
         * Sends everything that is due for an endpoint, in order, and releases it. The next request does not wait until
         * the attempt before it is recorded, and the next deliveries are read while these are sent; at most two readings
         * are sent and not recorded.
         */
        const serve = (
          { following, recorder, sender }: Running,
          place: EndpointPlace,
          leased: LeasedEndpoint
        ): Effect.Effect<void, StorageUnavailable> =>
          Effect.gen(function*() {
            let [endpoint, isGone, writtenBefore] = [leased, false, Effect.void]
            for (;;) {
              const { cursor, lease, webhook_id } = endpoint
              const until = leaseEnd()
              const ahead = cursor === undefined
                ? undefined
                : yield* Effect.fork(queue.next({ webhook_id, lease, cursor }, holder, nextReadMax))
              const sent = yield* Deferred.make<boolean>()
              sender.send(place, endpoint, {
                isOver: () => !following.goesOn(endpoint),
                done: (outcome) => Deferred.unsafeDone(sent, Effect.succeed(outcome === "gone"))
              })
              isGone = (yield* Deferred.await(sent)) || isGone
              if (isGone || sender.isStopping || ahead === undefined || !following.goesOn(endpoint)) {
                if (ahead !== undefined) yield* Fiber.await(ahead)
                recorder.release(endpoint)
                return
              }
              yield* writtenBefore
              writtenBefore = recorder.written()
              const next = yield* Fiber.join(ahead)
              if (next === undefined) {
                // The webhook was switched off, or another instance has the lease, which this leaves alone.
                recorder.release(endpoint)
                return
              }
              following.renew(webhook_id, until)
              endpoint = next
            }
          })

        const leave = ({ budget, state }: Running, place: EndpointPlace): void => {
          budget.leave(place)
          if (state.othersWait && budget.hasRoom) due.unsafeOffer(undefined)
        }

        /** Sends everything that was due for an endpoint and what follows meanwhile, and releases it. */
        const sendOn = (running: Running, place: EndpointPlace, endpoint: LeasedEndpoint): void => {
          const { following, recorder, sender } = running
          const resume = sender.send(place, endpoint, {
            isOver: () => !following.goesOn(endpoint),
            following: () => following.next(endpoint),
            done: (outcome, last) => {
              const release = recorder.release(last)
              if (outcome === "delivered" && !sender.isStopping) following.rest(release)
              else following.end(endpoint)
              leave(running, place)
            }
          })
          following.resumeWith(endpoint, resume)
        }

        const begin = (running: Running, endpoint: LeasedEndpoint, until: number): void => {
          running.following.begin(endpoint, until)
          serveInTurn(running, endpoint)
        }

        /** Goes on with an endpoint as soon as it has a place. Only one with more to read needs a fiber. */
        const serveInTurn = (running: Running, endpoint: LeasedEndpoint): void => {
          const { budget, following, recorder, runFork } = running
          const isReadOn = endpoint.cursor !== undefined
          budget.enter(endpoint.failing, (place) => {
            if (place === undefined) {
              following.end(endpoint)
              recorder.release(endpoint)
            } else if (!isReadOn) {
              sendOn(running, place, endpoint)
            } else {
              runFork(
                serve(running, place, endpoint).pipe(
                  Effect.ensuring(Effect.sync(() => {
                    following.end(endpoint)
                    leave(running, place)
                  })),
                  Effect.catchAllCause((cause) =>
                    Effect.logWarning("A webhook's deliveries go on when its lease has expired", cause)
                  )
                )
              )
            }
          })
        }

        /** Some at a time, and the event loop runs between them: requests leave, and others are answered. */
        const serveAll = (running: Running, endpoints: ReadonlyArray<LeasedEndpoint>, until: number) => {
          const { state } = running
          state.unserved += endpoints.length
          return Effect.forEach(chunksOf(endpoints, servedAtOnceMax), (some, at) =>
            Effect.zipRight(
              at === 0 ? Effect.void : Effect.sleep(0),
              Effect.sync(() => {
                state.unserved -= some.length
                for (const endpoint of some) begin(running, endpoint, until)
              })
            ), { discard: true })
        }

        const fanOut = (running: Running) => (isWoken: boolean) =>
          Effect.gen(function*() {
            const { state } = running
            const until = leaseEnd()
            const { cursor, further, held, leased, others } = yield* queue.fanOut({
              holder,
              healthy: Math.max(0, running.budget.freeOrWaiting - state.unserved),
              deliveries: state.deliveries,
              cursor: state.cursor
            })
            state.cursor = cursor
            state.deliveries = further === "ready" ? Math.min(2 * state.deliveries, deliveriesMax) : firstDeliveriesMax
            for (const endpoint of held) {
              if (running.following.add(endpoint)) serveInTurn(running, endpoint)
            }
            // Meanwhile the next deliveries are created.
            running.runFork(serveAll(running, leased, until))
            if (others) yield* due.offer(undefined)
            if (further === "incomplete") {
              const { pause } = state
              if (pause === undefined) state.pause = shortestPause
              else if (!isWoken) state.pause = Duration.min(Duration.times(pause, 2), pollInterval)
            } else {
              state.pause = undefined
            }
            return state.pause ?? (further === "none" ? pollInterval : Duration.zero)
          })

        const lease = (running: Running) =>
          Effect.gen(function*() {
            const { free } = running.budget
            const until = leaseEnd()
            const endpoints = yield* queue.lease({ holder, ...free, deliveries: firstReadMax })
            running.state.othersWait = endpoints.filter(({ failing }) => !failing).length >= free.healthy
            yield* serveAll(running, endpoints, until)
            return pollInterval
          })

        const recoverExpired = Effect.suspend(() =>
          gate.closedBecause() === undefined ? queue.recover : Effect.succeed(false)
        ).pipe(
          Effect.flatMap((found) => found ? due.offer(undefined) : Effect.void),
          Effect.catchAllCause((cause) =>
            Effect.logWarning("Expired leases of webhooks will be looked for again", cause)
          )
        )

        const run = Effect.scoped(Effect.gen(function*() {
          const following = new FollowingDeliveries(now)
          const recorder = yield* makeAttemptRecorder((attempts, releases) => write(following, attempts, releases))
          const budget = new DispatchBudget()
          // Finalizers run in reverse: requests in flight end first, then their results are written, then leases end.
          yield* Effect.addFinalizer(() => Effect.ignoreLogged(queue.releaseAll(holder)))
          yield* Effect.forkScoped(recorder.run)
          const random = new Utils.PCGRandom(yield* Random.nextInt)
          const sender = new DeliverySender({
            transport,
            budget,
            record: recorder.record,
            random: () => random.number()
          })
          const fibers = yield* FiberSet.make()
          const runFork = yield* FiberSet.runtime(fibers)()
          const running: Running = {
            recorder,
            budget,
            sender,
            following,
            runFork,
            state: {
              othersWait: false,
              deliveries: firstDeliveriesMax,
              cursor: undefined,
              unserved: 0,
              pause: undefined
            }
          }
          yield* Effect.addFinalizer(() => {
            sender.stop()
            budget.close()
            return sender.idle.pipe(
              Effect.zipRight(FiberSet.awaitEmpty(fibers)),
              Effect.zipRight(Effect.suspend(recorder.written)),
              // Finalizers cannot be interrupted, and a time limit works by interrupting.
              Effect.interruptible,
              Effect.timeoutOption(drainTimeMax),
              Effect.zipRight(Effect.sync(() => sender.interrupt()))
            )
          })
          yield* Effect.forkScoped(Effect.forever(Effect.delay(
            Effect.suspend(() => budget.findSlow() ? due.offer(undefined) : Effect.void),
            slownessInterval
          )))
          yield* Effect.forkScoped(Effect.forever(Effect.delay(recoverExpired, recoveryInterval)))
          const creating = yield* Effect.forkScoped(forever("fan-out", gate, raised, fanOut(running)))
          const sending = yield* Effect.forkScoped(forever("delivery", gate, due, () => lease(running)))
          return yield* Fiber.join(Fiber.zipLeft(creating, sending))
        }))

        return WebhookDispatch.of({ run })
      })
    )
}

/** The parts of a running dispatcher. */
interface Running {
  readonly recorder: AttemptRecorder
  readonly budget: DispatchBudget
  readonly sender: DeliverySender
  readonly following: FollowingDeliveries
  readonly runFork: (effect: Effect.Effect<void>) => void
  readonly state: {
    /** Whether the last lease took all quick places, so that more endpoints may be due. */
    othersWait: boolean
    /** About how many deliveries are created next. */
    deliveries: number
    /** Where they are created next, within an event. */
    cursor: string | undefined
    /** How many endpoints are leased with which sending has not begun. */
    unserved: number
    /** The pause before events are looked for again that wait for an open transaction; undefined while none do. */
    pause: Duration.Duration | undefined
  }
}

/** Repeats `work` after the time that it yields, or as soon as `wake` holds something; `work` is told whether it did. */
const forever = (
  name: string,
  gate: typeof WriteGate.Service,
  wake: Queue.Dequeue<void>,
  work: (isWoken: boolean) => Effect.Effect<Duration.Duration, StorageUnavailable>
): Effect.Effect<never> =>
  Effect.suspend(() => {
    let isWoken = true
    return Effect.suspend(() => gate.closedBecause() === undefined ? work(isWoken) : Effect.succeed(pollInterval)).pipe(
      Effect.flatMap((pause) =>
        Duration.equals(pause, Duration.zero)
          ? Effect.succeedNone
          : Effect.timeoutOption(wake.take, pause)
      ),
      Effect.map((woken) => {
        isWoken = Option.isSome(woken)
      }),
      Effect.catchAllCause((cause) =>
        Effect.zipRight(Effect.logWarning(`The ${name} of webhooks will try again`, cause), Effect.sleep(failurePause))
      ),
      Effect.forever
    )
  })
