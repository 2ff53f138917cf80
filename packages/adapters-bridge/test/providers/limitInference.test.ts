import type { InferenceFailed, InferenceLimits } from "@auspex/domain/inference"
import { Chunk, Effect, Fiber, Schedule, Stream, TestClock, TestContext } from "effect"
import { describe, expect, it } from "vitest"
import { limitInference } from "../../src/providers/index.ts"

const limits: InferenceLimits = {
  firstTokenMillisMax: 60_000,
  gapMillisMax: 30_000,
  totalMillisMax: 300_000,
  bytesMax: 10
}

/** What comes of an answer in virtual time: its text, or the limit that ended it and when. */
const outcomeOf = (answer: Stream.Stream<string, InferenceFailed>) =>
  Effect.gen(function*() {
    let interrupted = false
    const watched = Stream.ensuringWith(answer, () =>
      Effect.sync(() => {
        interrupted = true
      }))
    const fiber = yield* Effect.fork(Effect.either(Stream.runCollect(limitInference(watched, limits))))
    let seconds = 0
    while ((yield* Fiber.poll(fiber))._tag === "None" && seconds < 400) {
      yield* TestClock.adjust("1 seconds")
      seconds++
    }
    const result = yield* Fiber.join(fiber)
    return result._tag === "Right"
      ? Chunk.join(result.right, "")
      : { reason: result.left.reason, seconds, interrupted }
  }).pipe(Effect.provide(TestContext.TestContext), Effect.runPromise)

const every = (millis: number, pieces: number) =>
  Stream.repeat(Stream.succeed("x"), Schedule.spaced(millis)).pipe(Stream.take(pieces))

describe("an answer", () => {
  it("that keeps the limits passes unchanged", async () => {
    expect(await outcomeOf(every(29_000, 10))).toBe("x".repeat(10))
    expect(await outcomeOf(Stream.empty)).toBe("")
  })

  it.each<[string, Stream.Stream<string, InferenceFailed>, object]>([
    ["begins too late", Stream.never, { reason: "first_token", seconds: 60, interrupted: true }],
    ["pauses too long", Stream.concat(Stream.make("a"), Stream.never), {
      reason: "gap",
      seconds: 30,
      interrupted: true
    }],
    ["takes too long", Stream.map(every(29_000, 100), () => ""), { reason: "total", seconds: 300, interrupted: true }],
    ["is too large", Stream.make("123456", "123456"), { reason: "too_large", seconds: 1, interrupted: true }]
  ])("that %s is ended", async (_, answer, expected) => {
    expect(await outcomeOf(answer)).toEqual(expected)
  })
})
