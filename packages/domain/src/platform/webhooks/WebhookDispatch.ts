import { Context, Duration, Effect, Fiber, FiberSet, Layer, Option, Queue, Random, type Scope, Utils } from "effect"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import { WriteGate } from "../../kernel/WriteGate.ts"
import { Notifications } from "../../community/social/Notifications.ts"
import { makeAttemptRecorder } from "./AttemptRecorder.ts"
import { DeliveryQueue, type FinishedAttempt, leaseSeconds, leaseSecondsLeftMin } from "./DeliveryQueue.ts"
import { type SenderParts, serveAll, serveHeld, serveQueued } from "./EndpointSender.ts"
import { EventSignal } from "./EventSignal.ts"
import type { ServedEndpoint } from "./ServedEndpoint.ts"
import { ServedEndpoints } from "./ServedEndpoints.ts"
import { webhookDisabledNotices } from "./webhookDisabledNotices.ts"
import type { WebhookDisabledReason } from "./Webhook.ts"
import { WebhookStore } from "./WebhookStore.ts"
import { WebhookTransport } from "./WebhookTransport.ts"

/** How many due deliveries of an endpoint are read with its lease. */
const firstReadMax = 20

/**
 * Initial and maximum size of a fan-out batch. Sending begins soon because the first batch is small. Batches double
 * while more deliveries are to be created: creating a batch takes about as long as sending the previous one.
 */
const firstDeliveriesMax = 64
const deliveriesMax = 1_000

/** The pause between two looks at the queue when nothing was due and no signal comes. */
const pollInterval = Duration.seconds(1)

/**
 * The first pause while events wait for an open transaction, whose end sends no signal. Most transactions end within
 * milliseconds; the pause doubles up to the poll interval.
 */
const shortestPause = Duration.millis(10)

/** How often the dispatcher looks for slow endpoints, and for endpoints that have waited too long for a place. */
const placesInterval = Duration.millis(250)

/** How often the dispatcher looks for expired leases. */
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
      Effect.map(services, (services) => ({ run: Effect.scoped(dispatch({ holder, now, ...services })) }))
    )
}

const services = Effect.all({
  queue: DeliveryQueue,
  store: WebhookStore,
  transport: WebhookTransport,
  notifications: Notifications,
  unit: UnitOfWork,
  gate: WriteGate,
  signal: EventSignal
})

interface Services extends Effect.Effect.Success<typeof services> {
  readonly holder: string
  readonly now: () => number
}

/** A running dispatcher. */
type Running = Services & SenderParts & {
  /** Holds something when endpoints may be due; several signals count as one. */
  readonly due: Queue.Queue<void>
}

/**
 * Three loops work on the database: the first creates deliveries of new events and leases their endpoints, the second leases
 * endpoints that are due, and the third finds expired leases. Workers send (see `EndpointSender`), and a recorder writes
 * results and ends leases in batches.
 */
const dispatch = (services: Services): Effect.Effect<never, never, Scope.Scope> =>
  Effect.gen(function*() {
    const { gate, holder, queue, signal } = services
    const due = yield* Queue.sliding<void>(1)
    const endpoints = new ServedEndpoints()
    const recorder = yield* makeAttemptRecorder(recordBatch(services, endpoints, due))
    // Finalizers run in reverse: requests in flight end first, then their results are written, then leases end.
    yield* Effect.addFinalizer(() =>
      Effect.catchAllCause(
        queue.releaseAll(holder),
        (cause) =>
          Effect.logWarning("Leases of webhook endpoints were not released; they expire within a minute", cause)
      )
    )
    const recording = yield* Effect.forkScoped(recorder.run)
    const workers = yield* FiberSet.make()
    const random = new Utils.PCGRandom(yield* Random.nextInt)
    const runFork = yield* FiberSet.runtime(workers)()
    const running: Running = {
      ...services,
      due,
      endpoints,
      recorder,
      fork: (effect) => void runFork(effect, { immediate: false }),
      random: () => random.number()
    }
    yield* Effect.addFinalizer(() => {
      endpoints.closeAll()
      return FiberSet.awaitEmpty(workers).pipe(
        Effect.zipRight(Fiber.interrupt(recording)),
        Effect.zipRight(recorder.flush),
        // Finalizers cannot be interrupted, and a time limit works by interrupting.
        Effect.interruptible,
        Effect.timeoutOption(drainTimeMax)
      )
    })
    yield* Effect.forkScoped(Effect.forever(Effect.delay(freePlaces(running), placesInterval)))
    yield* Effect.forkScoped(forever("lease recovery", gate, Effect.never, () => recoverExpired(running)))
    yield* Effect.forkScoped(forever("fan-out", gate, signal.raised.take, createDeliveries(running)))
    return yield* forever("delivery", gate, due.take, () => leaseDue(running))
  })

/** When a lease taken by the statement that starts now expires. */
const leaseEnd = ({ now }: Services): number => now() + 1_000 * leaseSeconds

/** Creates the next deliveries, and serves the endpoints that get them. */
const createDeliveries = (running: Running) => {
  const { due, endpoints, fork, holder, queue } = running
  let deliveries = firstDeliveriesMax
  let cursor: string | undefined
  /** The latest pause while events wait for an open transaction; undefined when none wait. */
  let pause: Duration.Duration | undefined
  return (isWoken: boolean): Effect.Effect<Duration.Duration, StorageUnavailable> =>
    Effect.gen(function*() {
      const until = leaseEnd(running)
      const created = yield* queue.fanOut({ holder, healthy: endpoints.freeForNew, deliveries, cursor })
      for (const held of created.held) serveHeld(running, held)
      const added = endpoints.add(created.leased, until)
      // The next deliveries are created while these are sent.
      fork(serveAll(running, added))
      if (created.others) yield* due.offer(undefined)
      cursor = created.cursor
      deliveries = created.further === "ready" ? Math.min(2 * deliveries, deliveriesMax) : firstDeliveriesMax
      if (created.further !== "incomplete") {
        pause = undefined
        return created.further === "ready" ? Duration.zero : pollInterval
      }
      // A signal of other events does not lengthen the pause.
      if (pause === undefined) pause = shortestPause
      else if (!isWoken) pause = Duration.min(Duration.times(pause, 2), pollInterval)
      return pause
    })
}

/** Leases endpoints with due deliveries and serves them. */
const leaseDue = (running: Running): Effect.Effect<Duration.Duration, StorageUnavailable> =>
  Effect.gen(function*() {
    const { endpoints, holder, queue } = running
    const { free } = endpoints
    const until = leaseEnd(running)
    const leased = yield* queue.lease({ holder, ...free, deliveries: firstReadMax })
    endpoints.othersWait = leased.filter(({ failing }) => !failing).length >= free.healthy
    yield* serveAll(running, endpoints.add(leased, until))
    return pollInterval
  })

/** Gives the places of slow endpoints to others, and releases endpoints that have waited too long for a place. */
const freePlaces = (running: Running): Effect.Effect<void> =>
  Effect.suspend(() => {
    const { due, endpoints, now, recorder } = running
    if (endpoints.freeSlow(now())) due.unsafeOffer(undefined)
    serveQueued(running)
    return Effect.forEach(endpoints.takeOverdue(now()), recorder.release, { discard: true })
  })

/** Makes endpoints due whose lease has expired. */
const recoverExpired = ({ due, queue }: Running): Effect.Effect<Duration.Duration, StorageUnavailable> =>
  Effect.gen(function*() {
    if (yield* queue.recover) yield* due.offer(undefined)
    return recoveryInterval
  })

/** Records attempts, ends the leases of endpoints that are still idle, and switches off webhooks that are given up. */
const recordBatch = (
  { holder, notifications, now, queue, store, unit }: Services,
  endpoints: ServedEndpoints,
  due: Queue.Enqueue<void>
) => {
  const disable = (webhookId: string, reason: WebhookDisabledReason) =>
    unit.transact(Effect.gen(function*() {
      const webhook = yield* store.disable(webhookId, reason)
      if (webhook !== undefined) yield* notifications.notify(webhookDisabledNotices(webhook, reason))
    }))
  return (attempts: ReadonlyArray<FinishedAttempt>, idle: ReadonlyArray<ServedEndpoint>) => {
    const releases = idle.filter((endpoint) => endpoints.remove(endpoint))
    const recorded = Effect.tap(
      queue.record({ holder, attempts, releases }),
      ({ doomed }) => Effect.forEach(doomed, ({ reason, webhook_id }) => disable(webhook_id, reason), { discard: true })
    )
    // Most batches switch nothing off, and are one statement, which needs no transaction around it.
    const isOneStatement = attempts.every(({ verdict }) => verdict.kind === "delivered")
    return Effect.gen(function*() {
      const until = now() + 1_000 * leaseSecondsLeftMin
      const { isDue } = yield* isOneStatement ? recorded : unit.transact(recorded)
      for (const { webhook_id } of attempts) endpoints.find(webhook_id)?.renew(until, now())
      if (isDue || endpoints.mayLeaseMore) due.unsafeOffer(undefined)
    })
  }
}

/**
 * Repeats `work`, which yields the pause until the next time. A signal ends a pause early, and `work` is told so. Nothing
 * is done while the gate is closed.
 */
const forever = (
  name: string,
  gate: typeof WriteGate.Service,
  signal: Effect.Effect<unknown>,
  work: (isWoken: boolean) => Effect.Effect<Duration.Duration, StorageUnavailable>
): Effect.Effect<never> =>
  Effect.gen(function*() {
    for (let isWoken = true;;) {
      const pause: Duration.Duration = gate.closedBecause() === undefined ? yield* work(isWoken) : pollInterval
      isWoken = Duration.toMillis(pause) > 0 && Option.isSome(yield* Effect.timeoutOption(signal, pause))
    }
  }).pipe(
    Effect.catchAllCause((cause) =>
      Effect.zipRight(Effect.logWarning(`Webhook ${name} failed and is tried again`, cause), Effect.sleep(failurePause))
    ),
    Effect.forever
  )
