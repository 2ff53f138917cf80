import { Either } from "effect"

const instantPattern = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)(Z|[+-]\d\d:\d\d)$/i
const localPattern = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d))?$/
const msPerDay = 86_400_000

/** Whether a text names a time zone of the IANA database, such as `Europe/Berlin` or `UTC`. */
export const isTimeZone = (zone: string): boolean => {
  // An offset such as +01:00 is accepted by some versions of Node only.
  if (!/^[A-Za-z]/.test(zone)) return false
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone !== ""
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** The clock of a zone at an instant, as if that clock showed UTC, in milliseconds. */
const clockAt = (instant: number, zone: string): number => {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit"
  }).formatToParts(instant)
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value)
  return Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute"), of("second"))
}

/** How far the clock of a zone is ahead of UTC at an instant, in milliseconds. */
const offsetAt = (instant: number, zone: string): number => clockAt(instant, zone) - Math.floor(instant / 1_000) * 1_000

const two = (value: number): string => String(Math.floor(value)).padStart(2, "0")

const offsetText = (offset: number): string => {
  const minutes = Math.abs(offset) / 60_000
  return `${offset < 0 ? "-" : "+"}${two(minutes / 60)}:${two(minutes % 60)}`
}

/** An instant as the clock of a zone shows it, with its offset: `2027-03-28T03:30+02:00`. */
const withOffset = (instant: number, zone: string): string => {
  const offset = offsetAt(instant, zone)
  return `${new Date(instant + offset).toISOString().slice(0, 16)}${offsetText(offset)}`
}

/** The instants at which the clock of a zone shows this time: none, one, or two. */
const instantsOf = (shown: number, zone: string): ReadonlyArray<number> => {
  // Clocks change at most once within two days, so these offsets are all that come into question.
  const offsets = new Set([shown - msPerDay, shown + msPerDay].map((instant) => offsetAt(instant, zone)))
  return Array.from(offsets, (offset) => shown - offset)
    .filter((instant) => clockAt(instant, zone) === shown)
    .sort((a, b) => a - b)
}

const isReal = (text: string, instant: number): boolean =>
  !Number.isNaN(instant) && new Date(instant).toISOString().slice(0, 10) === text.slice(0, 10)

/**
 * The instant that a text names: an ISO 8601 time with an offset, or the time of a clock in `zone`. The sentence says
 * what is wrong with a time that the clock of the zone never shows, or shows twice, and offers the instants beside it.
 *
 * @example instantIn("2027-03-01 09:00", "Europe/Berlin") // right(new Date("2027-03-01T08:00:00.000Z"))
 * @example Either.isLeft(instantIn("2027-03-28T02:30", "Europe/Berlin")) // true
 */
export const instantIn = (text: string, zone: string | undefined): Either.Either<Date, string> => {
  const isExact = instantPattern.exec(text)
  if (isExact !== null) {
    const instant = Date.parse(text.replace(" ", "T"))
    return isReal(text, Date.parse(`${isExact[1]}T00:00:00Z`)) && !Number.isNaN(instant)
      ? Either.right(new Date(instant))
      : Either.left(`"${text}" is not a valid time`)
  }
  const parts = localPattern.exec(text)?.slice(1).map((part) => Number(part ?? 0))
  if (parts === undefined) {
    return Either.left(
      `"${text}" is not a time such as 2027-03-01T09:00Z or 2027-03-01T09:00+01:00, or 2027-03-01T09:00 with --zone`
    )
  }
  const [year, month, day, hour, minute, second] = parts as [number, number, number, number, number, number]
  const shown = Date.UTC(year, month - 1, day, hour, minute, second)
  if (!isReal(text, shown) || hour > 23 || minute > 59 || second > 59) {
    return Either.left(`"${text}" is not a valid time`)
  }
  if (zone === undefined) {
    return Either.left(`"${text}" names no time zone: add its offset, such as ${text}Z, or --zone Europe/Berlin`)
  }
  const found = instantsOf(shown, zone)
  if (found.length === 1) return Either.right(new Date(found[0]!))
  if (found.length === 0) {
    const [earlier, later] = [shown - offsetAt(shown + msPerDay, zone), shown - offsetAt(shown - msPerDay, zone)]
    return Either.left(
      `"${text}" does not exist in ${zone}, where clocks skip it; the nearest times are ${
        withOffset(earlier, zone)
      } and ${withOffset(later, zone)}`
    )
  }
  return Either.left(
    `"${text}" happens twice in ${zone}, where clocks are set back; give ${
      found.map((instant) => withOffset(instant, zone)).join(" or ")
    }`
  )
}

/**
 * An instant for people: in UTC, and in `zone` when there is one.
 *
 * @example instantText(new Date("2027-03-01T08:00:00.000Z"), undefined) // "Mon 1 Mar 2027, 08:00 UTC"
 * @example instantText(new Date("2027-03-01T08:00:00.000Z"), "Europe/Berlin") // "Mon 1 Mar 2027, 08:00 UTC (Mon 1 Mar 2027, 09:00 +01:00 Europe/Berlin)"
 */
export const instantText = (instant: Date, zone: string | undefined): string => {
  const clock = (shown: number): string => {
    const at = new Date(shown)
    const [weekday, day, month, year] = at.toUTCString().replace(",", "").split(" ")
    const seconds = at.getUTCSeconds() === 0 ? "" : `:${two(at.getUTCSeconds())}`
    return `${weekday} ${Number(day)} ${month} ${year}, ${two(at.getUTCHours())}:${two(at.getUTCMinutes())}${seconds}`
  }
  const utc = `${clock(instant.getTime())} UTC`
  if (zone === undefined) return utc
  const offset = offsetAt(instant.getTime(), zone)
  return `${utc} (${clock(instant.getTime() + offset)} ${offsetText(offset)} ${zone})`
}
