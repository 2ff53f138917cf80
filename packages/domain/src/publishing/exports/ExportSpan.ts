import { type Failure, failure } from "../../kernel/Failure.ts"

/**
 * The requested part of an export, a half-open interval: `from` is inclusive, `to` exclusive; absent bounds are open.
 */
export interface ExportSpan {
  readonly from?: Date
  readonly to?: Date
}

/**
 * Returns the failure of a span whose `to` is before its `from`, else undefined.
 *
 * @example judgeSpan({ from: new Date(1), to: new Date(0) })?.field // "to"
 */
export const judgeSpan = ({ from, to }: ExportSpan): Failure | undefined =>
  from === undefined || to === undefined || from <= to ? undefined : failure(
    "INVALID_REQUEST",
    `to (${to.toISOString()}) must not be earlier than from (${from.toISOString()}).`,
    { field: "to", measured: to.toISOString(), limit: from.toISOString() }
  )
