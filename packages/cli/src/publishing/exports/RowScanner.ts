import type { ExportFormat } from "@auspex/domain/exports"

const lineFeed = 10
const quote = 34
const comma = 44

/** Longer than the id of any row and the text before it. */
const prefixMax = 128

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
  readonly #isRow: (prefix: string) => boolean
  readonly #idIn: RegExp
  readonly #isCsv: boolean
  readonly #isJson: boolean
  #offset = 0
  #inQuotes = false
  #line = 0
  /** The beginning of the current line. */
  #prefix = ""
  /** The last byte of the previous chunk. */
  #previousByte = 0
  #rows = 0
  #end = 0
  #id: string | undefined
  #firstLine: string | undefined

  constructor(format: ExportFormat) {
    this.#isCsv = format === "csv"
    this.#isJson = format === "json"
    this.#idIn = this.#isCsv ? /^([^,\r\n]+),/ : /^\{"id":"([^"]+)"/
    this.#isRow = this.#isCsv ? () => this.#line > 0 : (prefix) => prefix.startsWith("{\"id\":")
  }

  get found(): ScannedRows {
    return { rows: this.#rows, end: this.#end, id: this.#id, firstLine: this.#firstLine ?? this.#prefix }
  }

  /** Scans the next bytes. */
  push(chunk: Buffer): void {
    let lineStart = 0
    for (let at = this.#nextBreak(chunk, 0); at !== -1; at = this.#nextBreak(chunk, lineStart)) {
      this.#extendPrefix(chunk, lineStart, at)
      this.#endLine(chunk, at)
      lineStart = at + 1
    }
    this.#extendPrefix(chunk, lineStart, chunk.length)
    this.#offset += chunk.length
    this.#previousByte = chunk.at(-1) ?? this.#previousByte
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
  #extendPrefix(chunk: Buffer, from: number, to: number): void {
    if (this.#prefix.length < prefixMax) {
      this.#prefix += chunk.toString("latin1", from, Math.min(to, from + prefixMax - this.#prefix.length))
    }
  }

  #endLine(chunk: Buffer, at: number): void {
    if (this.#isRow(this.#prefix)) {
      this.#rows++
      this.#id = this.#idIn.exec(this.#prefix)?.[1]
      this.#end = this.#offset + at + (this.#isJson ? 0 : 1)
      const previous = at > 0 ? chunk[at - 1] : this.#previousByte
      if (this.#isJson && previous === comma) this.#end--
    }
    this.#firstLine ??= this.#prefix.replace(/\r$/, "")
    this.#line++
    this.#prefix = ""
  }
}
