import { type Failure, failure } from "../../kernel/Failure.ts"

/** The time span that history covers. */
export interface RecordSpan {
  /** The database's time. */
  readonly now: Date
  /** When the first account or question was created; null when there is none. */
  readonly began: Date | null
}

/**
 * Returns the failure of an `as_of` in the future or before the record begins; undefined when it is valid.
 *
 * @example judgeAsOf(new Date(2), { now: new Date(1), began: new Date(0) })?.code // "INVALID_REQUEST"
 * @example judgeAsOf(new Date(1), { now: new Date(1), began: new Date(0) }) // undefined
 */
export const judgeAsOf = (asOf: Date, { began, now }: RecordSpan): Failure | undefined => {
  const field = "as_of"
  const measured = asOf.toISOString()
  if (asOf.getTime() > now.getTime()) {
    const message = `as_of is in the future: it is ${now.toISOString()} now.`
    return failure("INVALID_REQUEST", message, { field, measured, limit: now.toISOString() })
  }
  if (began !== null && asOf.getTime() >= began.getTime()) return undefined
  return began === null
    ? failure("INVALID_REQUEST", "as_of cannot be used yet: nothing has been recorded.", { field, measured })
    : failure("INVALID_REQUEST", `as_of must not be earlier than the first record, ${began.toISOString()}.`, {
      field,
      measured,
      limit: began.toISOString()
    })
}

/**
 * The exclusive upper bound of what was known at `asOf`. Times in responses have milliseconds, so everything within the
 * millisecond of `asOf` is included: a request with a time from a response sees the row that has it.
 *
 * @example knownBefore(new Date(5)) // new Date(6)
 */
export const knownBefore = (asOf: Date): Date => new Date(asOf.getTime() + 1)
