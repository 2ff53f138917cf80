import { Context, Effect, Layer, Option, Schedule, Stream } from "effect"
import { failure } from "../kernel/Failure.ts"
import { Refusal, refuse, refuseAll } from "../kernel/Refusal.ts"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import { exportBatch, nextExportBatch } from "./ExportBatch.ts"
import type { ExportRow } from "./ExportColumn.ts"
import { judgeSpan } from "./ExportSpan.ts"
import { type ExportReading, type ExportRequest, ExportStore } from "./ExportStore.ts"
import { type ExportName, exportTables } from "./ExportTables.ts"
import { type ExportFormat, type ExportWriter, exportWriter } from "./ExportWriter.ts"

/** How many exports one instance writes at a time; each keeps about three batches in memory. */
export const exportsRunningMax = 32

/** A read that fails is repeated: nothing of the document is lost by that. Four tries over 0.7 s. */
const again = Schedule.intersect(Schedule.exponential("100 millis"), Schedule.recurs(3))

/** The record as documents of any length. */
export class Exports extends Context.Tag("auspex/Exports")<Exports, {
  /**
   * The document, piece by piece, at the pace of whoever takes them: one piece is read ahead, and nothing is held of the
   * database in between. Each answer is a whole document, also one that begins after `cursor`. Fails with
   * INVALID_REQUEST (`to` before `from`, or a `cursor` that is the id of no row) before the first piece. A stream that
   * fails later has lost its database: the document is not whole.
   */
  readonly write: (
    name: ExportName,
    format: ExportFormat,
    request: ExportRequest
  ) => Effect.Effect<Stream.Stream<string, StorageUnavailable>, Refusal | StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<Exports, never, ExportStore> = Layer.effect(
    Exports,
    Effect.map(ExportStore, (store) => {
      let running = 0
      const counted = Stream.acquireRelease(
        Effect.sync(() => void running++),
        () => Effect.sync(() => void running--)
      )
      return Exports.of({
        write: (name, format, request) =>
          Effect.gen(function*() {
            const wrong = judgeSpan(request)
            yield* refuseAll(wrong === undefined ? [] : [wrong])
            if (running >= exportsRunningMax) return yield* tooMany
            const reading = yield* store.read(name, request)
            if (reading === undefined) {
              return yield* refuse("INVALID_REQUEST", "cursor is the id of no row of this export.", { field: "cursor" })
            }
            // Before the first piece a failure can still be told.
            const first = yield* reading.next(exportBatch.first)
            const writer = exportWriter(exportTables[name], format)
            return Stream.flatMap(counted, () => pieces(reading, writer, first))
          })
      })
    })
  )
}

const tooMany = Effect.fail(
  new Refusal({
    failures: [
      failure(
        "SERVICE_UNAVAILABLE",
        `This instance is writing ${exportsRunningMax} exports already; retry in a minute.`,
        {
          limit: exportsRunningMax
        }
      )
    ],
    retryAfterSeconds: 60
  })
)

const textOf = (rows: ReadonlyArray<ExportRow>, { row, separator }: ExportWriter, isFirst: boolean): string => {
  let text = ""
  for (const cells of rows) text += text === "" && isFirst ? row(cells) : separator + row(cells)
  return text
}

/** The document of a reading whose first rows are at hand. */
const pieces = (
  reading: ExportReading,
  writer: ExportWriter,
  first: ReadonlyArray<ExportRow>
): Stream.Stream<string, StorageUnavailable> => {
  if (first.length === 0) return Stream.make(writer.head + writer.tail)
  const begun = textOf(first, writer, true)
  const rest = Stream.unfoldEffect(
    nextExportBatch(first.length, begun.length),
    (rowsMax) =>
      Effect.map(Effect.retry(reading.next(rowsMax), again), (rows) => {
        if (rows.length === 0) return Option.none()
        const text = textOf(rows, writer, false)
        return Option.some([text, nextExportBatch(rows.length, text.length)] as const)
      })
  )
  return Stream.make(writer.head + begun).pipe(
    Stream.concat(Stream.buffer(rest, { capacity: 1 })),
    Stream.concat(writer.tail === "" ? Stream.empty : Stream.make(writer.tail))
  )
}
