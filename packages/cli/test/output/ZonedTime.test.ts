import { Either, FastCheck } from "effect"
import { describe, expect, it } from "vitest"
import { instantIn, instantText, isTimeZone } from "../../src/kit/output/ZonedTime.ts"

const read = (text: string, zone?: string): string =>
  Either.match(instantIn(text, zone), { onLeft: (sentence) => sentence, onRight: (instant) => instant.toISOString() })

describe("a time", () => {
  it.each([
    ["2027-03-01T09:00Z", undefined, "2027-03-01T09:00:00.000Z"],
    ["2027-03-01 09:00:30+01:00", undefined, "2027-03-01T08:00:30.000Z"],
    ["2027-03-01T09:00:00.250-05:30", "Europe/Berlin", "2027-03-01T14:30:00.250Z"],
    ["2027-03-01T09:00", "Europe/Berlin", "2027-03-01T08:00:00.000Z"],
    ["2027-07-01 09:00", "Europe/Berlin", "2027-07-01T07:00:00.000Z"],
    ["2027-07-01 09:00:15", "Asia/Kathmandu", "2027-07-01T03:15:15.000Z"],
    ["2027-01-01T00:00", "Pacific/Kiritimati", "2026-12-31T10:00:00.000Z"],
    ["2027-01-01T00:00", "UTC", "2027-01-01T00:00:00.000Z"],
    // Both sides of the changes.
    ["2027-03-28T01:59", "Europe/Berlin", "2027-03-28T00:59:00.000Z"],
    ["2027-03-28T03:00", "Europe/Berlin", "2027-03-28T01:00:00.000Z"],
    ["2027-10-31T01:59", "Europe/Berlin", "2027-10-30T23:59:00.000Z"],
    ["2027-10-31T03:00", "Europe/Berlin", "2027-10-31T02:00:00.000Z"],
    ["2027-10-31T02:30+02:00", "Europe/Berlin", "2027-10-31T00:30:00.000Z"]
  ])("%s (%s) is %s", (text, zone, instant) => {
    expect(read(text, zone)).toBe(instant)
  })

  it.each([
    [
      "2027-03-28T02:30",
      "Europe/Berlin",
      "\"2027-03-28T02:30\" does not exist in Europe/Berlin, where clocks skip it; the nearest times are 2027-03-28T01:30+01:00 and 2027-03-28T03:30+02:00"
    ],
    [
      "2027-10-31 02:30",
      "Europe/Berlin",
      "\"2027-10-31 02:30\" happens twice in Europe/Berlin, where clocks are set back; give 2027-10-31T02:30+02:00 or 2027-10-31T02:30+01:00"
    ],
    [
      "2027-11-07T01:30",
      "America/New_York",
      "\"2027-11-07T01:30\" happens twice in America/New_York, where clocks are set back; give 2027-11-07T01:30-04:00 or 2027-11-07T01:30-05:00"
    ],
    [
      "2027-04-04T01:45",
      "Australia/Lord_Howe",
      "\"2027-04-04T01:45\" happens twice in Australia/Lord_Howe, where clocks are set back; give 2027-04-04T01:45+11:00 or 2027-04-04T01:45+10:30"
    ],
    [
      "2027-03-01T09:00",
      undefined,
      "\"2027-03-01T09:00\" names no time zone: add its offset, such as 2027-03-01T09:00Z, or --zone Europe/Berlin"
    ],
    ["2027-02-29T09:00", "UTC", "\"2027-02-29T09:00\" is not a valid time"],
    ["2027-02-29T09:00Z", undefined, "\"2027-02-29T09:00Z\" is not a valid time"],
    ["2027-01-01T24:00", "UTC", "\"2027-01-01T24:00\" is not a valid time"],
    ["2027-13-01T09:00Z", undefined, "\"2027-13-01T09:00Z\" is not a valid time"]
  ])("%s (%s) is refused", (text, zone, sentence) => {
    expect(read(text, zone)).toBe(sentence)
  })

  it.each(["tomorrow", "2027-03-01", "09:00", "", "2027-3-1T9:00Z", "1e9", "2027-03-01T09:00+1"])(
    "%j is refused",
    (text) => {
      expect(read(text, "UTC")).toContain("is not a time such as 2027-03-01T09:00Z")
    }
  )

  it("of a zone's clock is read back as the same instant", () => {
    const zones = ["Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "Asia/Kolkata", "Pacific/Apia", "UTC"]
    const minutes = FastCheck.integer({ min: Date.UTC(2024, 0, 1) / 60_000, max: Date.UTC(2032, 0, 1) / 60_000 })
    FastCheck.assert(
      FastCheck.property(minutes, FastCheck.constantFrom(...zones), (minute, timeZone) => {
        const instant = new Date(minute * 60_000)
        const shown = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" }).format(
          instant
        )
        const found = instantIn(shown, timeZone)
        // The hour that happens twice offers both, and one of them is the instant.
        const offered = Either.match(found, {
          onRight: (only) => [only.getTime()],
          onLeft: (sentence) => (sentence.match(/\d{4}-\d\d-\d\dT\d\d:\d\d[+-]\d\d:\d\d/g) ?? []).map(Date.parse)
        })
        expect(offered).toContain(instant.getTime())
      }),
      { numRuns: 300 }
    )
  })
})

describe("a time zone", () => {
  it.each([["Europe/Berlin", true], ["UTC", true], ["Mars/Olympus", false], ["+01:00", false], ["", false], [
    "a b",
    false
  ]])(
    "%j is one: %s",
    (zone, isOne) => expect(isTimeZone(zone)).toBe(isOne)
  )
})

describe("the preview of a time", () => {
  it("shows the day of the zone, which may be another", () => {
    expect(instantText(new Date("2027-01-01T00:30:15Z"), "America/New_York"))
      .toBe("Fri 1 Jan 2027, 00:30:15 UTC (Thu 31 Dec 2026, 19:30:15 -05:00 America/New_York)")
  })
})
