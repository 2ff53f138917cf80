import { describe, expect, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Logger } from "effect"
import { type Leases, whileHeld } from "../../src/kernel/Leases.ts"
import { StorageUnavailable } from "../../src/kernel/StorageUnavailable.ts"

const down = new StorageUnavailable({ operation: "leases.release", cause: new Error("connection lost") })

/** In-memory leases of one name, with a log of calls. */
const kept = (faults: { readonly release?: StorageUnavailable } = {}) => {
  let holder: string | undefined
  const asked: Array<string> = []
  const leases: typeof Leases.Service = {
    acquire: (_, who) =>
      Effect.sync(() => {
        asked.push(`acquire ${who}`)
        if (holder !== undefined && holder !== who) return false
        holder = who
        return true
      }),
    renew: (_, who) => Effect.sync(() => holder === who),
    release: (_, who) => {
      asked.push(`release ${who}`)
      if (faults.release !== undefined) return Effect.fail(faults.release)
      return Effect.sync(() => {
        if (holder === who) holder = undefined
      })
    }
  }
  return { leases, asked, holder: () => holder }
}

const one = { name: "one", holder: "a", seconds: 30 }

describe("while a lease is held", () => {
  it.effect("the work runs after the acquisition, may renew the lease, and is followed by its release", () =>
    Effect.gen(function*() {
      const { asked, holder, leases } = kept()
      expect(yield* whileHeld(leases, one, (renewal) => renewal)).toBe(true)
      expect(asked).toEqual(["acquire a", "release a"])
      expect(holder()).toBeUndefined()
    }))

  it.effect("by another holder, no work runs, and nothing is released", () =>
    Effect.gen(function*() {
      const { asked, holder, leases } = kept()
      yield* leases.acquire("one", "b", 30)
      expect(yield* whileHeld(leases, one, () => Effect.die("not to be done"))).toBeUndefined()
      expect(asked).toEqual(["acquire b", "acquire a"])
      expect(holder()).toBe("b")
    }))

  it.effect.each<[string, Effect.Effect<never, string>]>([
    ["fails", Effect.fail("work failed")],
    ["breaks", Effect.die("work broke")]
  ])("and the work %s, the lease is released and the failure is returned", ([_, work]) =>
    Effect.gen(function*() {
      const { holder, leases } = kept()
      const exit = yield* Effect.exit(whileHeld(leases, one, () => work))
      expect(Exit.isFailure(exit)).toBe(true)
      expect(String(exit)).toMatch(/work (failed|broke)/u)
      expect(holder()).toBeUndefined()
    }))

  it.effect("and the work is interrupted, the lease is released", () =>
    Effect.gen(function*() {
      const { holder, leases } = kept()
      const begun = yield* Deferred.make<void>()
      const fiber = yield* Effect.fork(
        whileHeld(leases, one, () => Effect.zipRight(Deferred.succeed(begun, undefined), Effect.never))
      )
      yield* Deferred.await(begun)
      expect(holder()).toBe("a")
      yield* Fiber.interrupt(fiber)
      expect(holder()).toBeUndefined()
    }))

  it.effect("and cannot be released, the work's result is returned and the fault is logged", () =>
    Effect.gen(function*() {
      const { leases } = kept({ release: down })
      const logged: Array<string> = []
      const logger = Logger.make(({ logLevel, message }) => logged.push(`${logLevel.label} ${String(message)}`))
      const result = yield* whileHeld(leases, one, () => Effect.succeed("done")).pipe(
        Effect.provide(Logger.replace(Logger.defaultLogger, logger))
      )
      expect(result).toBe("done")
      expect(logged).toHaveLength(1)
      expect(logged[0]).toContain("WARN the lease one was not given back")
    }))
})
