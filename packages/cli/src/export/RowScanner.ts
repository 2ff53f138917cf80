import type { ExportFormat } from "@auspex/domain/exports"

const lineFeed = 10
const quote = 34
const comma = 44

/** Longer than the id of any row and the text before it. */
const beginMax = 128

/** The rows in the part of a document that has been read. */
export interface ScannedRows {
  /** Whole rows, not counting the header. */
  readonly rows: number
  /**
   * The byte offset of the end of the last whole row: after its line break in CSV and NDJSON, before the comma in JSON.
   */
  readonly end: number
  /** The id of the last whole row. */
  readonly id: string | undefined
  /** The first line, up to 128 bytes. */
  readonly firstLine: string
}

/**
 * Finds the rows of an export in chunks of bytes of any size. A row is a record in CSV, whose cells may hold line
 * breaks, and a line that holds an object in JSON and NDJSON. Uses constant memory.
 */
export class RowScanner {
  readonly #isRow: (begin: string) => boolean
  readonly #idIn: RegExp
  readonly #isCsv: boolean
  readonly #isJson: boolean
  #offset = 0
  #inQuotes = false
  #line = 0
  /** The beginning of the current line. */
  #begin = ""
  /** The last byte of the previous chunk. */
  #before = 0
  #rows = 0
  #end = 0
  #id: string | undefined
  #firstLine: string | undefined

  constructor(format: ExportFormat) {
    this.#isCsv = format === "csv"
    this.#isJson = format === "json"
    this.#idIn = this.#isCsv ? /^([^,\r\n]+),/ : /^\{"id":"([^"]+)"/
    this.#isRow = this.#isCsv ? () => this.#line > 0 : (begin) => begin.startsWith("{\"id\":")
  }

  get found(): ScannedRows {
    return { rows: this.#rows, end: this.#end, id: this.#id, firstLine: this.#firstLine ?? this.#begin }
  }

  /** Scans the next bytes. */
  push(chunk: Buffer): void {
    let begin = 0
    for (let at = this.#nextBreak(chunk, 0); at !== -1; at = this.#nextBreak(chunk, begin)) {
      this.#take(chunk, begin, at)
      this.#endLine(chunk, at)
      begin = at + 1
    }
    this.#take(chunk, begin, chunk.length)
    this.#offset += chunk.length
    this.#before = chunk.at(-1) ?? this.#before
  }

  /** The end of the line at `from`; -1 if it is in a later chunk. */
  #nextBreak(chunk: Buffer, from: number): number {
    if (!this.#isCsv) return chunk.indexOf(lineFeed, from)
    for (let at = from; at < chunk.length; at++) {
      const byte = chunk[at]
      if (byte === quote) this.#inQuotes = !this.#inQuotes
      else if (byte === lineFeed && !this.#inQuotes) return at
    }
    return -1
  }

  /** Extends the beginning of the current line. */
  #take(chunk: Buffer, from: number, to: number): void {
    if (this.#begin.length < beginMax) {
      this.#begin += chunk.toString("latin1", from, Math.min(to, from + beginMax - this.#begin.length))
    }
  }

  #endLine(chunk: Buffer, at: number): void {
    if (this.#isRow(this.#begin)) {
      this.#rows++
      this.#id = this.#idIn.exec(this.#begin)?.[1]
      this.#end = this.#offset + at + (this.#isJson ? 0 : 1)
      const previous = at > 0 ? chunk[at - 1] : this.#before
      if (this.#isJson && previous === comma) this.#end--
    }
    this.#firstLine ??= this.#begin.replace(/\r$/, "")
    this.#line++
    this.#begin = ""
  }
}
