import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import {
  isoWeekEnd,
  isoWeekOf,
  isoWeekStart,
  isoWeekText,
  parseIsoWeek,
  weeksInIsoYear
} from "../../src/forecasting/insight/IsoWeek.ts"

/** An independent reference implementation by the day of the year and the day of the week. */
const reference = (instant: Date): string => {
  const year = instant.getUTCFullYear()
  const dayOfYear = (at: Date) => Math.floor((at.getTime() - Date.UTC(at.getUTCFullYear(), 0, 1)) / 86_400_000) + 1
  const weekday = instant.getUTCDay() === 0 ? 7 : instant.getUTCDay()
  const dominical = (of: number) => (of + Math.floor(of / 4) - Math.floor(of / 100) + Math.floor(of / 400)) % 7
  const weeks = (of: number) => dominical(of) === 4 || dominical(of - 1) === 3 ? 53 : 52
  const week = Math.floor((dayOfYear(instant) - weekday + 10) / 7)
  const [ofYear, ofWeek] = week < 1
    ? [year - 1, weeks(year - 1)]
    : week > weeks(year)
    ? [year + 1, 1]
    : [year, week]
  return `${ofYear}-W${String(ofWeek).padStart(2, "0")}`
}

const instant = fc.date({
  min: new Date("1970-01-01T00:00:00Z"),
  max: new Date("9999-12-31T23:59:59.999Z"),
  noInvalidDate: true
})

describe("weeks of ISO 8601", () => {
  it.each([
    ["2020-12-31T23:59:59.999Z", "2020-W53"],
    ["2021-01-03T23:59:59.999Z", "2020-W53"],
    ["2021-01-04T00:00:00.000Z", "2021-W01"],
    ["2024-12-30T00:00:00.000Z", "2025-W01"],
    ["2025-12-28T23:59:59.999Z", "2025-W52"],
    ["2025-12-29T00:00:00.000Z", "2026-W01"],
    ["2026-12-31T12:00:00.000Z", "2026-W53"],
    ["2027-01-01T00:00:00.000Z", "2026-W53"],
    ["1970-01-01T00:00:00.000Z", "1970-W01"],
    ["2000-02-29T00:00:00.000Z", "2000-W09"]
  ])("%s lies in %s", (text, week) => {
    expect(isoWeekText(isoWeekOf(new Date(text)))).toBe(week)
  })

  it("equal the reference implementation for any instant", () => {
    fc.assert(
      fc.property(instant, (at) => {
        expect(isoWeekText(isoWeekOf(at))).toBe(reference(at))
      }),
      { numRuns: 2_000 }
    )
  })

  it("contain their instants, begin on a Monday and end where the next one begins", () => {
    fc.assert(fc.property(instant, (at) => {
      const week = isoWeekOf(at)
      const start = isoWeekStart(week)
      expect(start.getTime() <= at.getTime() && at.getTime() < isoWeekEnd(week).getTime()).toBe(true)
      expect([start.getUTCDay(), start.toISOString().slice(-14)]).toEqual([1, "T00:00:00.000Z"])
      expect(isoWeekStart(isoWeekOf(isoWeekEnd(week)))).toEqual(isoWeekEnd(week))
      expect(isoWeekOf(new Date(isoWeekEnd(week).getTime() - 1))).toEqual(week)
    }))
  })

  it("are parsed from their formatted text", () => {
    fc.assert(fc.property(fc.integer({ min: 1970, max: 9999 }), fc.integer({ min: 1, max: 53 }), (year, week) => {
      const read = parseIsoWeek(isoWeekText({ year, week }))
      expect(read).toEqual(week <= weeksInIsoYear(year) ? { year, week } : undefined)
    }))
  })

  it.each([
    "",
    "2026",
    "2026-W7",
    "2026-W00",
    "2026-W54",
    "2025-W53",
    "2026-07",
    " 2026-W07",
    "2026-W07\n",
    "1969-W01"
  ])(
    "%j is invalid",
    (text) => {
      expect(parseIsoWeek(text)).toBeUndefined()
    }
  )
})
