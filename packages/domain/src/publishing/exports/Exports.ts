import { Chunk, Context, Effect, Layer, Option, Schedule, Stream } from "effect"
import { failure } from "../../kernel/Failure.ts"
import { Refusal, refuse, refuseAll } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { exportBatch, nextExportBatch } from "./ExportBatch.ts"
import type { ExportRow } from "./ExportColumn.ts"
import { judgeSpan } from "./ExportSpan.ts"
import { type ExportReading, type ExportRequest, ExportStore } from "./ExportStore.ts"
import { type ExportName, exportTables } from "./ExportTables.ts"
import { type ExportFormat, type ExportWriter, exportWriter } from "./ExportWriter.ts"

/** The maximum number of concurrent exports per instance; each keeps one or two batches in memory. */
export const exportsRunningMax = 32

/** The maximum number of concurrent exports per reader, so that slow readers do not block others. */
export const exportsPerReaderMax = 5

/** Failed reads are retried, which loses no rows: four attempts over 0.7 s. */
const again = Schedule.intersect(Schedule.exponential("100 millis"), Schedule.recurs(3))

/** Exports of the record as documents of any length. */
export class Exports extends Context.Tag("auspex/Exports")<Exports, {
  /**
   * Streams the document with back-pressure: nothing is read ahead, and no database resource is held between batches.
   * Each result is a complete document, also one that starts after `cursor`. Fails before the first piece with
   * INVALID_REQUEST (`to` before `from`, or an unknown `cursor`), with RATE_LIMITED when `reader` (the key of a shared
   * limit) already has `exportsPerReaderMax` exports in progress, and with SERVICE_UNAVAILABLE when the instance has
   * `exportsRunningMax`. When the stream fails later, the database was lost and the document is incomplete.
   */
  readonly write: (
    name: ExportName,
    format: ExportFormat,
    request: ExportRequest,
    reader?: string
  ) => Effect.Effect<Stream.Stream<string, StorageUnavailable>, Refusal | StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<Exports, never, ExportStore> = Layer.effect(
    Exports,
    Effect.map(ExportStore, (store) => {
      let running = 0
      const readers = new Map<string, number>()
      const count = (reader: string, by: 1 | -1) =>
        Effect.sync(() => {
          running += by
          const held = (readers.get(reader) ?? 0) + by
          if (held === 0) readers.delete(reader)
          else readers.set(reader, held)
        })
      // A batch takes the processor for some 15 ms; several exports at once would take it for as many times that.
      const inTurn = Effect.unsafeMakeSemaphore(1).withPermits(1)
      const counted = (reader: string) => Stream.acquireRelease(count(reader, 1), () => count(reader, -1))
      return Exports.of({
        write: (name, format, request, reader = "") =>
          Effect.gen(function*() {
            const wrong = judgeSpan(request)
            yield* refuseAll([wrong])
            if (reader !== "" && (readers.get(reader) ?? 0) >= exportsPerReaderMax) return yield* tooManyOfOne
            if (running >= exportsRunningMax) return yield* tooMany
            const reading = yield* inTurn(store.read(name, request))
            if (reading === undefined) {
              return yield* refuse("INVALID_REQUEST", "cursor is not the id of a row of this export.", {
                field: "cursor"
              })
            }
            // Before the first piece a failure can still be reported as a status.
            const first = yield* inTurn(reading.next(exportBatch.first))
            const writer = exportWriter(exportTables[name], format)
            return Stream.flatMap(counted(reader), () => pieces(reading, writer, first, inTurn))
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

const tooManyOfOne = Effect.fail(
  new Refusal({
    failures: [
      failure("RATE_LIMITED", `At most ${exportsPerReaderMax} exports at a time; read those under way first.`, {
        limit: exportsPerReaderMax
      })
    ],
    retryAfterSeconds: 60
  })
)

/**
 * The length from which a piece is emitted, in characters. Strings that are joined early and stay below 128 kB are
 * freed with the young generation; one long concatenation keeps every cell alive until it is written (measured without
 * the database, that took up to twice the processor time).
 */
const pieceLength = 48 * 1_024

interface Batch {
  readonly pieces: Chunk.Chunk<string>
  readonly length: number
}

/** Formats rows as text, after `head` if they are the first of the document. */
const batchOf = (rows: ReadonlyArray<ExportRow>, { row, separator }: ExportWriter, head?: string): Batch => {
  const pieces: Array<string> = []
  let length = 0
  let lines: Array<string> = [head ?? separator]
  let piece = 0
  for (const [at, cells] of rows.entries()) {
    const line = row(cells)
    lines.push(line)
    piece += line.length
    if (at === rows.length - 1) break
    lines.push(separator)
    if (piece < pieceLength) continue
    pieces.push(lines.join(""))
    length += piece
    lines = []
    piece = 0
  }
  pieces.push(lines.join(""))
  return { pieces: Chunk.unsafeFromArray(pieces), length: length + piece }
}

/** The document of a read whose first rows are given. */
const pieces = (
  reading: ExportReading,
  writer: ExportWriter,
  first: ReadonlyArray<ExportRow>,
  inTurn: <A, E>(work: Effect.Effect<A, E>) => Effect.Effect<A, E>
): Stream.Stream<string, StorageUnavailable> => {
  if (first.length === 0) return Stream.make(writer.head + writer.tail)
  const begun = batchOf(first, writer, writer.head)
  // No read-ahead: a queue, or a fiber for each batch, would keep all batches in memory until the next full collection,
  // which costs more time than waiting.
  const rest = Stream.unfoldChunkEffect(
    nextExportBatch(first.length, begun.length),
    (rowsMax) =>
      inTurn(Effect.map(Effect.retry(reading.next(rowsMax), again), (rows) => {
        if (rows.length === 0) return Option.none()
        const batch = batchOf(rows, writer)
        return Option.some([batch.pieces, nextExportBatch(rows.length, batch.length)] as const)
      }))
  )
  return Stream.fromChunk(begun.pieces).pipe(
    Stream.concat(rest),
    Stream.concat(writer.tail === "" ? Stream.empty : Stream.make(writer.tail))
  )
}
