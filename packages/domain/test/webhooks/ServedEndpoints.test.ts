import { Effect, Fiber } from "effect"
import { describe, expect, it } from "vitest"
import type { LeasedEndpoint } from "../../src/platform/webhooks/DeliveryQueue.ts"
import { ServedEndpoints } from "../../src/platform/webhooks/ServedEndpoints.ts"
import { deliveryOf } from "./dispatchWorld.ts"

const quickEndpointsMax = 256

const leasedOf = (id: number | string, changes: Partial<LeasedEndpoint> = {}): LeasedEndpoint => ({
  webhook_id: String(id),
  lease: 1,
  url: "https://example.org/",
  version: 1,
  failing: false,
  secrets: [],
  deliveries: [deliveryOf(1)],
  cursor: undefined,
  ...changes
})

/** As many endpoints, all of which have a place. */
const served = (endpoints: ServedEndpoints, count: number) =>
  Effect.gen(function*() {
    const added = endpoints.add(Array.from({ length: count }, (_, n) => leasedOf(n)), 45_000, 0)
    for (const endpoint of added) yield* endpoints.enter(endpoint)
    return added
  })

const run = <A>(test: (endpoints: ServedEndpoints) => Effect.Effect<A>): Promise<A> =>
  Effect.runPromise(Effect.flatMap(ServedEndpoints.make, test))

describe("the places of endpoints", () => {
  it("are given to those that wait, in their order, as others leave", () =>
    run((endpoints) =>
      Effect.gen(function*() {
        const first = yield* served(endpoints, quickEndpointsMax)
        expect([endpoints.free.healthy, endpoints.freeForNew]).toEqual([0, 1_024])
        const queued = endpoints.add(["a", "b", "c"].map((id) => leasedOf(id)), 45_000, 0)
        const entered: Array<string> = []
        const fibers = yield* Effect.forEach(queued, (endpoint) =>
          Effect.fork(Effect.zipRight(
            endpoints.enter(endpoint),
            Effect.sync(() => entered.push(endpoint.webhook_id))
          )))
        yield* Effect.yieldNow()
        expect([entered, endpoints.freeForNew]).toEqual([[], 1_021])
        for (const [at, endpoint] of first.slice(0, 3).entries()) {
          yield* endpoints.leave(endpoint)
          yield* Fiber.join(fibers[at]!)
        }
        expect([entered, queued.map(({ phase }) => phase)]).toEqual([
          ["a", "b", "c"],
          ["sending", "sending", "sending"]
        ])
      })
    ))

  it("are free for others once a request is slow, and failing endpoints need none", () =>
    run((endpoints) =>
      Effect.gen(function*() {
        const [slow, quick] = yield* served(endpoints, quickEndpointsMax)
        const [failing, waiting] = endpoints.add([leasedOf("f", { failing: true }), leasedOf("w")], 45_000, 0)
        yield* endpoints.enter(failing!)
        const fiber = yield* Effect.fork(endpoints.enter(waiting!))
        slow!.begin(0)
        quick!.end(quick!.begin(0), { kind: "delivered" })
        expect([yield* endpoints.freeSlow(499), waiting!.phase]).toEqual([0, "queued"])
        expect([yield* endpoints.freeSlow(500), yield* endpoints.freeSlow(500)]).toEqual([1, 0])
        yield* Fiber.join(fiber)
        expect([slow, quick, failing, waiting].map((endpoint) => endpoint!.isSlow)).toEqual([true, false, true, false])
        yield* endpoints.leave(slow!)
        expect(endpoints.free.failing).toBe(255)
      })
    ))

  it("are not waited for longer than ten seconds", () =>
    run((endpoints) =>
      Effect.gen(function*() {
        yield* served(endpoints, quickEndpointsMax)
        const [waiting] = endpoints.add([leasedOf("w")], 45_000, 0)
        expect(endpoints.closeOverdue(9_999)).toEqual([])
        expect(endpoints.closeOverdue(10_000)).toEqual([waiting])
        expect([waiting!.next(10_000), endpoints.remove(waiting!), endpoints.find("w")]).toEqual([
          undefined,
          true,
          undefined
        ])
      })
    ))
})

describe("an endpoint", () => {
  it("is served under its latest lease only, also if the answer with an earlier one comes later", () =>
    run((endpoints) =>
      Effect.gen(function*() {
        const [first] = endpoints.add([leasedOf("one")], 45, 0)
        const [second] = endpoints.add([leasedOf("one", { lease: 2 })], 45, 0)
        expect(endpoints.add([leasedOf("one")], 45, 0)).toEqual([])
        expect([endpoints.find("one"), first!.next(0), second!.next(0)?.sequence]).toEqual([
          second,
          undefined,
          1
        ])
      })
    ))

  it("is not released when it is served again, or under a later lease", () =>
    run((endpoints) =>
      Effect.gen(function*() {
        const [first] = endpoints.add([leasedOf("one")], 45, 0)
        yield* endpoints.enter(first!)
        expect(endpoints.remove(first!)).toBe(false)
        yield* endpoints.leave(first!)
        const [second] = endpoints.add([leasedOf("one", { lease: 2 })], 45, 0)
        yield* endpoints.enter(second!)
        yield* endpoints.leave(second!)
        expect([endpoints.remove(first!), endpoints.remove(second!), endpoints.remove(second!)]).toEqual([
          false,
          true,
          false
        ])
      })
    ))
})
