import { type Failure, failure } from "../kernel/Failure.ts"
import { isCalendarDate } from "../questions/PredictionWindow.ts"

/** The part of an export that is wanted: `from` is in it, `to` is not; unset is unbounded. */
export interface ExportSpan {
  readonly from?: Date
  readonly to?: Date
}

// A plus that was not encoded arrives as a blank.
const timePattern = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?)(Z|[-+ ]\d\d(?::?\d\d)?))?$/i

/**
 * The instant that a text names: a day, which begins at midnight UTC, or a date and time with its offset from UTC.
 * Undefined for anything else, times without an offset included; fractions beyond the millisecond are cut off.
 *
 * @example exportTime("2026-11-20")?.toISOString() // "2026-11-20T00:00:00.000Z"
 * @example exportTime("2026-11-20T01:30+02:00")?.toISOString() // "2026-11-19T23:30:00.000Z"
 * @example exportTime("2026-11-20T01:30") // undefined
 */
export const exportTime = (text: string): Date | undefined => {
  const [, day, time = "00:00", offset = "Z"] = timePattern.exec(text) ?? []
  if (day === undefined || !isCalendarDate(day)) return undefined
  const sign = offset.replace(" ", "+").toUpperCase()
  const zone = /^[-+]\d\d$/.test(sign) ? `${sign}:00` : sign.replace(/^([-+]\d\d)(\d\d)$/, "$1:$2")
  const instant = new Date(`${day}T${time.replace(",", ".")}${zone}`)
  const year = instant.getUTCFullYear()
  return year >= 1970 && year <= 9998 ? instant : undefined
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
