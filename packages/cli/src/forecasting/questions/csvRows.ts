import { type Failure, failure } from "@auspex/domain/kernel"
import { questionInputFromTexts } from "@auspex/domain/questions"
import { CsvError, parse } from "csv-parse/sync"
import { WrongUsage } from "../../kit/invocation/CommandFailure.ts"
import { type ImportRow, importRowsMax, judgeFieldName } from "./ImportRow.ts"

/** A record of the file with the physical line on which it begins; `broken` is the error code of a malformed record. */
interface CsvRecord {
  readonly line: number
  readonly cells: ReadonlyArray<string>
  readonly broken?: string
}

const recordBytesMax = 1_000_000
const brokenMax = 1_000

const lineBreaks = (cells: ReadonlyArray<string>): number =>
  cells.reduce((sum, cell) => sum + (cell.includes("\n") ? cell.split("\n").length - 1 : 0), 0)

const afterLines = (text: string, lines: number): string => {
  let at = 0
  for (let passed = 0; passed < lines; passed++) {
    const next = text.indexOf("\n", at)
    if (next < 0) return ""
    at = next + 1
  }
  return text.slice(at)
}

/** The records of a text whose line breaks are `\n`. After a malformed record, reading continues on its second line. */
const recordsOf = (text: string, delimiter: string): ReadonlyArray<CsvRecord> => {
  const records: Array<CsvRecord> = []
  let rest = text
  let before = 0
  for (let broken = 0; rest !== ""; broken++) {
    let lines = 0
    try {
      parse(rest, {
        delimiter,
        relax_column_count: true,
        max_record_size: recordBytesMax,
        on_record: (cells: ReadonlyArray<string>, context) => {
          // `lines` counts to the end of the record, including the line breaks inside its cells.
          const line = before + context.lines - lineBreaks(cells)
          lines = context.lines
          if (cells.some((cell) => cell.trim() !== "")) records.push({ line, cells })
          if (records.length > importRowsMax + 1) throw new WrongUsage({ message: `more than ${importRowsMax} rows` })
          return null
        }
      })
      return records
    } catch (error) {
      if (!(error instanceof CsvError)) throw error
      if (broken === brokenMax) throw new WrongUsage({ message: "this does not look like CSV: too many broken rows" })
      records.push({ line: before + lines + 1, cells: [], broken: error.code })
      rest = afterLines(rest, lines + 1)
      before += lines + 1
    }
  }
  return records
}

const brokenText: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: "A quote is opened and never closed.",
  CSV_INVALID_CLOSING_QUOTE: "There is text after a closing quote; write a quote inside a cell twice.",
  INVALID_OPENING_QUOTE: "There is a quote inside an unquoted cell; quote the cell and write the quote twice.",
  CSV_MAX_RECORD_SIZE: "The row is too long."
}

/** Spreadsheets also export semicolons or tabs; the delimiter is the one that gives the most known field names. */
const delimiterOf = (text: string): string => {
  const header = text.slice(0, text.indexOf("\n") < 0 ? undefined : text.indexOf("\n"))
  const known = (delimiter: string): number =>
    header.split(delimiter).filter((name) => judgeFieldName(nameOf(name)) === undefined).length
  return [",", ";", "\t"].reduce((best, delimiter) => known(delimiter) > known(best) ? delimiter : best)
}

const nameOf = (header: string): string => header.trim().replaceAll(/^"|"$/g, "").trim().toLowerCase()

const required = ["question", "category", "timeframe", "resolution_source", "resolution_date"]

const columnsOf = (header: CsvRecord | undefined): ReadonlyArray<string> => {
  if (header === undefined) throw new WrongUsage({ message: "the file is empty" })
  if (header.broken !== undefined)
    throw new WrongUsage({ message: `line ${header.line}: ${brokenText[header.broken]}` })
  const columns = header.cells.map(nameOf)
  const wrong = columns.flatMap((name) => judgeFieldName(name)?.message ?? [])
  const twice = columns.filter((name, at) => columns.indexOf(name) !== at).map((name) =>
    `Column ${name} appears twice.`
  )
  const missing = required.filter((name) => !columns.includes(name)).map((name) => `Column ${name} is missing.`)
  const problems = [...wrong, ...twice, ...missing]
  if (problems.length > 0) throw new WrongUsage({ message: `the header on line ${header.line}: ${problems.join(" ")}` })
  return columns
}

const readFailuresOf = (record: CsvRecord, columns: ReadonlyArray<string>): ReadonlyArray<Failure> => {
  if (record.broken !== undefined) {
    const message = brokenText[record.broken] ?? "The row cannot be read."
    return [failure("INVALID_REQUEST", message, { field: "(row)" })]
  }
  const measured = record.cells.length
  return measured === columns.length ? [] : [
    failure("INVALID_REQUEST", `The row has ${measured} cells; the header has ${columns.length}.`, {
      field: "(row)",
      measured,
      limit: columns.length
    })
  ]
}

/**
 * The rows of a CSV text with a header of field names (RFC 4180; also with a byte order mark, CRLF, cells of several
 * lines, semicolons or tabs). Throws `WrongUsage` if the header is wrong, since no row can be right then.
 */
export const csvRows = (given: string): ReadonlyArray<ImportRow> => {
  const text = given.replace(/^\ufeff/, "").replaceAll(/\r\n?/g, "\n")
  const [header, ...records] = recordsOf(text, delimiterOf(text))
  const columns = columnsOf(header)
  return records.map((record) => ({
    line: record.line,
    input: questionInputFromTexts(Object.fromEntries(columns.map((name, at) => [name, record.cells[at] ?? ""]))),
    failures: readFailuresOf(record, columns)
  }))
}
