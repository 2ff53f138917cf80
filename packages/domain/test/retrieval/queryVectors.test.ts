import { Deferred, Effect, Fiber, Logger, LogLevel, TestClock, TestContext } from "effect"
import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { EmbeddingsFailed } from "../../src/research/retrieval/Embeddings.ts"
import { packVector, unpackVector } from "../../src/research/retrieval/PackedVector.ts"
import { queryVectors, wantedText } from "../../src/research/retrieval/QueryVectors.ts"

/** A model that answers to each text what the test says: `hold` until it is let go, `fail`, or a vector. */
const asked: Array<string> = []
const held = new Map<string, Deferred.Deferred<void>>()
const embeddings = {
  model: "m",
  embed: (texts: ReadonlyArray<string>) =>
    Effect.gen(function*() {
      const [text = ""] = texts
      asked.push(text)
      if (text.startsWith("hold")) {
        const gate = yield* Deferred.make<void>()
        held.set(text, gate)
        yield* Deferred.await(gate)
      }
      if (text.startsWith("fail")) return yield* new EmbeddingsFailed({ reason: "unavailable", detail: "Gone." })
      if (text.startsWith("unfit")) return yield* new EmbeddingsFailed({ reason: "input", detail: "Unfit." })
      return [Float32Array.of(3, 4)]
    })
}

const run = <A>(work: (vectorOf: ReturnType<typeof queryVectors>) => Effect.Effect<A>) =>
  Effect.runPromise(
    Effect.scoped(Effect.gen(function*() {
      asked.length = 0
      return yield* work(queryVectors(embeddings, yield* Effect.scope))
    })).pipe(Logger.withMinimumLogLevel(LogLevel.None), Effect.provide(TestContext.TestContext))
  )

describe("the vector of a search text", () => {
  it("has unit length, and is asked for once", () =>
    run((vectorOf) =>
      Effect.gen(function*() {
        expect([...(yield* vectorOf("river", 2))!]).toEqual([Math.fround(0.6), Math.fround(0.8)])
        yield* vectorOf(" \"river\" -lake", 2)
        expect(yield* vectorOf("-lake", 2)).toBeUndefined()
        expect(asked).toEqual(["river"])
      })
    ))

  it("is waited for 400 ms; a late one is used by the next search", () =>
    run((vectorOf) =>
      Effect.gen(function*() {
        const waiting = yield* Effect.fork(vectorOf("hold", 2))
        yield* TestClock.adjust("399 millis")
        expect((yield* Fiber.poll(waiting))._tag).toBe("None")
        yield* TestClock.adjust("1 millis")
        expect(yield* Fiber.join(waiting)).toBeUndefined()
        expect(yield* vectorOf("river", 2)).toBeUndefined()
        yield* Deferred.succeed(held.get("hold")!, undefined)
        yield* TestClock.adjust("1 millis")
        expect(yield* vectorOf("hold", 2)).toBeDefined()
        expect(asked).toEqual(["hold"])
      })
    ))

  it("is not asked for during 30 s after a failure", () =>
    run((vectorOf) =>
      Effect.gen(function*() {
        expect(yield* vectorOf("fail", 2)).toBeUndefined()
        yield* TestClock.adjust("29 seconds")
        expect(yield* vectorOf("river", 2)).toBeUndefined()
        yield* TestClock.adjust("1 seconds")
        expect(yield* vectorOf("river", 2)).toBeDefined()
        // Of other dimensions than those of the entries.
        expect(yield* vectorOf("lake", 3)).toBeUndefined()
        expect(yield* vectorOf("sea", 2)).toBeUndefined()
        expect(asked).toEqual(["fail", "river", "lake"])
      })
    ))

  it("that the model does not accept does not keep others from being asked for", () =>
    run((vectorOf) =>
      Effect.gen(function*() {
        expect(yield* vectorOf("unfit", 2)).toBeUndefined()
        expect(yield* vectorOf("river", 2)).toBeDefined()
      })
    ))
})

describe("what a search text is about", () => {
  it.each([
    ["river -lake", "river"],
    ["-\"ice age\" \"sea level\" rise", "sea level rise"],
    ["well-known (-myth) x", "well-known ( x"],
    ["-lake", ""],
    ["\"", ""]
  ])("%j is %j", (q, expected) => {
    expect(wantedText(q)).toBe(expected)
  })
})

describe("a packed vector", () => {
  it("is the vector, but for half of a step", () => {
    const values = fc.array(fc.float({ noNaN: true, min: -1, max: 1 }), { minLength: 1, maxLength: 50 })
    fc.assert(fc.property(values, (given) => {
      const step = Math.max(...given.map(Math.abs)) / 127
      const unpacked = unpackVector(packVector(Float32Array.from(given)))
      return unpacked.length === given.length &&
        given.every((value, k) => Math.abs(value - unpacked[k]!) <= step * 0.501 + 1e-9)
    }))
  })
})
