import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import type { WebhookMessage } from "../../src/platform/webhooks/index.ts"
import { deliveryOf, dispatching, endpointOf, queueOf } from "./dispatchWorld.ts"

/** Sends that note in `began` what they send, and take as many seconds to end with a status. */
const sendsOf =
  (began: Array<number>, outcomeOf: (sequence: number) => readonly [seconds: number, status: number]) =>
  ({ sequence }: WebhookMessage) =>
    Effect.suspend(() => {
      began.push(sequence!)
      const [seconds, status] = outcomeOf(sequence!)
      return Effect.as(Effect.sleep(`${seconds} seconds`), { status, durationMillis: 1_000 * seconds })
    })

describe("the dispatcher sends under the same lease", () => {
  const worldOf = () => {
    const endpoint = endpointOf("one", 1)
    const queue = queueOf([endpoint])
    const becomesDue = (sequence: number, version: number) => {
      const delivery = deliveryOf(sequence)
      endpoint.deliveries.set(delivery.id, { ...delivery, dueMillis: 0 })
      queue.held.push({
        webhook_id: "one",
        lease: 1,
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
    const send = sendsOf(began, () => [5, status])
    return dispatching(layer, send, (jump) =>
      Effect.gen(function*() {
        yield* jump(1)
        becomesDue(2, 1)
        yield* jump(1)
        expect([began, leases()]).toEqual([[1, 2], 1])
        status = 400
        becomesDue(3, 2)
        yield* jump(2)
        expect([began, leases()]).toEqual([[1, 2, 3], 1])
        yield* jump(5)
        becomesDue(4, 3)
        yield* jump(1)
        expect([began, leases()]).toEqual([[1, 2, 3, 4], 2])
        expect(finished.map(({ delivery }) => delivery.sequence)).toEqual([1, 2, 3])
      }))
  })

  it("what becomes due beside what is in flight, in order and four at a time, but nothing after a failure", () => {
    const { becomesDue, finished, layer, leases } = worldOf()
    const began: Array<number> = []
    // The first takes longest, and the third fails.
    const send = sendsOf(began, (sequence) => [sequence === 1 ? 12 : 5, sequence === 3 ? 503 : 204])
    return dispatching(layer, send, (jump) =>
      Effect.gen(function*() {
        yield* jump(1)
        for (let sequence = 2; sequence <= 6; sequence++) becomesDue(sequence, sequence - 1)
        yield* jump(1)
        expect(began).toEqual([1, 2, 3, 4])
        yield* jump(5)
        // The second was delivered before the third failed, so the fifth began between.
        expect(began).toEqual([1, 2, 3, 4, 5])
        yield* jump(4)
        expect([began, leases()]).toEqual([[1, 2, 3, 4, 5], 1])
        yield* jump(2)
        expect([began.includes(6), leases()]).toEqual([true, 2])
        expect(finished.slice(0, 3).map(({ delivery }) => delivery.sequence)).toEqual([2, 3, 4])
      }))
  })

  it("nothing more once that has expired and another one has begun, which sends the rest", () => {
    const endpoint = endpointOf("one", 10)
    const { finished, layer, leases } = queueOf([endpoint])
    const began: Array<number> = []
    const send = sendsOf(began, () => [20, 204])
    return dispatching(layer, send, (jump) =>
      Effect.gen(function*() {
        yield* jump(1)
        // As after an outage of the database: nothing has renewed the lease.
        endpoint.leased = false
        yield* jump(10)
        expect([began, leases()]).toEqual([[1, 2, 3, 4, 1, 2, 3, 4], 2])
        yield* jump(11)
        expect(began.slice(8)).toEqual([])
        yield* jump(10)
        expect(began.slice(8)).toEqual([5, 6, 7, 8])
        yield* jump(20)
        expect(began.slice(12)).toEqual([9, 10])
        yield* jump(20)
        expect([new Set(finished.map(({ delivery }) => delivery.sequence)).size, endpoint.leased]).toEqual([10, false])
      }))
  })

  it.each([
    ["all that was read", 19],
    ["and reads on", 40]
  ])(
    "nothing more once it has run out, which an outage keeps from being renewed, and then the rest: %s",
    (_, count) => {
      const { finished, layer, leases, outage } = queueOf([endpointOf("one", count)])
      const began: Array<number> = []
      const send = sendsOf(began, () => [15, 204])
      return dispatching(layer, send, (jump) =>
        Effect.gen(function*() {
          yield* jump(1)
          outage.isOn = true
          for (let n = 0; n < 6; n++) yield* jump(15)
          expect([began, leases()]).toEqual([Array.from({ length: 12 }, (_, at) => at + 1), 1])
          outage.isOn = false
          for (let n = 0; n < 30; n++) yield* jump(15)
          expect([began.at(-1), leases()]).toEqual([count, 2])
          expect(new Set(finished.map(({ delivery }) => delivery.sequence)).size).toBe(count)
        }))
    }
  )

  it("nothing more once it has run out, although attempts were recorded, but not committed", () => {
    const { layer, leases, outage } = queueOf([endpointOf("one", 19)])
    const began: Array<number> = []
    const send = sendsOf(began, () => [15, 503])
    return dispatching(layer, send, (jump) =>
      Effect.gen(function*() {
        yield* jump(1)
        outage.isAtCommit = true
        for (let n = 0; n < 4; n++) yield* jump(15)
        expect([began, leases()]).toEqual([Array.from({ length: 12 }, (_, at) => at + 1), 1])
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
