import { costGrowth, linearGrowthMax } from "@auspex/testkit/cost"
import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { linearScale } from "../../src/kit/Scale.ts"
import { spread } from "../../src/kit/Spread.ts"
import { fitText, textWidth, wrapText } from "../../src/kit/TextFit.ts"
import { spanText, timeTicks } from "../../src/kit/TimeTicks.ts"

const finite = fc.double({ min: -1e9, max: 1e9, noNaN: true })

describe("a scale", () => {
  it("keeps the order and never leaves its range", () => {
    fc.assert(fc.property(finite, finite, finite, finite, (low, high, a, b) => {
      const scale = linearScale([Math.min(low, high), Math.max(low, high)], [0, 300])
      expect(scale(a)).toBeGreaterThanOrEqual(0)
      expect(scale(a)).toBeLessThanOrEqual(300)
      if (a < b) expect(scale(a)).toBeLessThanOrEqual(scale(b))
    }))
  })
})

describe("ticks at round times", () => {
  const labels = (from: string, to: string, count: number) =>
    timeTicks(new Date(from), new Date(to), count).map(({ label }) => label)

  it.each([
    ["2027-03-03T10:02:00Z", "2027-03-03T10:58:00Z", 4, ["10:15", "10:30", "10:45"]],
    ["2027-03-03T22:00:00Z", "2027-03-04T02:00:00Z", 5, ["22:00", "23:00", "4 Mar", "01:00", "02:00"]],
    ["2027-03-03", "2027-03-06", 4, ["3 Mar", "4 Mar", "5 Mar", "6 Mar"]],
    ["2027-03-03", "2027-03-30", 4, ["8 Mar", "15 Mar", "22 Mar", "29 Mar"]],
    ["2027-03-03", "2027-04-17", 3, ["8 Mar", "22 Mar", "5 Apr"]],
    ["2027-10-27", "2027-11-21", 3, ["1 Nov", "8 Nov", "15 Nov"]],
    ["2027-11-05", "2028-03-05", 5, ["Dec", "2028", "Feb", "Mar"]],
    ["2025-11-05", "2029-03-05", 5, ["2026", "2027", "2028", "2029"]],
    ["1990-01-01", "2027-01-01", 5, ["1990", "2000", "2010", "2020"]],
    ["2027-03-03T10:00:01Z", "2027-03-03T10:00:02Z", 5, []]
  ])("from %s to %s, %i at most", (from, to, count, expected) => expect(labels(from, to, count)).toEqual(expected))

  it("are few, ascending and within the span, for any span", () => {
    const instant = fc.integer({ min: Date.UTC(1900, 0), max: Date.UTC(2200, 0) })
    fc.assert(fc.property(instant, fc.integer({ min: 0, max: 3e12 }), fc.integer({ min: 1, max: 12 }), (
      from,
      span,
      count
    ) => {
      const times = timeTicks(new Date(from), new Date(from + span), count).map(({ at }) => at.getTime())
      expect(times.length).toBeLessThanOrEqual(count)
      times.forEach((time, at) => {
        expect(time).toBeGreaterThanOrEqual(from)
        expect(time).toBeLessThanOrEqual(from + span)
        if (at > 0) expect(time).toBeGreaterThan(times[at - 1]!)
      })
      // Any span of more than a few minutes has ticks.
      if (span > 5 * 60_000 && count >= 3) expect(times.length).toBeGreaterThan(0)
    }))
  })

  it.each([
    ["2027-03-03T08:00:00Z", "2027-03-03T08:00:00Z", "3 Mar 2027, 08:00"],
    ["2027-03-03T08:00:00Z", "2027-03-03T18:30:00Z", "3 Mar 2027, 08:00 – 18:30"],
    ["2027-03-03", "2027-04-01", "3 Mar – 1 Apr 2027"],
    ["2027-12-30", "2028-01-02", "30 Dec 2027 – 2 Jan 2028"]
  ])("the span %s to %s in words", (from, to, text) => expect(spanText(new Date(from), new Date(to))).toBe(text))
})

describe("positions that are spread", () => {
  it("keep their order, have the gap, stay in the range, and move only if necessary", () => {
    const places = fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { minLength: 1, maxLength: 12 })
    fc.assert(fc.property(places, fc.double({ min: 0, max: 30, noNaN: true }), (any, gap) => {
      const sorted = [...any].sort((a, b) => a - b)
      const apart = spread(sorted, gap, 0, 100)
      const kept = Math.min(gap, 100 / Math.max(1, sorted.length - 1))
      apart.forEach((place, at) => {
        expect(place).toBeGreaterThanOrEqual(-1e-9)
        expect(place).toBeLessThanOrEqual(100 + 1e-9)
        if (at > 0) expect(place - apart[at - 1]!).toBeGreaterThanOrEqual(kept - 1e-9)
      })
      if (sorted.every((place, at) => at === 0 || place - sorted[at - 1]! >= kept)) {
        apart.forEach((place, at) => expect(place).toBeCloseTo(sorted[at]!, 9))
      }
    }))
  })
})

describe("a wrapped text", () => {
  it("fits, and loses words only with an ellipsis", () => {
    const words = fc.array(fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }), { maxLength: 30 })
    fc.assert(fc.property(words, fc.integer({ min: 40, max: 400 }), fc.integer({ min: 1, max: 3 }), (
      parts,
      width,
      linesMax
    ) => {
      const text = parts.join(" ")
      const lines = wrapText(text, 12, width, linesMax)
      expect(lines.length).toBeLessThanOrEqual(linesMax)
      for (const line of lines) expect(textWidth(line, 12)).toBeLessThanOrEqual(width + 13)
      if (lines[lines.length - 1]?.endsWith("…") !== true) {
        expect(lines.join("").replace(/\s/gu, "")).toBe(text.replace(/\s/gu, ""))
      }
    }))
  })

  it.each(["a ", "x", "\u0301"])("is computed for a long repetition of %j in linear time", async (part) => {
    const work = (text: string) => wrapText(text, 12, 300, 2)
    expect(await costGrowth({ input: (size) => part.repeat(size), work, size: 2_000_000 })).toBeLessThan(
      linearGrowthMax
    )
  })

  it("is truncated at a word boundary if that keeps most of it", () => {
    expect(fitText("A government of national unity", 10, 100)).toBe("A government of…")
    expect(fitText("Donaudampfschifffahrtsgesellschaft", 10, 60)).toMatch(/^Donau\w*…$/)
    expect(wrapText("Will it rain, in Lisbon, tomorrow?", 10, 80, 2)).toEqual(["Will it rain, in", "Lisbon…"])
  })
})
