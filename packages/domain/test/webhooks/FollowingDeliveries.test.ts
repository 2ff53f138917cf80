import { describe, expect, it } from "vitest"
import type { LeasedEndpoint } from "../../src/webhooks/DeliveryQueue.ts"
import { FollowingDeliveries } from "../../src/webhooks/FollowingDeliveries.ts"

const endpointOf = (version: number, count = 1, webhook_id = "one"): LeasedEndpoint => ({
  webhook_id,
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

const releaseOf = (version: number) => ({ webhook_id: "one", version, isTakenBack: false })

/** The versions that follow after endpoints were added. */
const following = (...added: ReadonlyArray<LeasedEndpoint>): ReadonlyArray<number> => {
  const deliveries = new FollowingDeliveries()
  deliveries.begin(endpointOf(1))
  for (const endpoint of added) deliveries.add(endpoint)
  const versions: Array<number> = []
  for (let next = deliveries.next("one"); next !== undefined; next = deliveries.next("one")) versions.push(next.version)
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
    const deliveries = new FollowingDeliveries()
    const release = releaseOf(1)
    deliveries.begin(endpointOf(1))
    deliveries.rest(release)
    expect([deliveries.add(endpointOf(2)), release.isTakenBack]).toEqual([true, true])
    expect([deliveries.add(endpointOf(3)), deliveries.next("one")?.version]).toEqual([false, 3])
    const last = releaseOf(3)
    deliveries.rest(last)
    // One that was taken back is not in the way.
    deliveries.forget([release])
    expect([deliveries.add(endpointOf(5)), last.isTakenBack]).toEqual([false, false])
    deliveries.forget([last])
    expect([deliveries.add(endpointOf(4)), last.isTakenBack]).toEqual([false, false])
  })

  it("takes no more than 16 turns either when each one takes a release back", () => {
    const deliveries = new FollowingDeliveries()
    deliveries.begin(endpointOf(1))
    const outcomes = Array.from({ length: 20 }, (_, at) => {
      deliveries.rest(releaseOf(at + 1))
      return deliveries.add(endpointOf(at + 2))
    })
    expect(outcomes.filter((resumes) => resumes)).toHaveLength(16)
  })

  it("is not ended by the release of a lease before, which an outage has kept from being written", () => {
    const deliveries = new FollowingDeliveries()
    const old = releaseOf(1)
    deliveries.begin(endpointOf(1))
    deliveries.rest(old)
    deliveries.begin(endpointOf(4))
    expect(old.isTakenBack).toBe(true)
    deliveries.rest(releaseOf(1))
    expect([deliveries.add(endpointOf(5)), deliveries.next("one")?.version]).toEqual([false, 5])
  })

  it("waits for the next lease of an endpoint that is not served", () => {
    const deliveries = new FollowingDeliveries()
    deliveries.add(endpointOf(2, 1, "two"))
    deliveries.begin(endpointOf(1))
    deliveries.add(endpointOf(2))
    deliveries.end("one")
    deliveries.add(endpointOf(3))
    expect([deliveries.next("one"), deliveries.next("two")]).toEqual([undefined, undefined])
  })
})
