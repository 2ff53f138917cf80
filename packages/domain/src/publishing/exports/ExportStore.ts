import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { ExportRow } from "./ExportColumn.ts"
import type { ExportSpan } from "./ExportSpan.ts"
import type { ExportName } from "./ExportTables.ts"

/** The rows to read: those of the span, after the row `cursor` if it is given. */
export interface ExportRequest extends ExportSpan {
  readonly cursor?: string
}

/**
 * A read in progress. Between two batches it holds no connection, transaction or database cursor, so it can be
 * abandoned at any time.
 */
export interface ExportReading {
  /** Reads the next rows, about `rowsMax` at most; empty at the end. A failed call may be repeated. */
  readonly next: (rowsMax: number) => Effect.Effect<ReadonlyArray<ExportRow>, StorageUnavailable>
}

/**
 * Reads the rows of exports, each row once, in a fixed order, and of public questions only. Rows that are added during
 * a read may or may not be included.
 */
export class ExportStore extends Context.Tag("auspex/ExportStore")<ExportStore, {
  /**
   * Starts a read. It includes everything committed before, but stops before rows of open transactions, so that a
   * later read from the last row onwards misses no late commit. Returns undefined when `cursor` is not the id of a
   * row.
   */
  readonly read: (
    name: ExportName,
    request: ExportRequest
  ) => Effect.Effect<ExportReading | undefined, StorageUnavailable>
}>() {}
