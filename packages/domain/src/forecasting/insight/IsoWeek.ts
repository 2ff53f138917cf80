/** An ISO 8601 week: Monday to Sunday, in the year that contains its Thursday. */
export interface IsoWeek {
  readonly year: number
  /** 1 to 52, or 53. */
  readonly week: number
}

const dayMillis = 86_400_000
/** The length of a week in milliseconds. */
const weekMillis = 7 * dayMillis

/** The first permitted year: before any record, and `Date.UTC` treats years below 100 specially. */
const isoYearMin = 1970

const mondayMillisBefore = (millis: number): number => {
  const day = Math.floor(millis / dayMillis)
  // 1970-01-01 was a Thursday, three days after a Monday.
  return (day - (((day + 3) % 7) + 7) % 7) * dayMillis
}

/**
 * The start of a week: Monday, 00:00 UTC. Week 1 contains January 4.
 *
 * @example isoWeekStart({ year: 2026, week: 1 }).toISOString() // "2025-12-29T00:00:00.000Z"
 */
export const isoWeekStart = ({ week, year }: IsoWeek): Date =>
  new Date(mondayMillisBefore(Date.UTC(year, 0, 4)) + (week - 1) * weekMillis)

/** The end of a week, exclusive: the start of the next one. */
export const isoWeekEnd = (week: IsoWeek): Date => new Date(isoWeekStart(week).getTime() + weekMillis)

/**
 * The week that contains an instant.
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
 * The number of weeks of a year: 53 when it begins or ends on a Thursday, else 52.
 *
 * @example [2020, 2025, 2026].map(weeksInIsoYear) // [53, 52, 53]
 */
export const weeksInIsoYear = (year: number): number => isoWeekOf(new Date(Date.UTC(year, 11, 28))).week

/**
 * Formats a week as `YYYY-Www`.
 *
 * @example isoWeekText({ year: 2026, week: 7 }) // "2026-W07"
 */
export const isoWeekText = ({ week, year }: IsoWeek): string =>
  `${String(year).padStart(4, "0")}-W${String(week).padStart(2, "0")}`

/**
 * Parses a week; undefined for anything else, including a week that its year does not have.
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
