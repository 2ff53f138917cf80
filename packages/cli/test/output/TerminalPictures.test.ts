import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { barText } from "../../src/kit/output/BarText.ts"
import { calibrationText } from "../../src/kit/output/CalibrationText.ts"
import { sparkline, stepSamples } from "../../src/kit/output/Sparkline.ts"
import { wilsonInterval } from "@auspex/domain/kernel"

const point = (confidence: number, predictions: number, correct: number) => ({
  confidence,
  predictions,
  observed: correct / predictions,
  interval: wilsonInterval(correct, predictions)
})

const widthOf = (line: string): number => [...line.replaceAll(/\u001b\[\d+m/g, "")].length

describe("a calibration plot in characters", () => {
  const some = [point(60, 12, 7), point(70, 28, 22), point(80, 60, 20)]

  it("fits its columns and is the same without its colours", () => {
    const points = fc.array(fc.tuple(fc.integer({ min: 50, max: 99 }), fc.integer({ min: 1, max: 500 }), fc.nat()), {
      minLength: 1,
      maxLength: 50
    }).map((rows) => rows.map(([confidence, count, correct]) => point(confidence, count, correct % (count + 1))))
    fc.assert(
      fc.property(points, fc.integer({ min: 30, max: 200 }), fc.boolean(), (any, columns, ascii) => {
        const text = calibrationText(any, { columns, colour: false, ascii })
        const lines = text.split("\n")
        // The key may be wider than a very narrow terminal.
        for (const line of lines.slice(0, -4)) expect(widthOf(line)).toBeLessThanOrEqual(columns)
        expect(lines.some((line) => line !== line.trimEnd())).toBe(false)
        expect(text).not.toContain("\u001b")
        if (ascii) expect(text).toMatch(/^[\x20-\x7e\n]*$/)
        const coloured = calibrationText(any, { columns, colour: true, ascii }).replaceAll(/\u001b\[\d+m/g, "")
        expect(coloured.startsWith(lines.slice(0, -2).join("\n"))).toBe(true)
      }),
      { numRuns: 60 }
    )
  })

  it("plots each point at its position, marked by number and colour", () => {
    const lines = calibrationText(some, { columns: 76, colour: true }).split("\n")
    const plain = lines.map((line) => line.replaceAll(/\u001b\[\d+m/g, ""))
    // 80 % stated, a third came true: far below the diagonal, with an interval that does not reach it.
    const row = plain.findIndex((line) => line.includes("●"))
    expect(plain[row]!.indexOf("●")).toBe(6 + Math.round(((80 - 50) / 50) * 69))
    expect(lines[row]).toContain("\u001b[33m●")
    expect(lines.join("\n")).toContain("\u001b[32m•")
    expect(plain[0]).toMatch(/^100% ┤/)
    expect(plain.some((line) => /^ {2}0% ┤/.test(line))).toBe(true)
    expect(plain.find((line) => line.includes("50%   "))).toMatch(/^ +50% +60% +70% +80% +90% +100%$/)
  })

  it("merges dense points without losing the weight of predictions", () => {
    const densePoints = Array.from({ length: 50 }, (_, at) => point(50 + at, 10, 5))
    const marks = [...calibrationText(densePoints, { columns: 80, colour: false }).split("\n").slice(0, 17).join("")]
      .filter(
        (character) => character === "●"
      )
    expect(marks).toHaveLength(10)
  })

  it("states that there is nothing to plot", () => {
    expect(calibrationText([], { columns: 80, colour: true })).toBe("nothing resolved yet")
    expect(calibrationText([{ ...point(70, 1, 1), predictions: 0 }], { columns: 80, colour: false })).toBe(
      "nothing resolved yet"
    )
  })
})

describe("a sparkline", () => {
  it("has a bar for each value, none lower for a higher one", () => {
    const values = fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { maxLength: 60 })
    fc.assert(fc.property(values, fc.boolean(), (any, ascii) => {
      const bars = [...sparkline(any, { low: 0, high: 100, ascii })]
      expect(bars).toHaveLength(any.length)
      const order = ascii ? "_.,-~=+#" : "▁▂▃▄▅▆▇█"
      any.forEach((value, at) => {
        for (const [index, other] of any.entries()) {
          if (value >= other) expect(order.indexOf(bars[at]!)).toBeGreaterThanOrEqual(order.indexOf(bars[index]!))
        }
      })
    }))
    expect(sparkline([])).toBe("")
    expect(sparkline([0, 100, 250, -9], { low: 0, high: 100 })).toBe("▁██▁")
  })

  it("samples the values over time, and ends with the current one", () => {
    const times = fc.uniqueArray(fc.nat({ max: 1000 }), { minLength: 1, maxLength: 40 }).map((any) =>
      any.sort((a, b) => a - b)
    )
    fc.assert(fc.property(times, fc.nat({ max: 500 }), fc.integer({ min: 1, max: 50 }), (any, more, count) => {
      const to = any[any.length - 1]! + more
      const samples = stepSamples(any, to, count, (at) => at)
      expect(samples).toHaveLength(count)
      expect(samples[count - 1]).toBe(any[any.length - 1])
      if (count > 1) expect(samples[0]).toBe(any[0])
      expect(samples).toEqual([...samples].sort((a, b) => a - b))
    }))
    expect(stepSamples([], 5, 3, Number)).toEqual([])
  })
})

describe("a bar", () => {
  it("has the requested width, and is never shorter for a higher share", () => {
    const share = fc.double({ min: -1, max: 2, noNaN: true })
    fc.assert(fc.property(share, share, fc.integer({ min: 1, max: 40 }), fc.boolean(), (one, other, columns, ascii) => {
      const [low, high] = [Math.min(one, other), Math.max(one, other)].map((any) => barText(any, columns, { ascii }))
      expect([[...low!].length, [...high!].length]).toEqual([columns, columns])
      const lengthOf = (bar: string): number =>
        [...bar].filter((character) => character !== " " && character !== ".").length
      expect(lengthOf(high!)).toBeGreaterThanOrEqual(lengthOf(low!))
    }))
  })
})
