import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { attemptsMax, retryDelaysSeconds, retryJitter, type WebhookMessage } from "../../src/platform/webhooks/index.ts"
import { deliveryOf, dispatching, endpointOf, queueOf, quick } from "./dispatchWorld.ts"

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

  it("creates deliveries in parts that double, each while sending to those before begins 32 at a time", () => {
    const { fanOuts, layer } = queueOf([])
    const leasedOf = (part: number, count: number) =>
      Array.from({ length: count }, (_, at) => ({
        webhook_id: `${part}.${at}`,
        lease: 1,
        url: "https://example.org/",
        secrets: [],
        failing: false,
        version: 0,
        deliveries: [deliveryOf(1)],
        cursor: undefined
      }))
    fanOuts.next.push(
      { leased: leasedOf(1, 64), held: [], others: false, further: "ready", cursor: "64" },
      { leased: leasedOf(2, 10), held: [], others: false, further: "ready", cursor: "192" },
      { leased: [], held: [], others: false, further: "ready", cursor: undefined }
    )
    let began = 0
    const send = () => Effect.zipRight(Effect.sync(() => began++), Effect.never)
    return dispatching(layer, send, (jump) =>
      Effect.gen(function*() {
        yield* jump(0)
        expect(fanOuts.requests.map(({ cursor, deliveries, healthy }) => [cursor, deliveries, healthy])).toEqual([
          [undefined, 64, 1_280],
          ["64", 128, 1_216],
          ["192", 256, 1_206],
          [undefined, 512, 1_206]
        ])
        expect(began).toBe(32 + 10 + 32)
      }))
  })

  it("looks soon for events that wait for an open transaction, and less often the longer it is open", () => {
    const { fanOuts, layer } = queueOf([])
    const looksWithin = (jump: (seconds: number) => Effect.Effect<void>, seconds: number, steps: number) =>
      Effect.gen(function*() {
        const before = fanOuts.requests.length
        for (let step = 0; step < steps; step++) yield* jump(seconds / steps - 0.025)
        return fanOuts.requests.length - before
      })
    return dispatching(layer, () => Effect.succeed(quick), (jump) =>
      Effect.gen(function*() {
        yield* jump(1)
        expect(yield* looksWithin(jump, 4, 80)).toBe(4)
        fanOuts.incomplete = true
        // A pause of 10 ms that doubles comes seven times within 1.3 s.
        expect(yield* looksWithin(jump, 2, 40)).toBeGreaterThanOrEqual(7)
        expect(yield* looksWithin(jump, 10, 200)).toBeLessThanOrEqual(11)
        fanOuts.incomplete = false
        yield* looksWithin(jump, 2, 40)
        expect(yield* looksWithin(jump, 4, 80)).toBe(4)
        fanOuts.incomplete = true
        expect(yield* looksWithin(jump, 2, 40)).toBeGreaterThanOrEqual(7)
      }))
  })

  it("looks no later for events that wait because others happen meanwhile", () => {
    const { fanOuts, layer } = queueOf([])
    return dispatching(layer, () => Effect.succeed(quick), (jump, raise) =>
      Effect.gen(function*() {
        yield* jump(1)
        fanOuts.incomplete = true
        for (let n = 0; n < 8; n++) {
          raise()
          yield* jump(0.005)
        }
        const before = fanOuts.requests.length
        yield* jump(0.25)
        expect(fanOuts.requests.length).toBeGreaterThan(before)
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
