import { StorageUnavailable } from "../../src/kernel/StorageUnavailable.ts"
import { Chunk, Effect, Either, Exit, Fiber, Layer, Stream, TestClock, TestContext } from "effect"
import { describe, expect, it } from "vitest"
import { exportBatch, nextExportBatch } from "../../src/exports/ExportBatch.ts"
import type { ExportRow } from "../../src/exports/ExportColumn.ts"
import { Exports, exportsPerReaderMax, exportsRunningMax } from "../../src/exports/Exports.ts"
import { ExportStore } from "../../src/exports/ExportStore.ts"

const rowOf = (n: number): ExportRow => [`${n}`, "u", "name", "agent", null, null, 70, 4, 3, 0.75, 0.3, 0.95]

/** A store of `total` rows that counts its batches; `fails` gives the number of failures per batch. */
const storeOf = (total: number, fails: (batch: number) => number = () => 0) => {
  const seen = { batches: 0, rows: 0, failures: 0 }
  const layer = Exports.layer.pipe(Layer.provide(Layer.succeed(ExportStore, {
    read: (_, { cursor }) =>
      Effect.sync(() => {
        let at = cursor === undefined ? 0 : Number(cursor) + 1
        let failed = 0
        if (Number.isNaN(at)) return undefined
        return {
          next: (rowsMax) =>
            Effect.suspend(() => {
              if (failed < fails(seen.batches)) {
                failed++
                seen.failures++
                return Effect.fail(new StorageUnavailable({ operation: "test", cause: "gone" }))
              }
              failed = 0
              seen.batches++
              const rows = Array.from({ length: Math.min(rowsMax, total - at) }, (_, n) => rowOf(at + n))
              at += rows.length
              seen.rows += rows.length
              return Effect.succeed(rows)
            })
        }
      })
  })))
  return { seen, layer }
}

const write = (format: "json" | "ndjson" | "csv", cursor?: string) =>
  Effect.flatMap(Exports, (exports) => exports.write("calibration", format, cursor === undefined ? {} : { cursor }))

const text = (stream: Stream.Stream<string, StorageUnavailable>) =>
  Effect.map(Stream.runCollect(stream), (pieces) => Chunk.join(pieces, ""))

const run = <A, E>(effect: Effect.Effect<A, E, Exports>, layer: Layer.Layer<Exports>) =>
  Effect.runPromise(Effect.provide(effect, Layer.merge(layer, TestContext.TestContext)))

describe("an export", () => {
  it.each([0, 1, 63, 64, 65, 5_000])("of %i rows is complete in every format", async (total) => {
    const { layer } = storeOf(total)
    const [json, ndjson, csv] = await run(
      Effect.all([
        Effect.flatMap(write("json"), text),
        Effect.flatMap(write("ndjson"), text),
        Effect.flatMap(write("csv"), text)
      ]),
      layer
    )
    const ids = Array.from({ length: total }, (_, n) => `${n}`)
    expect((JSON.parse(json) as { calibration: ReadonlyArray<{ id: string }> }).calibration.map((row) => row.id))
      .toEqual(ids)
    expect(ndjson.split("\n").filter((line) => line !== "").map((line) => (JSON.parse(line) as { id: string }).id))
      .toEqual(ids)
    expect(csv.split("\r\n").slice(1, -1).map((line) => line.split(",")[0])).toEqual(ids)
  })

  it("that continues after a row contains the rest", async () => {
    const { layer } = storeOf(130)
    const whole = await run(Effect.flatMap(write("ndjson"), text), layer)
    const lines = whole.split("\n").slice(0, -1)
    for (const cursor of [0, 1, 62, 63, 64, 127, 128, 129]) {
      const rest = await run(Effect.flatMap(write("ndjson", `${cursor}`), text), layer)
      expect(lines.slice(0, cursor + 1).map((line) => `${line}\n`).join("") + rest).toBe(whole)
    }
  })

  it("after an unknown row is refused", async () => {
    const refused = await run(Effect.flip(write("csv", "nonsense")), storeOf(3).layer)
    expect(refused).toMatchObject({ failures: [{ code: "INVALID_REQUEST", field: "cursor" }] })
  })

  it("whose first rows cannot be read fails before anything is written", async () => {
    const failed = await run(Effect.flip(write("csv")), storeOf(3, () => 1).layer)
    expect(failed).toBeInstanceOf(StorageUnavailable)
  })

  it("survives a short outage of the database, without loss or repetition", async () => {
    const { layer, seen } = storeOf(2_000, (batch) => batch === 0 ? 0 : 3)
    const whole = Effect.gen(function*() {
      const fiber = yield* Effect.fork(Effect.flatMap(write("ndjson"), text))
      yield* TestClock.adjust("1 hour")
      return yield* Fiber.join(fiber)
    })
    const lines = (await run(whole, layer)).split("\n").slice(0, -1)
    expect(lines.map((line) => Number((JSON.parse(line) as { id: string }).id))).toEqual(
      Array.from({ length: 2_000 }, (_, n) => n)
    )
    expect(seen.failures).toBeGreaterThan(3)
  })

  it("fails during a long outage of the database, and never ends normally", async () => {
    const { layer } = storeOf(2_000, (batch) => batch === 2 ? 99 : 0)
    const exit = await run(
      Effect.gen(function*() {
        const stream = yield* write("json")
        const fiber = yield* Effect.fork(Effect.either(text(stream)))
        yield* TestClock.adjust("1 hour")
        return yield* Fiber.join(fiber)
      }),
      layer
    )
    expect(Either.isLeft(exit)).toBe(true)
  })

  it("reads at most one batch ahead of its consumer", async () => {
    const { layer, seen } = storeOf(1_000_000)
    const taken = await run(
      Effect.gen(function*() {
        const stream = yield* write("csv")
        // The consumer is processing the fourth chunk and requests no more.
        yield* Stream.runForEachWhile(stream, () => Effect.as(Effect.yieldNow(), seen.batches < 4))
        const after = seen.batches
        yield* TestClock.adjust("1 hour")
        return [after, seen.batches]
      }),
      layer
    )
    expect(taken[0]).toBeLessThanOrEqual(7)
    expect(taken[1]).toBe(taken[0])
  })

  it("without a consumer ends, and frees its slot", async () => {
    const { layer, seen } = storeOf(1_000_000)
    await run(
      Effect.gen(function*() {
        const hold = Effect.flatMap(write("csv"), (stream) => Stream.runForEach(stream, () => Effect.never))
        const held = yield* Effect.forEach(Array.from({ length: exportsRunningMax }), () => Effect.fork(hold))
        yield* Effect.repeatN(Effect.yieldNow(), 200)
        const refused = yield* Effect.flip(write("csv"))
        expect(refused).toMatchObject({ failures: [{ code: "SERVICE_UNAVAILABLE" }], retryAfterSeconds: 60 })
        const exits = yield* Effect.forEach(held, Fiber.interrupt)
        expect(exits.every(Exit.isInterrupted)).toBe(true)
        const before = seen.batches
        yield* Effect.repeatN(Effect.yieldNow(), 200)
        expect(seen.batches).toBe(before)
        yield* write("csv")
      }),
      layer
    )
  })

  it("is limited in number per reader", async () => {
    const { layer } = storeOf(1_000_000)
    await run(
      Effect.gen(function*() {
        const by = (reader: string) =>
          Effect.flatMap(Exports, (exports) => exports.write("calibration", "csv", {}, reader))
        const hold = Effect.flatMap(by("a"), (stream) => Stream.runForEach(stream, () => Effect.never))
        const held = yield* Effect.forEach(Array.from({ length: exportsPerReaderMax }), () => Effect.fork(hold))
        yield* Effect.repeatN(Effect.yieldNow(), 200)
        expect(yield* Effect.flip(by("a"))).toMatchObject({
          failures: [{ code: "RATE_LIMITED" }],
          retryAfterSeconds: 60
        })
        yield* by("b")
        yield* Fiber.interrupt(held[0]!)
        yield* by("a")
      }),
      layer
    )
  })
})

describe("the size of a batch", () => {
  it("keeps texts near three quarters of a megabyte, within its bounds", () => {
    expect([1, 100, 1_500, 6_000, 12_000, 60_000].map((length) => nextExportBatch(64, 64 * length))).toEqual([
      512,
      512,
      512,
      128,
      64,
      16
    ])
    expect(nextExportBatch(1, 0)).toBe(exportBatch.max)
  })
})
