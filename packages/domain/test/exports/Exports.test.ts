import { StorageUnavailable } from "../../src/kernel/StorageUnavailable.ts"
import { describe, expect, it } from "@effect/vitest"
import { Chunk, Effect, Either, Exit, Fiber, Layer, Stream, TestClock } from "effect"
import { exportBatch, nextExportBatch } from "../../src/publishing/exports/ExportBatch.ts"
import type { ExportRow } from "../../src/publishing/exports/ExportColumn.ts"
import { Exports, exportsPerReaderMax, exportsRunningMax } from "../../src/publishing/exports/Exports.ts"
import { ExportStore } from "../../src/publishing/exports/ExportStore.ts"

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

describe("an export", () => {
  it.effect.each([0, 1, 63, 64, 65, 5_000])(
    "of %i rows is complete in every format",
    (total) =>
      Effect.gen(function*() {
        const json = yield* Effect.flatMap(write("json"), text)
        const ndjson = yield* Effect.flatMap(write("ndjson"), text)
        const csv = yield* Effect.flatMap(write("csv"), text)
        const ids = Array.from({ length: total }, (_, n) => `${n}`)
        expect((JSON.parse(json) as { calibration: ReadonlyArray<{ id: string }> }).calibration.map((row) => row.id))
          .toEqual(ids)
        expect(ndjson.split("\n").filter((line) => line !== "").map((line) => (JSON.parse(line) as { id: string }).id))
          .toEqual(ids)
        expect(csv.split("\r\n").slice(1, -1).map((line) => line.split(",")[0])).toEqual(ids)
      }).pipe(Effect.provide(storeOf(total).layer))
  )

  it.effect("that continues after a row contains the rest", () =>
    Effect.gen(function*() {
      const whole = yield* Effect.flatMap(write("ndjson"), text)
      const lines = whole.split("\n").slice(0, -1)
      for (const cursor of [0, 1, 62, 63, 64, 127, 128, 129]) {
        const rest = yield* Effect.flatMap(write("ndjson", `${cursor}`), text)
        expect(lines.slice(0, cursor + 1).map((line) => `${line}\n`).join("") + rest).toBe(whole)
      }
    }).pipe(Effect.provide(storeOf(130).layer)))

  it.effect("after an unknown row is refused", () =>
    Effect.gen(function*() {
      const refused = yield* Effect.flip(write("csv", "nonsense"))
      expect(refused).toMatchObject({ failures: [{ code: "INVALID_REQUEST", field: "cursor" }] })
    }).pipe(Effect.provide(storeOf(3).layer)))

  it.effect("whose first rows cannot be read fails before anything is written", () =>
    Effect.gen(function*() {
      expect(yield* Effect.flip(write("csv"))).toBeInstanceOf(StorageUnavailable)
    }).pipe(Effect.provide(storeOf(3, () => 1).layer)))

  it.effect("survives a short outage of the database, without loss or repetition", () => {
    const { layer, seen } = storeOf(2_000, (batch) => batch === 0 ? 0 : 3)
    return Effect.gen(function*() {
      const fiber = yield* Effect.fork(Effect.flatMap(write("ndjson"), text))
      yield* TestClock.adjust("1 hour")
      const lines = (yield* Fiber.join(fiber)).split("\n").slice(0, -1)
      expect(lines.map((line) => Number((JSON.parse(line) as { id: string }).id))).toEqual(
        Array.from({ length: 2_000 }, (_, n) => n)
      )
      expect(seen.failures).toBeGreaterThan(3)
    }).pipe(Effect.provide(layer))
  })

  it.effect("fails during a long outage of the database, and never ends normally", () =>
    Effect.gen(function*() {
      const stream = yield* write("json")
      const fiber = yield* Effect.fork(Effect.either(text(stream)))
      yield* TestClock.adjust("1 hour")
      expect(Either.isLeft(yield* Fiber.join(fiber))).toBe(true)
    }).pipe(Effect.provide(storeOf(2_000, (batch) => batch === 2 ? 99 : 0).layer)))

  it.effect("reads at most one batch ahead of its consumer", () => {
    const { layer, seen } = storeOf(1_000_000)
    return Effect.gen(function*() {
      const stream = yield* write("csv")
      // The consumer is processing the fourth chunk and requests no more.
      yield* Stream.runForEachWhile(stream, () => Effect.as(Effect.yieldNow(), seen.batches < 4))
      const after = seen.batches
      yield* TestClock.adjust("1 hour")
      expect(after).toBeLessThanOrEqual(7)
      expect(seen.batches).toBe(after)
    }).pipe(Effect.provide(layer))
  })

  it.effect("without a consumer ends, and frees its slot", () => {
    const { layer, seen } = storeOf(1_000_000)
    return Effect.gen(function*() {
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
    }).pipe(Effect.provide(layer))
  })

  it.effect("is limited in number per reader", () =>
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
    }).pipe(Effect.provide(storeOf(1_000_000).layer)))
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
