import { Clock, Effect, Fiber, FiberId, Layer, Runtime } from "effect"
import { describe, expect, it } from "vitest"
import { UnitOfWork } from "../../src/kernel/UnitOfWork.ts"
import { Notifications } from "../../src/social/Notifications.ts"
import {
  attemptsMax,
  type AttemptResult,
  DeliveryQueue,
  type DueDelivery,
  EventSignal,
  type FinishedAttempt,
  type LeasedEndpoint,
  retryDelaysSeconds,
  retryJitter,
  type WebhookMessage,
  WebhookDispatch,
  WebhookStore,
  WebhookTransport
} from "../../src/webhooks/index.ts"
import { makeJumpClock } from "./jumpClock.ts"

interface Endpoint {
  readonly id: string
  readonly deliveries: Map<string, DueDelivery & { dueMillis: number | undefined }>
  leased: boolean
  failing: boolean
  /** Whether nothing is read on, as of an endpoint that was switched off after it was leased. */
  readonly isCutOff?: boolean
}

const deliveryOf = (sequence: number): DueDelivery => ({
  id: `delivery ${sequence}`,
  sequence,
  event: "question.created",
  body: `{"n":${sequence}}`,
  number: 1,
  scheduled: 1
})

/** A queue in memory whose deliveries become due by the test's clock. */
const queueOf = (endpoints: ReadonlyArray<Endpoint>) => {
  const finished: Array<FinishedAttempt & { readonly atMillis: number }> = []
  const readings: Array<string> = []
  /** What the next fan-out reports as new deliveries of endpoints that are leased. */
  const held: Array<LeasedEndpoint> = []
  /** How often it was looked for new events, and whether some wait for an open transaction. */
  const events = { looks: 0, incomplete: false }
  let leases = 0
  const dueOf = (endpoint: Endpoint, now: number) =>
    [...endpoint.deliveries.values()].filter(({ dueMillis }) => dueMillis !== undefined && dueMillis <= now)
  const leasedOf = (endpoint: Endpoint, now: number, limit: number, after = 0) => {
    const deliveries = dueOf(endpoint, now).filter(({ sequence }) => sequence > after).slice(0, limit)
    return {
      webhook_id: endpoint.id,
      url: `https://${endpoint.id}.example.org/`,
      secrets: [],
      failing: endpoint.failing,
      version: 0,
      deliveries,
      cursor: deliveries.length < limit ? undefined : String(deliveries[limit - 1]!.sequence)
    }
  }
  const byId = (id: string) => endpoints.find((endpoint) => endpoint.id === id)!
  const layer = Layer.succeed(
    DeliveryQueue,
    DeliveryQueue.of({
      fanOut: () =>
        Effect.sync(() => {
          events.looks++
          const further = events.incomplete ? "incomplete" as const : "none" as const
          return { leased: [], held: held.splice(0), others: false, further, cursor: undefined }
        }),
      lease: (request) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          const due = endpoints.filter((endpoint) => !endpoint.leased && dueOf(endpoint, now).length > 0)
          const chosen = [
            ...due.filter(({ failing }) => !failing).slice(0, request.healthy),
            ...due.filter(({ failing }) => failing).slice(0, request.failing)
          ]
          for (const endpoint of chosen) endpoint.leased = true
          leases += chosen.length
          return chosen.map((endpoint) => leasedOf(endpoint, now, request.deliveries))
        }),
      next: ({ cursor, webhook_id }, _holder, limit) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          readings.push(cursor)
          const endpoint = byId(webhook_id)
          return endpoint.isCutOff === true ? undefined : leasedOf(endpoint, now, limit, Number(cursor))
        }),
      record: ({ attempts, releases }) =>
        Effect.map(Clock.currentTimeMillis, (atMillis) => {
          for (const attempt of attempts) {
            const { delivery, verdict } = attempt
            const endpoint = byId(attempt.webhook_id)
            finished.push({ ...attempt, atMillis })
            endpoint.failing = verdict.kind !== "delivered"
            // Such an endpoint is switched off.
            if (verdict.kind === "gone") endpoint.deliveries.clear()
            if (!endpoint.deliveries.has(delivery.id)) continue
            endpoint.deliveries.set(delivery.id, {
              ...delivery,
              number: delivery.number + 1,
              scheduled: delivery.scheduled + 1,
              dueMillis: verdict.kind === "retry" ? atMillis + verdict.delaySeconds * 1_000 : undefined
            })
          }
          for (const { webhook_id } of releases) byId(webhook_id).leased = false
          return { doomed: [], isDue: releases.some(({ webhook_id }) => dueOf(byId(webhook_id), atMillis).length > 0) }
        }),
      recover: Effect.succeed(false),
      releaseAll: () => Effect.void,
      sweep: Effect.succeed(false)
    })
  )
  return { layer, finished, readings, held, events, leases: () => leases }
}

const endpointOf = (id: string, count: number): Endpoint => ({
  id,
  deliveries: new Map(
    Array.from({ length: count }, (_, at) => [`delivery ${at + 1}`, { ...deliveryOf(at + 1), dueMillis: 0 }])
  ),
  leased: false,
  failing: false
})

/** What these tests do not reach. */
const unused = Layer.mergeAll(
  Layer.succeed(WebhookStore, WebhookStore.of({} as typeof WebhookStore.Service)),
  Layer.succeed(Notifications, Notifications.of({} as typeof Notifications.Service)),
  Layer.succeed(UnitOfWork, UnitOfWork.of({ transact: (effect) => effect } as typeof UnitOfWork.Service)),
  EventSignal.layer
)

/** A transport that makes attempts by an effect. */
const transportOf = (send: (message: WebhookMessage) => Effect.Effect<AttemptResult>): Layer.Layer<WebhookTransport> =>
  Layer.effect(
    WebhookTransport,
    Effect.map(Effect.runtime(), (runtime) =>
      WebhookTransport.of({
        send: (message, report) => {
          const fiber = Runtime.runFork(runtime)(Effect.zipRight(Effect.yieldNow(), Effect.map(send(message), report)))
          return () => fiber.unsafeInterruptAsFork(FiberId.none)
        }
      }))
  )

/** Runs the dispatcher on a clock that jumps, while `test` moves it. */
const dispatching = (
  queue: Layer.Layer<DeliveryQueue>,
  send: (message: WebhookMessage) => Effect.Effect<AttemptResult>,
  test: (jump: (seconds: number) => Effect.Effect<void>) => Effect.Effect<void>
): Promise<void> => {
  const { clock, jump: jumpOnce } = makeJumpClock()
  // Attempts are recorded in batches that gather for some milliseconds.
  const jump = (seconds: number) => Effect.zipRight(jumpOnce(seconds), jumpOnce(0.025))
  return Effect.runPromise(
    Effect.gen(function*() {
      const running = yield* Effect.fork(Effect.flatMap(WebhookDispatch, ({ run }) => run))
      yield* test(jump)
      // Requests in flight are waited for.
      yield* Fiber.interruptFork(running)
      for (let n = 0; n < 3; n++) yield* jump(15)
    }).pipe(
      Effect.provide(
        WebhookDispatch.layer("one").pipe(Layer.provide(Layer.mergeAll(queue, unused, transportOf(send))))
      ),
      Effect.withClock(clock)
    )
  )
}

const quick = { status: 204, durationMillis: 1 }
const broken = Effect.succeed({ status: 500, durationMillis: 1 })

describe("the dispatcher", () => {
  it("makes the attempts of the 75.6 hours when they are due, and no other", () => {
    const { finished, layer } = queueOf([endpointOf("broken", 1)])
    return dispatching(layer, () => broken, (jump) =>
      Effect.gen(function*() {
        for (let attempt = 1; attempt <= attemptsMax; attempt++) {
          yield* jump(1)
          expect(finished).toHaveLength(attempt)
          const delay = retryDelaysSeconds[attempt - 1] ?? 48 * 3_600
          yield* jump(delay * (1 - retryJitter) - 1.1)
          expect(finished).toHaveLength(attempt)
          yield* jump(delay * 2 * retryJitter + 0.2)
        }
        expect(finished.map(({ delivery }) => delivery.number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
        expect(finished[attemptsMax - 1]!.verdict).toEqual({ kind: "failed" })
      }))
  })

  it("sends the deliveries of an endpoint in order, four at a time, one while it is failing", () => {
    const endpoint = endpointOf("one", 50)
    const { finished, layer } = queueOf([endpoint])
    const began: Array<number> = []
    let inFlight = 0
    let most = 0
    const send = ({ sequence }: WebhookMessage) =>
      Effect.gen(function*() {
        began.push(sequence!)
        most = Math.max(most, ++inFlight)
        yield* Effect.sleep("10 millis")
        inFlight--
        return quick
      })
    return dispatching(layer, send, (jump) =>
      Effect.gen(function*() {
        for (let n = 0; n < 20; n++) yield* jump(0.01)
        expect(began).toEqual(Array.from({ length: 50 }, (_, at) => at + 1))
        expect(most).toBe(4)
        expect(finished).toHaveLength(50)
        most = 0
        endpoint.failing = true
        for (const delivery of [51, 52, 53]) {
          endpoint.deliveries.set(`delivery ${delivery}`, { ...deliveryOf(delivery), dueMillis: 0 })
        }
        yield* jump(1)
        for (let n = 0; n < 5; n++) yield* jump(0.01)
        expect(finished).toHaveLength(53)
        expect(most).toBe(1)
      }))
  })

  it("reads on while it sends, and sends nothing twice that is not recorded yet", () => {
    const { finished, layer, readings } = queueOf([endpointOf("one", 300)])
    const began: Array<number> = []
    let answers = false
    const send = ({ sequence }: WebhookMessage) =>
      Effect.gen(function*() {
        began.push(sequence!)
        if (!answers) yield* Effect.sleep("5 seconds")
        return quick
      })
    return dispatching(layer, send, (jump) =>
      Effect.gen(function*() {
        yield* jump(1)
        expect(began).toEqual([1, 2, 3, 4])
        expect(readings).toEqual(["20"])
        answers = true
        for (let n = 0; n < 10; n++) yield* jump(1)
        expect(began).toEqual(Array.from({ length: 300 }, (_, at) => at + 1))
        expect(finished).toHaveLength(300)
        expect(readings).toEqual(["20", "120", "220"])
      }))
  })

  describe("sends under the same lease", () => {
    const worldOf = () => {
      const endpoint = endpointOf("one", 1)
      const queue = queueOf([endpoint])
      const becomesDue = (sequence: number, version: number) => {
        const delivery = deliveryOf(sequence)
        endpoint.deliveries.set(delivery.id, { ...delivery, dueMillis: 0 })
        queue.held.push({
          webhook_id: "one",
          url: "https://one.example.org/",
          secrets: [],
          failing: false,
          version,
          deliveries: [delivery],
          cursor: undefined
        })
      }
      return { ...queue, becomesDue }
    }

    it("what becomes due meanwhile, unless something was not delivered", () => {
      const { becomesDue, finished, layer, leases } = worldOf()
      const began: Array<number> = []
      let status = 204
      const send = ({ sequence }: WebhookMessage) =>
        Effect.suspend(() => {
          began.push(sequence!)
          return Effect.as(Effect.sleep("5 seconds"), { status, durationMillis: 5_000 })
        })
      return dispatching(layer, send, (jump) =>
        Effect.gen(function*() {
          yield* jump(1)
          becomesDue(2, 1)
          yield* jump(1)
          expect([began, leases()]).toEqual([[1], 1])
          yield* jump(5)
          expect([began, leases()]).toEqual([[1, 2], 1])
          status = 400
          becomesDue(3, 2)
          yield* jump(1)
          becomesDue(4, 3)
          yield* jump(5)
          expect([began, leases()]).toEqual([[1, 2, 3], 1])
          yield* jump(5)
          expect([began, leases()]).toEqual([[1, 2, 3, 4], 2])
          expect(finished.map(({ delivery }) => delivery.sequence)).toEqual([1, 2, 3])
        }))
    })

    it.each([
      ["what becomes due before the release is written", 204, 1],
      ["but not after something was not delivered", 400, 2]
    ])("%s", (_, status, leased) => {
      const { becomesDue, finished, layer, leases } = worldOf()
      const send = () => Effect.as(Effect.sleep("990 millis"), { status, durationMillis: 990 })
      return dispatching(layer, send, (jump) =>
        Effect.gen(function*() {
          yield* jump(0.5)
          // The queue is looked at after a second: when the release has been gathering for 10 ms.
          becomesDue(2, 1)
          yield* jump(0.6)
          yield* jump(1)
          expect([finished.map(({ delivery }) => delivery.sequence), leases()]).toEqual([[1, 2], leased])
        }))
    })
  })

  it("looks soon for events that wait for an open transaction, and less often the longer it is open", () => {
    const { events, layer } = queueOf([])
    const looksWithin = (jump: (seconds: number) => Effect.Effect<void>, seconds: number, steps: number) =>
      Effect.gen(function*() {
        const before = events.looks
        for (let step = 0; step < steps; step++) yield* jump(seconds / steps - 0.025)
        return events.looks - before
      })
    return dispatching(layer, () => Effect.succeed(quick), (jump) =>
      Effect.gen(function*() {
        yield* jump(1)
        expect(yield* looksWithin(jump, 4, 80)).toBe(4)
        events.incomplete = true
        // A pause of 10 ms that doubles comes seven times within 1.3 s.
        expect(yield* looksWithin(jump, 2, 40)).toBeGreaterThanOrEqual(7)
        expect(yield* looksWithin(jump, 10, 200)).toBeLessThanOrEqual(11)
        events.incomplete = false
        yield* looksWithin(jump, 2, 40)
        expect(yield* looksWithin(jump, 4, 80)).toBe(4)
        events.incomplete = true
        expect(yield* looksWithin(jump, 2, 40)).toBeGreaterThanOrEqual(7)
      }))
  })

  it("is not held up by a thousand endpoints that never answer", () => {
    const hanging = Array.from({ length: 1_000 }, (_, at) => endpointOf(`hanging ${at}`, 1))
    const healthy = endpointOf("healthy", 0)
    const { finished, layer } = queueOf([...hanging, healthy])
    const send = ({ webhook_id }: WebhookMessage) =>
      webhook_id === "healthy"
        ? Effect.succeed(quick)
        : Effect.as(Effect.sleep("15 seconds"), { error: "timeout", durationMillis: 15_000 })
    return dispatching(layer, send, (jump) =>
      Effect.gen(function*() {
        for (let n = 0; n < 8; n++) yield* jump(1)
        healthy.deliveries.set("delivery 1", { ...deliveryOf(1), dueMillis: 0 })
        for (let n = 0; n < 8; n++) yield* jump(0.25)
        expect(finished.filter(({ webhook_id }) => webhook_id === "healthy")).toHaveLength(1)
      }))
  })

  it("gives back an endpoint of which nothing more is read", async () => {
    const endpoint = { ...endpointOf("cut off", 30), isCutOff: true }
    const { finished, layer, leases } = queueOf([endpoint])
    await dispatching(layer, () => Effect.succeed(quick), (jump) => Effect.zipRight(jump(1), jump(1)))
    expect([finished.length, leases(), endpoint.leased]).toEqual([30, 2, false])
  })

  it("gives up the attempts that are in flight ten seconds after it was stopped", async () => {
    const { finished, layer } = queueOf([endpointOf("silent", 1)])
    let interrupted = 0
    const send = () => Effect.never.pipe(Effect.onInterrupt(() => Effect.sync(() => interrupted++)))
    await dispatching(layer, send, (jump) => jump(1))
    expect([interrupted, finished]).toEqual([1, []])
  })

  it("sends nothing more to an endpoint that is gone", () => {
    const { finished, layer } = queueOf([endpointOf("gone", 100)])
    return dispatching(
      layer,
      () => Effect.succeed({ status: 410, durationMillis: 1 }),
      (jump) =>
        Effect.gen(function*() {
          yield* jump(1)
          // Those that were in flight together with the first answer.
          expect(finished.length).toBeLessThanOrEqual(4)
        })
    )
  })
})
