/** A mark on an axis of time. */
export interface TimeTick {
  readonly at: Date
  /** What changed since the mark before: the hour, the day, the month or the year. */
  readonly label: string
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** 5 January 1970, a Monday. */
const monday = 4 * day
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const

/**
 * A day in words, UTC.
 *
 * @example dayText(new Date("2027-03-01T23:59:59Z")) // "1 Mar 2027"
 */
export const dayText = (at: Date): string => `${dayAndMonth(at)} ${at.getUTCFullYear()}`

/**
 * From when to when in words, UTC: what the two have in common is said once, and hours only within two days.
 *
 * @example spanText(new Date("2027-03-01T00:00:00Z"), new Date("2027-08-14T00:00:00Z")) // "1 Mar – 14 Aug 2027"
 * @example spanText(new Date("2027-03-01T08:00:00Z"), new Date("2027-03-01T09:30:00Z")) // "1 Mar 2027, 08:00 – 09:30"
 */
export const spanText = (from: Date, to: Date): string => {
  const sameDay = dayText(from) === dayText(to)
  if (sameDay && from.getTime() === to.getTime()) return `${dayText(from)}, ${clockText(from)}`
  if (sameDay) return `${dayText(from)}, ${clockText(from)} – ${clockText(to)}`
  const sameYear = from.getUTCFullYear() === to.getUTCFullYear()
  return `${sameYear ? dayAndMonth(from) : dayText(from)} – ${dayText(to)}`
}

const dayAndMonth = (at: Date): string => `${at.getUTCDate()} ${months[at.getUTCMonth()]!}`

const clockText = (at: Date): string => at.toISOString().slice(-13, -8)

/** Marks at even distances in UTC: every so many milliseconds from an origin, or every so many months. */
type Rhythm =
  | { readonly every: number; readonly origin: number; readonly label: (at: Date) => string }
  | { readonly months: number; readonly label: (at: Date) => string }

const clockLabel = (at: Date): string => at.getTime() % day === 0 ? dayAndMonth(at) : clockText(at)
const monthLabel = (at: Date): string =>
  at.getUTCMonth() === 0 ? String(at.getUTCFullYear()) : months[at.getUTCMonth()]!
const yearLabel = (at: Date): string => String(at.getUTCFullYear())

const rhythms: ReadonlyArray<Rhythm> = [
  ...[minute, 5 * minute, 15 * minute, 30 * minute, hour, 3 * hour, 6 * hour, 12 * hour].map((every) => ({
    every,
    origin: 0,
    label: clockLabel
  })),
  ...[day, 2 * day].map((every) => ({ every, origin: 0, label: dayAndMonth })),
  ...[7 * day, 14 * day].map((every) => ({ every, origin: monday, label: dayAndMonth })),
  ...[1, 3, 6].map((count) => ({ months: count, label: monthLabel })),
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 10_000, 100_000].map((years) => ({
    months: 12 * years,
    label: yearLabel
  }))
]

/** The first mark at or after `from`, counted in the rhythm's own steps. */
const instants = (rhythm: Rhythm, from: Date, to: Date, countMax: number): ReadonlyArray<Date> | undefined => {
  const found: Array<Date> = []
  const at = (step: number): Date =>
    "every" in rhythm
      ? new Date(rhythm.origin + step * rhythm.every)
      : new Date(Date.UTC(1970, step * rhythm.months, 1))
  const first = "every" in rhythm
    ? Math.ceil((from.getTime() - rhythm.origin) / rhythm.every)
    : Math.floor(((from.getUTCFullYear() - 1970) * 12 + from.getUTCMonth()) / rhythm.months)
  for (let step = first; at(step) <= to; step++) {
    if (at(step) < from) continue
    if (found.length === countMax) return undefined
    found.push(at(step))
  }
  return found
}

/**
 * Marks from `from` to `to` inclusive at round times (minutes, hours, days, weeks from Monday, months, years; UTC), as
 * many as possible but at most `countMax`. None when no round time lies between.
 *
 * @example timeTicks(new Date("2027-11-20"), new Date("2028-02-10"), 4).map(({ label }) => label) // ["Dec", "2028", "Feb"]
 * @example timeTicks(new Date("2027-03-01"), new Date("2027-03-02"), 5).map(({ label }) => label) // ["1 Mar", "06:00", "12:00", "18:00", "2 Mar"]
 */
export const timeTicks = (from: Date, to: Date, countMax: number): ReadonlyArray<TimeTick> => {
  for (const rhythm of rhythms) {
    // Counting out minutes of a century would take a while.
    if ("every" in rhythm && (to.getTime() - from.getTime()) / rhythm.every > countMax + 1) continue
    const found = instants(rhythm, from, to, countMax)
    if (found !== undefined) return found.map((at) => ({ at, label: rhythm.label(at) }))
  }
  return []
}
