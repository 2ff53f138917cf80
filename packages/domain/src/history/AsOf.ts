import { type Failure, failure } from "../kernel/Failure.ts"

/** Which instants there is anything to know about. */
export interface RecordSpan {
  /** The database's clock. */
  readonly now: Date
  /** When the first account or question was made; null while there is none. */
  readonly began: Date | null
}

/**
 * Why nothing can be answered as of an instant: it is yet to come, or lies before the record begins. Undefined when
 * something can.
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
    ? failure("INVALID_REQUEST", "Nothing has been recorded yet that could be asked for as_of.", { field, measured })
    : failure("INVALID_REQUEST", `as_of lies before the record begins, ${began.toISOString()}.`, {
      field,
      measured,
      limit: began.toISOString()
    })
}

/**
 * The first instant that is no longer known of. Times are told in milliseconds, so what happened within the millisecond
 * of `asOf` is known: whoever asks for the time that an answer shows gets what the answer is about.
 *
 * @example knownBefore(new Date(5)) // new Date(6)
 */
export const knownBefore = (asOf: Date): Date => new Date(asOf.getTime() + 1)
