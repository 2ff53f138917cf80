import { describe, expect, it } from "vitest"
import type { LeasedEndpoint } from "../../src/platform/webhooks/DeliveryQueue.ts"
import type { DeliveryVerdict } from "../../src/platform/webhooks/DeliverySchedule.ts"
import { ServedEndpoint } from "../../src/platform/webhooks/ServedEndpoint.ts"

/** An endpoint as leased with `version`, with deliveries of the sequences `version`.0, `version`.1 and so on. */
const leasedOf = (version: number, count = 1, changes: Partial<LeasedEndpoint> = {}): LeasedEndpoint => ({
  webhook_id: "one",
  lease: 1,
  url: "https://example.org/",
  version,
  failing: false,
  secrets: [],
  deliveries: Array.from({ length: count }, (_, at) => ({
    id: `${version}.${at}`,
    sequence: at + 1,
    event: "question.created",
    body: "{}",
    number: 1,
    scheduled: 1
  })),
  cursor: undefined,
  ...changes
})

const servedOf = (leased: LeasedEndpoint): ServedEndpoint => new ServedEndpoint(leased, 45)

/** Sends the next delivery, with this outcome. */
const send = (endpoint: ServedEndpoint, now = 0, verdict: DeliveryVerdict = { kind: "delivered" }) => {
  const delivery = endpoint.next(now)
  if (delivery !== undefined) endpoint.end(endpoint.begin(now), verdict)
  return delivery?.id
}

/** The ids of the deliveries that are sent one after the other. */
const sent = (endpoint: ServedEndpoint): ReadonlyArray<string> => {
  const ids: Array<string> = []
  for (let id = send(endpoint); id !== undefined; id = send(endpoint)) ids.push(id)
  return ids
}

/** Whether each of these follows. */
const followed = (endpoint: ServedEndpoint, ...held: ReadonlyArray<LeasedEndpoint>): ReadonlyArray<boolean> =>
  held.map((one) => endpoint.follow(one, 0))

describe("what becomes due for an endpoint that is served", () => {
  it("follows in its order", () => {
    const endpoint = servedOf(leasedOf(1))
    expect(followed(endpoint, leasedOf(2), leasedOf(3), leasedOf(4))).toEqual([true, true, true])
    expect([sent(endpoint), endpoint.version]).toEqual([["1.0", "2.0", "3.0", "4.0"], 4])
  })

  it("waits for the next lease from the moment when something else became due before it", () => {
    const endpoint = servedOf(leasedOf(1))
    expect(followed(endpoint, leasedOf(2), leasedOf(4), leasedOf(5))).toEqual([true, false, false])
    expect(endpoint.version).toBe(2)
  })

  it("waits for the next lease when a thousand follow, or some have followed 16 times", () => {
    expect(followed(servedOf(leasedOf(1)), leasedOf(2, 600), leasedOf(3, 400), leasedOf(4))).toEqual([
      true,
      true,
      false
    ])
    const many = Array.from({ length: 20 }, (_, at) => leasedOf(at + 2))
    expect(followed(servedOf(leasedOf(1)), ...many).filter((follows) => follows)).toHaveLength(16)
    const endpoint = servedOf(leasedOf(1))
    const sentBetween = many.filter((held) => {
      sent(endpoint)
      return endpoint.follow(held, 0)
    })
    expect(sentBetween).toHaveLength(16)
  })

  it("waits for the next lease after a failure, also if it was queued before", () => {
    const endpoint = servedOf(leasedOf(1, 2))
    expect(followed(endpoint, leasedOf(2))).toEqual([true])
    send(endpoint, 0, { kind: "retry", delaySeconds: 5 })
    expect(followed(endpoint, leasedOf(3))).toEqual([false])
    // What was due before is sent all the same.
    expect(sent(endpoint)).toEqual(["1.1"])
  })

  it.each([["fails", { failing: true }], ["has more to read", { cursor: "20" }]])(
    "waits for the next lease of an endpoint that %s",
    (_, state) => {
      expect(followed(servedOf(leasedOf(1, 1, state)), leasedOf(2))).toEqual([false])
    }
  )

  it("waits for the next lease when it belongs to another one", () => {
    expect(followed(servedOf(leasedOf(1)), leasedOf(2, 1, { lease: 2 }))).toEqual([false])
  })
})

describe("a lease", () => {
  it("goes on until it expires here, and not after, even if it is renewed then", () => {
    const endpoint = servedOf(leasedOf(1, 2))
    endpoint.renew(84, 44)
    endpoint.renew(60, 44)
    expect(send(endpoint, 83)).toBe("1.0")
    endpoint.renew(124, 84)
    expect([send(endpoint, 84), endpoint.follow(leasedOf(2), 84)]).toEqual([undefined, false])
  })

  it("reads on while fewer than a hundred are queued, and not twice at once", () => {
    const endpoint = servedOf(leasedOf(1, 20, { cursor: "20" }))
    expect([endpoint.beginReading(0), endpoint.beginReading(0)]).toEqual(["20", undefined])
    endpoint.endReading(leasedOf(2, 100, { cursor: "120" }), 60, 0)
    expect([endpoint.version, endpoint.beginReading(0)]).toEqual([2, undefined])
    for (let n = 0; n < 21; n++) send(endpoint, 50)
    expect(endpoint.beginReading(50)).toBe("120")
    endpoint.endReading(undefined, 60, 50)
    expect([endpoint.beginReading(50), sent(endpoint).length]).toEqual([undefined, 99])
  })

  it("has as many workers as requests may be in flight: four, one while it fails, none once it is gone", () => {
    const endpoint = servedOf(leasedOf(1, 9, { cursor: "9" }))
    const started = () => {
      let count = 0
      for (; endpoint.mayBegin(0); count++) endpoint.workers++
      return count
    }
    expect(started()).toBe(4)
    endpoint.endReading(leasedOf(2, 9, { failing: true }), 45, 0)
    expect(endpoint.next(0)).toBeUndefined()
    endpoint.workers = 0
    expect(started()).toBe(1)
    expect(send(endpoint, 0, { kind: "gone" })).toBe("1.0")
    endpoint.workers = 0
    expect([started(), endpoint.next(0)]).toEqual([0, undefined])
  })
})
