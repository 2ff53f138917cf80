import {
  type CountableTimeInterval,
  type TimeInterval,
  unixDay,
  utcHour,
  utcMinute,
  utcMonday,
  utcMonth,
  utcYear
} from "d3-time"

/** A tick of a time axis. */
export interface TimeTick {
  readonly at: Date
  /** The unit that changed since the previous tick: the hour, the day, the month or the year. */
  readonly label: string
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const

/**
 * A formatted day, UTC.
 *
 * @example dayText(new Date("2027-03-01T23:59:59Z")) // "1 Mar 2027"
 */
export const dayText = (at: Date): string => `${dayAndMonth(at)} ${at.getUTCFullYear()}`

/**
 * A formatted span, UTC: a common year or day appears once, and hours only within a day.
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

const clockLabel = (at: Date): string => at.getTime() % day === 0 ? dayAndMonth(at) : clockText(at)
const monthLabel = (at: Date): string =>
  at.getUTCMonth() === 0 ? String(at.getUTCFullYear()) : months[at.getUTCMonth()]!
const yearLabel = (at: Date): string => String(at.getUTCFullYear())

/** A spacing of ticks at round times, its maximum in milliseconds, and the labels. */
interface TickStep {
  readonly interval: TimeInterval
  readonly distanceMax: number
  readonly label: (at: Date) => string
}

const every = (
  counts: ReadonlyArray<number>,
  unit: CountableTimeInterval,
  unitMax: number,
  label: TickStep["label"]
): ReadonlyArray<TickStep> =>
  counts.map((count) => ({ interval: unit.every(count)!, distanceMax: count * unitMax, label }))

// Not `utcTicks` of d3: it chooses the step nearest to a number of ticks, which often gives more ticks than fit, or one
// or none where fortnights would fit.
const tickSteps: ReadonlyArray<TickStep> = [
  ...every([1, 5, 15, 30], utcMinute, minute, clockLabel),
  ...every([1, 3, 6, 12], utcHour, hour, clockLabel),
  ...every([1, 2], unixDay, day, dayAndMonth),
  ...every([1, 2], utcMonday, 7 * day, dayAndMonth),
  ...every([1, 3, 6], utcMonth, 31 * day, monthLabel),
  ...every([1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 10_000, 100_000], utcYear, 366 * day, yearLabel)
]

/**
 * Ticks from `from` to `to` inclusive at round times (minutes, hours, days, weeks from Monday, months, years; UTC), as
 * many as possible but at most `countMax`. Empty if there is no round time in between.
 *
 * @example timeTicks(new Date("2027-11-20"), new Date("2028-02-10"), 4).map(({ label }) => label) // ["Dec", "2028", "Feb"]
 * @example timeTicks(new Date("2027-03-01"), new Date("2027-03-02"), 5).map(({ label }) => label) // ["1 Mar", "06:00", "12:00", "18:00", "2 Mar"]
 */
export const timeTicks = (from: Date, to: Date, countMax: number): ReadonlyArray<TimeTick> => {
  for (const { distanceMax, interval, label } of tickSteps) {
    // Skips steps that are far too small: enumerating the minutes of a century would be slow.
    if ((to.getTime() - from.getTime()) / distanceMax > countMax + 1) continue
    const found = interval.range(from, new Date(to.getTime() + 1))
    if (found.length <= countMax) return found.map((at) => ({ at, label: label(at) }))
  }
  return []
}
