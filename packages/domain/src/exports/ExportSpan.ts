import { type Failure, failure } from "../kernel/Failure.ts"

/** The part of an export that is wanted: `from` is in it, `to` is not; unset is unbounded. */
export interface ExportSpan {
  readonly from?: Date
  readonly to?: Date
}

/**
 * What is wrong with a span, or undefined: it must not end before it begins.
 *
 * @example judgeSpan({ from: new Date(1), to: new Date(0) })?.field // "to"
 */
export const judgeSpan = ({ from, to }: ExportSpan): Failure | undefined =>
  from === undefined || to === undefined || from <= to ? undefined : failure(
    "INVALID_REQUEST",
    `to (${to.toISOString()}) lies before from (${from.toISOString()}).`,
    { field: "to", measured: to.toISOString(), limit: from.toISOString() }
  )
