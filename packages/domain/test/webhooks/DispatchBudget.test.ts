import { describe, expect, it } from "vitest"
import { DispatchBudget, type EndpointPlace } from "../../src/platform/webhooks/DispatchBudget.ts"

/** Places that were granted at once. */
const taken = (budget: DispatchBudget, count: number): ReadonlyArray<EndpointPlace> => {
  const places: Array<EndpointPlace> = []
  for (let n = 0; n < count; n++) budget.enter(false, (place) => places.push(place!))
  expect(places).toHaveLength(count)
  return places
}

describe("the places of endpoints", () => {
  it("are given to those that wait, in their order, as others leave", () => {
    const budget = new DispatchBudget()
    const places = taken(budget, budget.free.healthy)
    expect([budget.free.healthy, budget.freeOrWaiting]).toEqual([0, 1_024])
    const granted: Array<number> = []
    for (const n of [1, 2, 3]) budget.enter(false, () => granted.push(n))
    expect([granted, budget.freeOrWaiting]).toEqual([[], 1_021])
    budget.leave(places[0]!)
    budget.leave(places[0]!)
    expect(granted).toEqual([1])
    budget.leave(places[1]!)
    budget.leave(places[2]!)
    expect([granted, budget.free.healthy]).toEqual([[1, 2, 3], 0])
  })

  it("are free for others once an endpoint turns slow, and failing ones wait for none", () => {
    const budget = new DispatchBudget()
    const places = taken(budget, budget.free.healthy)
    const granted: Array<EndpointPlace | undefined> = []
    budget.enter(true, (place) => granted.push(place))
    expect(granted.map((place) => place?.slow)).toEqual([true])
    budget.enter(false, (place) => granted.push(place))
    budget.begin(places[0]!)
    budget.end(places[1]!, budget.begin(places[1]!))
    expect([budget.findSlow(), granted.length, budget.findSlow()]).toEqual([false, 1, true])
    expect(granted.map((place) => place?.slow)).toEqual([true, false])
    expect([places[0]!.slow, places[1]!.slow]).toEqual([true, false])
  })

  it("are given up by those that wait too long, and by all when nothing more is sent", () => {
    const budget = new DispatchBudget()
    taken(budget, budget.free.healthy)
    const granted: Array<EndpointPlace | undefined> = []
    budget.enter(false, (place) => granted.push(place))
    for (let check = 0; check < 40; check++) budget.findSlow()
    expect(granted).toEqual([])
    budget.findSlow()
    expect(granted).toEqual([undefined])
    budget.enter(false, (place) => granted.push(place))
    budget.close()
    budget.enter(false, (place) => granted.push(place))
    expect(granted).toEqual([undefined, undefined, undefined])
  })
})
