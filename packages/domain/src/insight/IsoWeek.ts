/** A week of ISO 8601: Monday to Sunday, in the year that its Thursday lies in. */
export interface IsoWeek {
  readonly year: number
  /** 1 to 52, or 53. */
  readonly week: number
}

const dayMillis = 86_400_000
export const weekMillis = 7 * dayMillis

/** Before any record; and weeks of years below 100 are not what `Date.UTC` makes of them. */
export const isoYearMin = 1970

const mondayMillisBefore = (millis: number): number => {
  const day = Math.floor(millis / dayMillis)
  // 1970-01-01 was a Thursday: the third day after a Monday.
  return (day - (((day + 3) % 7) + 7) % 7) * dayMillis
}

/**
 * When a week begins: Monday, 00:00 UTC. The one with January 4 in it is the first of its year.
 *
 * @example isoWeekStart({ year: 2026, week: 1 }).toISOString() // "2025-12-29T00:00:00.000Z"
 */
export const isoWeekStart = ({ week, year }: IsoWeek): Date =>
  new Date(mondayMillisBefore(Date.UTC(year, 0, 4)) + (week - 1) * weekMillis)

/** When a week ends, and the next one begins. */
export const isoWeekEnd = (week: IsoWeek): Date => new Date(isoWeekStart(week).getTime() + weekMillis)

/**
 * The week that an instant lies in.
 *
 * @example isoWeekOf(new Date("2027-01-03T23:59:59.999Z")) // { year: 2026, week: 53 }
 */
export const isoWeekOf = (instant: Date): IsoWeek => {
  const monday = mondayMillisBefore(instant.getTime())
  const year = new Date(monday + 3 * dayMillis).getUTCFullYear()
  const first = mondayMillisBefore(Date.UTC(year, 0, 4))
  return { year, week: 1 + Math.round((monday - first) / weekMillis) }
}

/**
 * How many weeks a year has: 53 when it begins or ends on a Thursday, else 52.
 *
 * @example [2020, 2025, 2026].map(weeksInIsoYear) // [53, 52, 53]
 */
export const weeksInIsoYear = (year: number): number => isoWeekOf(new Date(Date.UTC(year, 11, 28))).week

/**
 * As it is written.
 *
 * @example isoWeekText({ year: 2026, week: 7 }) // "2026-W07"
 */
export const isoWeekText = ({ week, year }: IsoWeek): string =>
  `${String(year).padStart(4, "0")}-W${String(week).padStart(2, "0")}`

/**
 * Reads a week as it is written; undefined for anything else, a week that its year does not have included.
 *
 * @example parseIsoWeek("2026-W53") // { year: 2026, week: 53 }
 * @example parseIsoWeek("2025-W53") // undefined
 */
export const parseIsoWeek = (text: string): IsoWeek | undefined => {
  if (!/^\d{4}-W\d{2}$/.test(text)) return undefined
  const year = Number(text.slice(0, 4))
  const week = Number(text.slice(6))
  return year >= isoYearMin && week >= 1 && week <= weeksInIsoYear(year) ? { year, week } : undefined
}
