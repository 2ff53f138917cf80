import { type ExportFormat, exportFormats, type ExportRow, exportTables, exportWriter } from "@auspex/domain/exports"
import { Chunk, Effect, Stream } from "effect"
import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { continuation } from "../../src/publishing/exports/continuation.ts"
import { RowScanner } from "../../src/publishing/exports/RowScanner.ts"

const table = exportTables["consensus-history"]

const text = fc.array(fc.constantFrom("\"", "\n", "\r\n", ",", "{\"id\":\"x\"", "]", "é", "a", "\",\n"), {
  maxLength: 6
})
  .map((parts) => parts.join(""))
const rows = fc.array(
  fc.tuple(fc.uuid(), text, fc.array(fc.record({ option: text, count: fc.nat(), percent: fc.nat() }), { maxLength: 2 }))
    .map(
      (
        [id, question, options]
      ): ExportRow => [id, "q", question, "c", "multi", "2026-01-01", "moved", 1, 100, 60, options]
    ),
  { maxLength: 5 }
)
const format = fc.constantFrom<ExportFormat>(...exportFormats)

const documentOf = (format: ExportFormat, some: ReadonlyArray<ExportRow>): Buffer => {
  const { head, row, separator, tail } = exportWriter(table, format)
  return Buffer.from(head + some.map(row).join(separator) + tail)
}

/** The bytes in chunks of the given sizes, in turn. */
const pieces = (bytes: Buffer, sizes: ReadonlyArray<number>): ReadonlyArray<Buffer> => {
  const cut: Array<Buffer> = []
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length]!
    cut.push(bytes.subarray(at, at + size))
    at += size
  }
  return cut
}
const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 })

const scan = (format: ExportFormat, chunks: ReadonlyArray<Buffer>) => {
  const scanner = new RowScanner(format)
  for (const chunk of chunks) scanner.push(chunk)
  return scanner.found
}

describe("the rows in a document", () => {
  it("are counted, with the last row's id, for any chunking of the bytes", () => {
    fc.assert(fc.property(format, rows, sizes, (format, some, cuts) => {
      const bytes = documentOf(format, some)
      expect(scan(format, pieces(bytes, cuts))).toMatchObject({
        rows: some.length,
        id: some.at(-1)?.[0],
        ...(some.length === 0 ? { end: 0 } : {})
      })
    }))
  })

  it("that are complete end where the next one must begin, for any cut of the document", () => {
    fc.assert(fc.property(format, rows, fc.nat(), (format, some, at) => {
      const bytes = documentOf(format, some)
      const broken = bytes.subarray(0, at % (bytes.length + 1))
      const { end, id, rows } = scan(format, [broken])
      expect(id).toBe(some[rows - 1]?.[0])
      if (rows === 0) return
      const { head, row, separator } = exportWriter(table, format)
      expect(bytes.subarray(0, end).toString()).toBe(head + some.slice(0, rows).map(row).join(separator))
    }))
  })

  it("and the continuation together are the document", async () => {
    await fc.assert(fc.asyncProperty(format, rows, fc.nat(), sizes, async (format, some, at, cuts) => {
      const bytes = documentOf(format, some)
      const { end, rows } = scan(format, [bytes.subarray(0, at % (bytes.length + 1))])
      if (rows === 0) return
      const rest = Stream.fromIterable(pieces(documentOf(format, some.slice(rows)), cuts))
      const appended = await Effect.runPromise(Stream.runCollect(continuation(exportWriter(table, format), rest)))
      expect(Buffer.concat([bytes.subarray(0, end), ...Chunk.toReadonlyArray(appended)]).toString()).toBe(
        bytes.toString()
      )
    }))
  })
})
