import { describe, expect, it } from "@effect/vitest"
import { Effect, Fiber, TestClock } from "effect"
import { HostTurns } from "../../src/reading/HostTurns.ts"

/** Fetches of hosts, each of which takes 300 ms; writes down when they begin and end. */
const fetches = (turns: HostTurns, hosts: ReadonlyArray<string>) => {
  const log: Array<string> = []
  const note = (what: string) => Effect.map(TestClock.currentTimeMillis, (now) => void log.push(`${now} ${what}`))
  return {
    log,
    run: Effect.forEach(
      hosts,
      (host) => turns.take(host, Effect.zipRight(note(`+${host}`), Effect.zipLeft(Effect.sleep(300), note("")))),
      { concurrency: "unbounded", discard: true }
    )
  }
}

describe("turns of hosts", () => {
  it.effect("come one at a time with a pause, and independently for each host", () =>
    Effect.gen(function*() {
      const turns = new HostTurns(1_000)
      const { log, run } = fetches(turns, ["a", "a", "b", "a"])
      const fiber = yield* Effect.fork(run)
      yield* TestClock.adjust(10_000)
      yield* Fiber.join(fiber)
      expect(log.filter((line) => line.includes("+"))).toEqual(["0 +a", "0 +b", "1300 +a", "2600 +a"])
    }))

  it.effect("go on after a failure and an interruption", () =>
    Effect.gen(function*() {
      const turns = new HostTurns(1_000)
      const failed = yield* Effect.fork(Effect.either(turns.take("a", Effect.fail("no"))))
      const silent = yield* Effect.fork(turns.take("a", Effect.never))
      const waiting = yield* Effect.fork(turns.take("a", Effect.succeed("waited")))
      const last = yield* Effect.fork(turns.take("a", Effect.succeed("done")))
      yield* TestClock.adjust(1_500)
      yield* Fiber.interrupt(waiting)
      yield* Fiber.interrupt(silent)
      yield* TestClock.adjust(1_000)
      expect((yield* Fiber.join(failed))._tag).toBe("Left")
      expect(yield* Fiber.join(last)).toBe("done")
    }))

  it.effect("forget hosts after their pause", () =>
    Effect.gen(function*() {
      const turns = new HostTurns(1_000)
      for (let n = 0; n < 100; n++) yield* turns.take(`host${n}`, Effect.void)
      expect(turns.size).toBe(100)
      yield* TestClock.adjust(1_000)
      yield* turns.take("another", Effect.void)
      expect(turns.size).toBe(1)
    }))
})
