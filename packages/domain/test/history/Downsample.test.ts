import { costGrowth, linearGrowthMax } from "@auspex/testkit/cost"
import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { downsample } from "../../src/forecasting/history/Downsample.ts"

interface Point {
  readonly x: number
  readonly y: number
}

const thin = (points: ReadonlyArray<Point>, max: number) => downsample(points, max, ({ x }) => x, ({ y }) => y)

// Without numbers so small that a change of units would round them.
const value = fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((y) => Math.abs(y) < 1e-200 ? 0 : y)

const series = fc.array(value, { maxLength: 200 }).map((values) => values.map((y, index) => ({ x: index * 1.5, y })))

describe("downsampled points", () => {
  it("are the requested number of original points in order, with both ends", () => {
    fc.assert(fc.property(series, fc.integer({ min: 0, max: 80 }), (points, max) => {
      const kept = thin(points, max)
      expect(kept.length).toBe(Math.min(points.length, max))
      const at = kept.map((point) => points.indexOf(point))
      expect(at).not.toContain(-1)
      expect(at).toEqual([...new Set(at)].sort((a, b) => a - b))
      if (max >= 2 && points.length > 0) {
        expect(kept[0]).toBe(points[0])
        expect(kept[kept.length - 1]).toBe(points[points.length - 1])
      }
    }))
  })

  it("are all points if there are few", () => {
    fc.assert(fc.property(series, (points) => {
      expect(thin(points, points.length)).toEqual(points)
    }))
  })

  it("keep an isolated peak at any position", () => {
    fc.assert(fc.property(fc.integer({ min: 3, max: 500 }), fc.nat(), fc.integer({ min: 3, max: 30 }), (
      count,
      place,
      max
    ) => {
      const peak = place % count
      const points = Array.from({ length: count }, (_, x) => ({ x, y: x === peak ? 100 : 0 }))
      expect(Math.max(...thin(points, max).map(({ y }) => y))).toBe(100)
    }))
  })

  it("do not depend on the units of either axis", () => {
    const units = fc.constantFrom(0.25, 2, 1024)
    fc.assert(fc.property(series, fc.integer({ min: 3, max: 20 }), units, units, (points, max, xUnit, yUnit) => {
      const kept = thin(points, max).map(({ x }) => x)
      const scaled = thin(points.map(({ x, y }) => ({ x: x * xUnit, y: y * yUnit })), max)
      expect(scaled.map(({ x }) => x / xUnit)).toEqual(kept)
    }))
  })

  it("are computed in linear time", async () => {
    const input = (length: number) => Array.from({ length }, (_, x) => ({ x, y: Math.sin(x / 1000) * x }))
    expect(thin(input(100_000), 500)).toHaveLength(500)
    const work = (points: ReturnType<typeof input>) => thin(points, 500)
    expect(await costGrowth({ input, work, size: 200_000 })).toBeLessThan(linearGrowthMax)
  })
})
