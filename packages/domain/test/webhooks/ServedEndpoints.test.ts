import { describe, expect, it } from "vitest"
import type { LeasedEndpoint } from "../../src/platform/webhooks/DeliveryQueue.ts"
import type { ServedEndpoint } from "../../src/platform/webhooks/ServedEndpoint.ts"
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

/** Leases endpoints and lets them wait for a place. */
const queue = (endpoints: ServedEndpoints, now: number, ...leased: ReadonlyArray<LeasedEndpoint>) => {
  const added = endpoints.add(leased, 45_000)
  for (const endpoint of added) endpoints.enqueue(endpoint, now)
  return added
}

/** All that get a place now. */
const enter = (endpoints: ServedEndpoints): ReadonlyArray<ServedEndpoint> => {
  const entered: Array<ServedEndpoint> = []
  for (let next = endpoints.enter(); next !== undefined; next = endpoints.enter()) entered.push(next)
  return entered
}

/** Endpoints that have all places of quick ones. */
const full = () => {
  const endpoints = new ServedEndpoints()
  queue(endpoints, 0, ...Array.from({ length: quickEndpointsMax }, (_, n) => leasedOf(n)))
  return { endpoints, first: enter(endpoints) }
}

describe("the places of endpoints", () => {
  it("are given to those that wait, in their order, as others leave", () => {
    const { endpoints, first } = full()
    expect([first.length, endpoints.free.healthy, endpoints.freeForNew]).toEqual([quickEndpointsMax, 0, 1_024])
    const queued = queue(endpoints, 0, leasedOf("a"), leasedOf("b"), leasedOf("c"))
    expect([enter(endpoints), endpoints.freeForNew]).toEqual([[], 1_021])
    endpoints.leave(first[0]!)
    expect(enter(endpoints)).toEqual([queued[0]])
    endpoints.leave(first[1]!)
    endpoints.leave(first[2]!)
    expect([enter(endpoints), queued.map(({ phase }) => phase)]).toEqual([
      [queued[1], queued[2]],
      ["sending", "sending", "sending"]
    ])
  })

  it("are free for others once a request is slow, and failing endpoints need none", () => {
    const { endpoints, first: [slow, quick] } = full()
    const [waiting, failing] = queue(endpoints, 0, leasedOf("w"), leasedOf("f", { failing: true }))
    expect(enter(endpoints)).toEqual([failing])
    slow!.begin(0)
    quick!.end(quick!.begin(0), { kind: "delivered" })
    expect([endpoints.freeSlow(499), enter(endpoints)]).toEqual([false, []])
    expect([endpoints.freeSlow(500), endpoints.freeSlow(500), enter(endpoints)]).toEqual([true, false, [waiting]])
    expect([slow, quick, failing, waiting].map((endpoint) => endpoint!.isSlow)).toEqual([true, false, true, false])
    expect(endpoints.free.failing).toBe(254)
    endpoints.leave(slow!)
    expect(endpoints.free.failing).toBe(255)
  })

  it("are not waited for longer than ten seconds, nor when all stop", () => {
    const { endpoints, first } = full()
    const [waiting, later] = [...queue(endpoints, 0, leasedOf("w")), ...queue(endpoints, 1, leasedOf("l"))]
    expect(endpoints.takeOverdue(9_999)).toEqual([])
    expect(endpoints.takeOverdue(10_000)).toEqual([waiting])
    expect([waiting!.next(10_000), endpoints.remove(waiting!), endpoints.find("w")]).toEqual([
      undefined,
      true,
      undefined
    ])
    endpoints.closeAll()
    endpoints.leave(first[0]!)
    expect([enter(endpoints), later!.next(0), first[1]!.next(0)]).toEqual([[], undefined, undefined])
  })
})

describe("an endpoint", () => {
  it("is served under its latest lease only, also if the answer with an earlier one comes later", () => {
    const endpoints = new ServedEndpoints()
    const [first] = endpoints.add([leasedOf("one")], 45)
    const [second] = endpoints.add([leasedOf("one", { lease: 2 })], 45)
    expect(endpoints.add([leasedOf("one")], 45)).toEqual([])
    expect(endpoints.find("one")).toBe(second)
    expect([first!.next(0), second!.next(0)?.sequence]).toEqual([undefined, 1])
  })

  it("is not released when it is served again, or under a later lease", () => {
    const endpoints = new ServedEndpoints()
    const [first] = queue(endpoints, 0, leasedOf("one"))
    enter(endpoints)
    expect(endpoints.remove(first!)).toBe(false)
    endpoints.leave(first!)
    const [second] = queue(endpoints, 0, leasedOf("one", { lease: 2 }))
    enter(endpoints)
    endpoints.leave(second!)
    expect([first, second, second].map((endpoint) => endpoints.remove(endpoint!))).toEqual([false, true, false])
  })
})
