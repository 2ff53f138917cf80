import { describe, expect, it } from "vitest"
import type { LeasedEndpoint } from "../../src/platform/webhooks/DeliveryQueue.ts"
import { FollowingDeliveries } from "../../src/platform/webhooks/FollowingDeliveries.ts"

const first = { webhook_id: "one", lease: 1 }
const second = { webhook_id: "one", lease: 2 }

const endpointOf = (version: number, count = 1, lease = first): LeasedEndpoint => ({
  ...lease,
  url: "https://example.org/",
  version,
  failing: false,
  secrets: [],
  deliveries: Array.from({ length: count }, (_, at) => ({
    id: `delivery ${version}.${at}`,
    sequence: at + 1,
    event: "question.created",
    body: "{}",
    number: 1,
    scheduled: 1
  })),
  cursor: undefined
})

const releaseOf = (version: number) => ({ ...first, version, isTakenBack: false })

/** The versions that follow after endpoints were added. */
const following = (...added: ReadonlyArray<LeasedEndpoint>): ReadonlyArray<number> => {
  const deliveries = new FollowingDeliveries(() => 0)
  deliveries.begin(endpointOf(1), 45)
  for (const endpoint of added) deliveries.add(endpoint)
  const versions: Array<number> = []
  for (let next = deliveries.next(first); next !== undefined; next = deliveries.next(first)) versions.push(next.version)
  return versions
}

describe("what becomes due for an endpoint that is served", () => {
  it("follows in its order", () => {
    expect(following(endpointOf(2), endpointOf(3), endpointOf(4))).toEqual([2, 3, 4])
  })

  it("waits for the next lease from the moment when something else became due before it", () => {
    expect(following(endpointOf(2), endpointOf(4), endpointOf(5))).toEqual([2])
  })

  it("waits for the next lease when a thousand follow, or some have followed 16 times", () => {
    expect(following(endpointOf(2, 600), endpointOf(3, 400), endpointOf(4))).toEqual([2, 3])
    expect(following(...Array.from({ length: 20 }, (_, at) => endpointOf(at + 2)))).toHaveLength(16)
  })

  it("is sent under the same lease when everything was delivered and the release is not being written yet", () => {
    const deliveries = new FollowingDeliveries(() => 0)
    const release = releaseOf(1)
    deliveries.begin(endpointOf(1), 45)
    deliveries.rest(release)
    expect([deliveries.add(endpointOf(2)), release.isTakenBack]).toEqual([true, true])
    expect([deliveries.add(endpointOf(3)), deliveries.next(first)?.version]).toEqual([false, 3])
    const last = releaseOf(3)
    deliveries.rest(last)
    // One that was taken back is not in the way.
    deliveries.forget([release])
    expect([deliveries.add(endpointOf(5)), last.isTakenBack]).toEqual([false, false])
    deliveries.forget([last])
    expect([deliveries.add(endpointOf(4)), last.isTakenBack]).toEqual([false, false])
  })

  it("takes no more than 16 turns either when each one takes a release back", () => {
    const deliveries = new FollowingDeliveries(() => 0)
    deliveries.begin(endpointOf(1), 45)
    const outcomes = Array.from({ length: 20 }, (_, at) => {
      deliveries.rest(releaseOf(at + 1))
      return deliveries.add(endpointOf(at + 2))
    })
    expect(outcomes.filter((resumes) => resumes)).toHaveLength(16)
  })

  it("has nothing to do with the lease before, which expired during an outage", () => {
    const deliveries = new FollowingDeliveries(() => 0)
    const resumed: Array<string> = []
    deliveries.begin(endpointOf(1), 45)
    deliveries.resumeWith(first, () => resumed.push("before"))
    deliveries.begin(endpointOf(4, 1, second), 45)
    deliveries.resumeWith(second, () => resumed.push("now"))
    deliveries.resumeWith(first, () => resumed.push("before"))
    deliveries.add(endpointOf(5))
    deliveries.add(endpointOf(5, 1, second))
    deliveries.rest(releaseOf(4))
    deliveries.add(endpointOf(6, 1, second))
    deliveries.end(first)
    expect([deliveries.next(first), deliveries.next(second)?.version, deliveries.next(second)?.version]).toEqual([
      undefined,
      5,
      6
    ])
    expect(resumed).toEqual(["now", "now"])
    expect([deliveries.goesOn(first), deliveries.goesOn(second)]).toEqual([false, true])
  })

  it("has nothing to do with a lease before of which this learns later", () => {
    const deliveries = new FollowingDeliveries(() => 0)
    deliveries.begin(endpointOf(4, 1, second), 45)
    deliveries.begin(endpointOf(1), 45)
    expect([deliveries.goesOn(first), deliveries.goesOn(second)]).toEqual([false, true])
  })

  it("goes on until the lease runs out here, and not after, even if it is renewed then", () => {
    let now = 0
    const deliveries = new FollowingDeliveries(() => now)
    deliveries.begin(endpointOf(1), 45)
    now = 44
    deliveries.renew("one", 84)
    deliveries.renew("one", 60)
    now = 83
    expect(deliveries.goesOn(first)).toBe(true)
    now = 84
    deliveries.renew("one", 124)
    expect([deliveries.goesOn(first), deliveries.add(endpointOf(2)), deliveries.next(first)]).toEqual([
      false,
      false,
      undefined
    ])
  })

  it.each([["fails", { failing: true }], ["has more to read", { cursor: "20" }]])(
    "waits for the next lease of an endpoint that %s",
    (_, state) => {
      const deliveries = new FollowingDeliveries(() => 0)
      deliveries.begin({ ...endpointOf(1), ...state }, 45)
      const whileSent = deliveries.add(endpointOf(2))
      deliveries.rest(releaseOf(1))
      expect([whileSent, deliveries.add(endpointOf(2)), deliveries.next(first)]).toEqual([false, false, undefined])
    }
  )

  it("waits for the next lease of an endpoint that is not served", () => {
    const two = { webhook_id: "two", lease: 1 }
    const deliveries = new FollowingDeliveries(() => 0)
    deliveries.add(endpointOf(2, 1, two))
    deliveries.begin(endpointOf(1), 45)
    deliveries.add(endpointOf(2))
    deliveries.end(first)
    deliveries.add(endpointOf(3))
    expect([deliveries.next(first), deliveries.next(two)]).toEqual([undefined, undefined])
  })
})
