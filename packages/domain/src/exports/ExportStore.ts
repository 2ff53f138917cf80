import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import type { ExportRow } from "./ExportColumn.ts"
import type { ExportSpan } from "./ExportSpan.ts"
import type { ExportName } from "./ExportTables.ts"

/** What is read: the rows of the span, those after the row `cursor` when it is given. */
export interface ExportRequest extends ExportSpan {
  readonly cursor?: string
}

/**
 * A reading in progress. It holds nothing of the database between two batches: no connection, no transaction, no cursor.
 * Abandoning it needs no word.
 */
export interface ExportReading {
  /** The next rows, about `rowsMax` of them at most; none means that there are no more. A failed call may be repeated. */
  readonly next: (rowsMax: number) => Effect.Effect<ReadonlyArray<ExportRow>, StorageUnavailable>
}

/**
 * The rows of the exports, each in a fixed order, every row once. What is added while a reading goes on may or may not be
 * in it. Rows of public questions only.
 */
export class ExportStore extends Context.Tag("auspex/ExportStore")<ExportStore, {
  /**
   * Begins a reading. It ends before transactions that are still open: whoever goes on after its last row some time later
   * misses nothing that was committed late. What had been committed before, however shortly, is in it. Undefined when `cursor` is the id of no row.
   */
  readonly read: (
    name: ExportName,
    request: ExportRequest
  ) => Effect.Effect<ExportReading | undefined, StorageUnavailable>
}>() {}
