import { parse } from "csv-parse/sync"
import { Schema } from "effect"
import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { restored } from "../../src/publishing/exports/CsvCell.ts"
import type { ExportCell, ExportColumn, ExportRow } from "../../src/publishing/exports/ExportColumn.ts"
import type { ExportTable } from "../../src/publishing/exports/ExportTable.ts"
import {
  ExportedCalibration,
  ExportedPrediction,
  ExportedSnapshot,
  exportNames,
  exportTables
} from "../../src/publishing/exports/ExportTables.ts"
import { exportWriter } from "../../src/publishing/exports/ExportWriter.ts"

const id = fc.uuid({ version: 7 })
const text = fc.string({ unit: "grapheme-composite", maxLength: 30 }).map((value) => value.replaceAll("\0", ""))
const finite = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)
const instant = fc.date({ min: new Date("1970-01-01"), max: new Date("9998-12-31"), noInvalidDate: true }).map((at) =>
  at.toISOString()
)

const cellsOfType: Readonly<Record<ExportColumn["type"], fc.Arbitrary<ExportCell>>> = {
  id,
  word: fc.constantFrom("open", "closed", "agent"),
  text: fc.oneof(text, fc.constantFrom("", "=1+1", "-0.5", "a,\"b\"\r\nc", "'=x", "true", "null", "7")),
  integer: fc.integer(),
  number: finite,
  boolean: fc.boolean(),
  instant,
  texts: fc.array(text, { maxLength: 3 }),
  shares: fc.array(fc.record({ option: text, count: fc.nat(), percent: finite }), { maxLength: 3 })
}

const cellOf = ({ nullable, type }: ExportColumn): fc.Arbitrary<ExportCell> =>
  nullable === true ? fc.option(cellsOfType[type]) : cellsOfType[type]

const rowsOf = (table: ExportTable): fc.Arbitrary<ReadonlyArray<ExportRow>> =>
  fc.array(fc.tuple(...Object.values(table.columns).map(cellOf)), { maxLength: 5 })

const documentOf = (table: ExportTable, format: "json" | "ndjson" | "csv", rows: ReadonlyArray<ExportRow>): string => {
  const { head, row, separator, tail } = exportWriter(table, format)
  return head + rows.map(row).join(separator) + tail
}

const objectOf = (table: ExportTable, row: ExportRow): object =>
  Object.fromEntries(Object.keys(table.columns).map((name, at) => [name, row[at]]))

/** Parses a cell by the data dictionary alone. */
const readBack = ({ type }: ExportColumn, cell: string, isQuoted: boolean): ExportCell => {
  if (cell === "" && !isQuoted) return null
  switch (type) {
    case "integer":
    case "number":
      return Number(cell)
    case "boolean":
      return cell === "true"
    case "texts":
    case "shares":
      return JSON.parse(cell) as ExportCell
    case "text":
      return restored(cell)
    default:
      return cell
  }
}

const schemas = {
  predictions: ExportedPrediction,
  calibration: ExportedCalibration,
  "consensus-history": ExportedSnapshot
}

describe.each(exportNames)("the export of %s", (name) => {
  const table: ExportTable = exportTables[name]
  const schema = schemas[name] as unknown as Schema.Schema<object, object>

  it("has an id first, and a description of every column", () => {
    expect(Object.keys(table.columns)[0]).toBe("id")
    for (const [column, { meaning, type, unit }] of Object.entries(table.columns)) {
      expect([column, /^[a-z_]+$/.test(column), /^\S.{4,}\.$/.test(meaning)]).toEqual([column, true, true])
      expect([column, unit === undefined]).toEqual([column, type !== "integer" && type !== "number"])
    }
  })

  it("as NDJSON has one row per line", () => {
    fc.assert(fc.property(rowsOf(table), (rows) => {
      const lines = documentOf(table, "ndjson", rows).split("\n")
      expect(lines.pop()).toBe("")
      expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(rows.map((row) => objectOf(table, row)))
    }))
  })

  it("as JSON is one document with one row per line", () => {
    fc.assert(fc.property(rowsOf(table), (rows) => {
      const document = documentOf(table, "json", rows)
      expect(JSON.parse(document)).toEqual({
        [table.plural]: rows.map((row) => objectOf(table, row)),
        next_cursor: null
      })
      expect(document.split("\n")).toHaveLength(Math.max(1, rows.length) + 3)
    }))
  })

  it("as CSV can be parsed by its data dictionary without loss", () => {
    const columns = Object.values(table.columns)
    fc.assert(fc.property(rowsOf(table), (rows) => {
      const [header, ...records] = parse(documentOf(table, "csv", rows), {
        record_delimiter: "\r\n",
        cast: (cell, { column, header, quoting }) => header ? cell : [cell, quoting, column]
      }) as unknown as [ReadonlyArray<string>, ...ReadonlyArray<ReadonlyArray<readonly [string, boolean]>>]
      expect(header.map((cell) => Array.isArray(cell) ? cell[0] : cell)).toEqual(Object.keys(table.columns))
      expect(records.map((record) => record.map(([cell, isQuoted], at) => readBack(columns[at]!, cell, isQuoted))))
        .toEqual(
          rows
        )
    }))
  })

  it("has rows that match its schema", () => {
    fc.assert(fc.property(rowsOf(table), (rows) => {
      for (const row of rows) {
        const decoded = Schema.decodeUnknownSync(schema, { onExcessProperty: "error" })(objectOf(table, row))
        expect(Schema.encodeSync(schema)(decoded)).toEqual(objectOf(table, row))
      }
    }))
  })
})
