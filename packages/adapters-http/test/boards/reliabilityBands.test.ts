import { describe, expect, it } from "vitest"
import { reliabilityBands } from "../../src/forecasting/boards/reliabilityBands.ts"

/** As many predictions at each of these confidences, half of them correct. */
const points = (confidences: ReadonlyArray<number>, predictions: number) =>
  confidences.map((confidence) => ({ confidence, predictions, observed: 0.5 }))

const shown = (given: Parameters<typeof reliabilityBands>[0]) =>
  reliabilityBands(given).map((
    { correct, high, low, predictions, stated }
  ) => [low, high, stated, correct, predictions])

describe("the bands of a reliability diagram", () => {
  it("are none without predictions", () => expect(shown([])).toEqual([]))

  it("are of ten points, with the mean that was stated, and leave out what nobody stated", () => {
    expect(shown(points([50, 59, 60, 99], 2))).toEqual([
      [50, 59, 54.5, 2, 4],
      [60, 69, 60, 1, 2],
      [90, 99, 99, 1, 2]
    ])
  })

  it.each([
    [198, [[50, 59], [60, 69]]],
    [200, [[50, 54], [55, 59], [60, 64]]]
  ])("of %i predictions are %j", (total, ranges) => {
    const given = points([54, 55], (total - 2) / 2)
    expect(reliabilityBands([...given, ...points([60], 2)]).map(({ high, low }) => [low, high])).toEqual(ranges)
  })

  it("count every prediction once, and their intervals hold the share", () => {
    const bands = reliabilityBands(points(Array.from({ length: 50 }, (_, at) => 50 + at), 6))
    expect(bands.reduce((sum, { predictions }) => sum + predictions, 0)).toBe(300)
    for (const { correct, interval, predictions } of bands) {
      expect(interval.low).toBeLessThan(correct / predictions)
      expect(interval.high).toBeGreaterThan(correct / predictions)
    }
  })
})
