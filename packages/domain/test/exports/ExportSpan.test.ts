import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { exportTime, judgeSpan } from "../../src/exports/ExportSpan.ts"

describe("a time of a span", () => {
  it.each([
    ["2026-11-20", "2026-11-20T00:00:00.000Z"],
    ["2024-02-29", "2024-02-29T00:00:00.000Z"],
    ["2026-11-20T00:00Z", "2026-11-20T00:00:00.000Z"],
    ["2026-11-20T23:59:59Z", "2026-11-20T23:59:59.000Z"],
    ["2026-11-20T23:59:59.9999999Z", "2026-11-20T23:59:59.999Z"],
    ["2026-11-20t12:00:00z", "2026-11-20T12:00:00.000Z"],
    ["2026-11-20T00:30:00+02:00", "2026-11-19T22:30:00.000Z"],
    ["2026-11-20T23:30:00-0200", "2026-11-21T01:30:00.000Z"],
    ["2026-11-20T12:00:00+14", "2026-11-19T22:00:00.000Z"],
    ["2026-11-20T12:00:00,5+05:45", "2026-11-20T06:15:00.500Z"],
    // A plus that a query string turned into a blank.
    ["2026-11-20T00:30:00 02:00", "2026-11-19T22:30:00.000Z"]
  ])("%s is %s", (text, instant) => expect(exportTime(text)?.toISOString()).toBe(instant))

  it.each([
    "",
    "now",
    "2026",
    "2026-11",
    "20261120",
    "2026-02-29",
    "2026-13-01",
    "2026-11-20T12:00",
    "2026-11-20 12:00:00Z",
    "2026-11-20T24:30:00Z",
    "2026-11-20T12:60:00Z",
    "2026-11-20T12:00:00+25:00",
    "2026-11-20T12:00:00Z ",
    "1795132800",
    "1969-12-31",
    "9999-01-01",
    "٢٠٢٦-١١-٢٠"
  ])("%j is none", (text) => expect(exportTime(text)).toBeUndefined())

  it("is what it was written from", () => {
    const some = fc.date({ min: new Date("1970-01-01"), max: new Date("9998-12-31"), noInvalidDate: true })
    fc.assert(fc.property(some, (instant) => {
      expect(exportTime(instant.toISOString())).toEqual(instant)
    }))
  })
})

describe("a span", () => {
  it("must not end before it begins; an empty one is one", () => {
    const [early, late] = [new Date(0), new Date(1)]
    expect(judgeSpan({ from: late, to: early })).toMatchObject({ code: "INVALID_REQUEST", field: "to" })
    for (const span of [{}, { from: late }, { to: late }, { from: early, to: early }, { from: early, to: late }]) {
      expect(judgeSpan(span)).toBeUndefined()
    }
  })
})
