import { Effect, Fiber } from "effect"
import { describe, expect, it } from "vitest"
import { DispatchBudget, type EndpointPlace } from "../../src/webhooks/DispatchBudget.ts"

const taken = (budget: DispatchBudget, count: number) =>
  Effect.all(Array.from({ length: count }, () => budget.place(false)))

const run = <A>(test: Effect.Effect<A>) => Effect.runPromise(test)

describe("the places of endpoints", () => {
  it("are given to those that wait, in their order, as others leave", () =>
    run(Effect.gen(function*() {
      const budget = new DispatchBudget()
      const all = budget.free.healthy
      const places = yield* taken(budget, all)
      expect([budget.free.healthy, budget.freeOrWaiting]).toEqual([0, 1_024])
      const granted: Array<number> = []
      const waiting = [1, 2, 3].map((n) =>
        Effect.runFork(Effect.tap(budget.place(false), () => Effect.sync(() => granted.push(n))))
      )
      yield* Effect.yieldNow()
      expect([granted, budget.freeOrWaiting]).toEqual([[], 1_021])
      budget.leave(places[0]!)
      budget.leave(places[0]!)
      yield* Effect.yieldNow()
      expect(granted).toEqual([1])
      budget.leave(places[1]!)
      budget.leave(places[2]!)
      yield* Fiber.joinAll(waiting)
      expect([granted, budget.free.healthy]).toEqual([[1, 2, 3], 0])
    })))

  it("are free for others once an endpoint turns slow, and failing ones wait for none", () =>
    run(Effect.gen(function*() {
      const budget = new DispatchBudget()
      const places = yield* taken(budget, budget.free.healthy)
      expect((yield* budget.place(true))?.slow).toBe(true)
      const waiting = yield* Effect.fork(budget.place(false))
      yield* Effect.fork(budget.request(places[0]!, Effect.never))
      yield* Effect.yieldNow()
      expect([yield* budget.findSlow, yield* budget.findSlow]).toEqual([false, true])
      expect((yield* Fiber.join(waiting))?.slow).toBe(false)
      expect(places[0]!.slow).toBe(true)
    })))

  it("are given up by those that wait too long, and by all when nothing more is sent", () =>
    run(Effect.gen(function*() {
      const budget = new DispatchBudget()
      yield* taken(budget, budget.free.healthy)
      const first = yield* Effect.fork(budget.place(false))
      yield* Effect.yieldNow()
      for (let check = 0; check <= 40; check++) yield* budget.findSlow
      expect(yield* Fiber.join(first)).toBeUndefined()
      const second = yield* Effect.fork(budget.place(false))
      yield* Effect.yieldNow()
      budget.close()
      const third: EndpointPlace | undefined = yield* budget.place(false)
      expect([yield* Fiber.join(second), third]).toEqual([undefined, undefined])
    })))
})
