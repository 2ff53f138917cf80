import { describe, expect, it } from "vitest"
import { isCalendarDate } from "../../src/kernel/isCalendarDate.ts"

describe("calendar dates", () => {
  it.each(["2027-01-01", "2028-02-29", "9999-12-31"])("%s is one", (text) => expect(isCalendarDate(text)).toBe(true))
  it.each([
    "",
    "2027-02-29",
    "2027-13-01",
    "2027-00-10",
    "2027-04-31",
    "27-01-01",
    "2027-1-1",
    "2027-01-01T00:00:00Z",
    "tomorrow"
  ])(
    "%j is not",
    (text) => expect(isCalendarDate(text)).toBe(false)
  )
})
