import { csvText, csvQuoted } from "./CsvCell.ts"
import type { ExportCell, ExportColumnType, ExportRow } from "./ExportColumn.ts"
import type { ExportTable } from "./ExportTable.ts"

/** The formats of exports. */
export const exportFormats = ["json", "ndjson", "csv"] as const
export type ExportFormat = (typeof exportFormats)[number]

/** The content type of each format. */
export const exportContentTypes: Readonly<Record<ExportFormat, string>> = {
  json: "application/json; charset=utf-8",
  ndjson: "application/x-ndjson; charset=utf-8",
  csv: "text/csv; charset=utf-8; header=present"
}

/** The parts of a document: `head`, the rows with `separator` between them, `tail`. */
export interface ExportWriter {
  readonly head: string
  readonly row: (cells: ExportRow) => string
  readonly separator: string
  readonly tail: string
}

type CellWriter = (cell: never) => string

const asText = (cell: string | number | boolean): string => `${cell}`
const asJson = (cell: ExportCell): string => JSON.stringify(cell)
const inQuotes = (cell: string): string => `"${cell}"`

const jsonCells: Readonly<Record<ExportColumnType, CellWriter>> = {
  id: inQuotes,
  word: inQuotes,
  text: asJson,
  integer: asText,
  number: asText,
  boolean: asText,
  instant: inQuotes,
  texts: asJson,
  shares: asJson
}

const csvCells: Readonly<Record<ExportColumnType, CellWriter>> = {
  id: asText,
  word: asText,
  text: csvText,
  integer: asText,
  number: asText,
  boolean: asText,
  instant: asText,
  // Lists are JSON within their cell, which cannot begin a formula.
  texts: (cell: ExportCell) => csvQuoted(asJson(cell)),
  shares: (cell: ExportCell) => csvQuoted(asJson(cell))
}

const writersOf = (
  { columns }: Pick<ExportTable, "columns">,
  cells: Readonly<Record<ExportColumnType, CellWriter>>
): ReadonlyArray<(cell: ExportCell) => string> =>
  Object.values(columns).map(({ type }) => cells[type] as (cell: ExportCell) => string)

/** Formats a row as a JSON object on one line, with every column. */
const jsonRow = (table: Pick<ExportTable, "columns">): ExportWriter["row"] => {
  const writers = writersOf(table, jsonCells)
  const names = Object.keys(table.columns).map((name, at) => `${at === 0 ? "{" : ","}"${name}":`)
  return (cells) => {
    let line = ""
    for (let at = 0; at < writers.length; at++) {
      const cell = cells[at]
      line += names[at]! + (cell == null ? "null" : writers[at]!(cell))
    }
    return line + "}"
  }
}

const csvRow = (table: Pick<ExportTable, "columns">): ExportWriter["row"] => {
  const writers = writersOf(table, csvCells)
  return (cells) => {
    let line = ""
    for (let at = 0; at < writers.length; at++) {
      const cell = cells[at]
      if (at > 0) line += ","
      if (cell != null) line += writers[at]!(cell)
    }
    return line + "\r\n"
  }
}

/**
 * Makes the writer of an export in a format: one JSON document with a row per line, NDJSON, or CSV by RFC 4180 (UTF-8,
 * header, CRLF) without formulas.
 *
 * @example exportWriter({ plural: "things", columns: { id: { type: "id", source: "account", meaning: "" } } }, "json").head // "{\"things\":[\n"
 * @example exportWriter({ plural: "things", columns: { id: { type: "id", source: "account", meaning: "" } } }, "csv").row(["a"]) // "a\r\n"
 */
export const exportWriter = (table: Pick<ExportTable, "columns" | "plural">, format: ExportFormat): ExportWriter => {
  if (format === "csv") {
    return { head: `${Object.keys(table.columns).join(",")}\r\n`, row: csvRow(table), separator: "", tail: "" }
  }
  const row = jsonRow(table)
  return format === "ndjson"
    ? { head: "", row: (cells) => `${row(cells)}\n`, separator: "", tail: "" }
    : { head: `{"${table.plural}":[\n`, row, separator: ",\n", tail: "\n],\"next_cursor\":null}\n" }
}
