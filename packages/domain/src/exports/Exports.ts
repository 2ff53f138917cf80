import { Chunk, Context, Effect, Layer, Option, Schedule, Stream } from "effect"
import { failure } from "../kernel/Failure.ts"
import { Refusal, refuse, refuseAll } from "../kernel/Refusal.ts"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import { exportBatch, nextExportBatch } from "./ExportBatch.ts"
import type { ExportRow } from "./ExportColumn.ts"
import { judgeSpan } from "./ExportSpan.ts"
import { type ExportReading, type ExportRequest, ExportStore } from "./ExportStore.ts"
import { type ExportName, exportTables } from "./ExportTables.ts"
import { type ExportFormat, type ExportWriter, exportWriter } from "./ExportWriter.ts"

/** How many exports one instance writes at a time; each keeps one or two batches in memory. */
export const exportsRunningMax = 32

/** How many of them one reader may have under way: whoever reads slowly keeps nobody else from reading. */
export const exportsPerReaderMax = 5

/** A read that fails is repeated: nothing of the document is lost by that. Four tries over 0.7 s. */
const again = Schedule.intersect(Schedule.exponential("100 millis"), Schedule.recurs(3))

/** The record as documents of any length. */
export class Exports extends Context.Tag("auspex/Exports")<Exports, {
  /**
   * The document, piece by piece, at the pace of whoever takes them: nothing is read ahead, and nothing is held of the
   * database in between. Each answer is a whole document, also one that begins after `cursor`. Fails with
   * INVALID_REQUEST (`to` before `from`, or a `cursor` that is the id of no row) before the first piece, and with
   * RATE_LIMITED when `reader` (whoever shares a limit) has `exportsPerReaderMax` under way already. A stream that
   * fails later has lost its database: the document is not whole.
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
      const counted = (reader: string) => Stream.acquireRelease(count(reader, 1), () => count(reader, -1))
      return Exports.of({
        write: (name, format, request, reader = "") =>
          Effect.gen(function*() {
            const wrong = judgeSpan(request)
            yield* refuseAll([wrong])
            if (reader !== "" && (readers.get(reader) ?? 0) >= exportsPerReaderMax) return yield* tooManyOfOne
            if (running >= exportsRunningMax) return yield* tooMany
            const reading = yield* store.read(name, request)
            if (reading === undefined) {
              return yield* refuse("INVALID_REQUEST", "cursor is the id of no row of this export.", { field: "cursor" })
            }
            // Before the first piece a failure can still be told.
            const first = yield* reading.next(exportBatch.first)
            const writer = exportWriter(exportTables[name], format)
            return Stream.flatMap(counted(reader), () => pieces(reading, writer, first))
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
 * Length from which a piece is handed on, in characters. Texts that are joined early and stay below 128 kB are gone with
 * the young objects; one long text by concatenation keeps every cell until it is written (writing alone, measured apart
 * from the database, cost up to twice the processor time).
 */
const pieceLength = 48 * 1_024

interface Batch {
  readonly pieces: Chunk.Chunk<string>
  readonly length: number
}

/** Rows as text; `head` before the first row of the document. */
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

/** The document of a reading whose first rows are at hand. */
const pieces = (
  reading: ExportReading,
  writer: ExportWriter,
  first: ReadonlyArray<ExportRow>
): Stream.Stream<string, StorageUnavailable> => {
  if (first.length === 0) return Stream.make(writer.head + writer.tail)
  const begun = batchOf(first, writer, writer.head)
  // Not read ahead: the queue between, or a fiber for each batch, would keep all of them in memory until the next full
  // collection, which costs more time than the waiting.
  const rest = Stream.unfoldChunkEffect(
    nextExportBatch(first.length, begun.length),
    (rowsMax) =>
      Effect.map(Effect.retry(reading.next(rowsMax), again), (rows) => {
        if (rows.length === 0) return Option.none()
        const batch = batchOf(rows, writer)
        return Option.some([batch.pieces, nextExportBatch(rows.length, batch.length)] as const)
      })
  )
  return Stream.fromChunk(begun.pieces).pipe(
    Stream.concat(rest),
    Stream.concat(writer.tail === "" ? Stream.empty : Stream.make(writer.tail))
  )
}
