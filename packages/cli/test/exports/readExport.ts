import { type ExportColumn, type ExportFormat, type ExportName, exportTables, restored } from "@auspex/domain/exports"
import { parse } from "csv-parse/sync"

/** A row in the form of JSON. */
export type ExportedRow = { readonly id: string } & Readonly<Record<string, unknown>>

/** Parses a cell of a CSV file by the data dictionary alone. */
const cellOf = ({ type }: ExportColumn, cell: string, isQuoted: boolean): unknown => {
  if (cell === "" && !isQuoted) return null
  switch (type) {
    case "integer":
    case "number":
      return Number(cell)
    case "boolean":
      return cell === "true"
    case "texts":
    case "shares":
      return JSON.parse(cell)
    case "text":
      return restored(cell)
    default:
      return cell
  }
}

type Cells = ReadonlyArray<readonly [cell: string, isQuoted: boolean]>

const csvRows = (name: ExportName, document: string): ReadonlyArray<ExportedRow> => {
  const columns: ReadonlyArray<readonly [string, ExportColumn]> = Object.entries(exportTables[name].columns)
  const [header, ...records] = parse(document, {
    record_delimiter: "\r\n",
    cast: (cell, { quoting }) => [cell, quoting]
  }) as unknown as ReadonlyArray<Cells>
  const names = header?.map(([cell]) => cell).join()
  if (names !== columns.map(([column]) => column).join()) throw new Error(`the header is ${names}`)
  return records.map((record) =>
    Object.fromEntries(
      columns.map(([column, description], at) => [column, cellOf(description, ...record[at]!)])
    ) as ExportedRow
  )
}

/** Parses the rows of a document. */
export const readExport = (name: ExportName, format: ExportFormat, document: string): ReadonlyArray<ExportedRow> => {
  switch (format) {
    case "csv":
      return csvRows(name, document)
    case "ndjson":
      return document.split("\n").slice(0, -1).map((line) => JSON.parse(line) as ExportedRow)
    case "json": {
      const { next_cursor, [exportTables[name].plural]: rows, ...rest } = JSON.parse(document)
      if (next_cursor !== null || Object.keys(rest).length > 0) throw new Error("the document holds something else")
      return rows
    }
  }
}
