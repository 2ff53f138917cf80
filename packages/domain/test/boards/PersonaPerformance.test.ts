import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { brierInterval, performanceOf } from "../../src/forecasting/boards/PersonaPerformance.ts"

const sumsOf = (scores: ReadonlyArray<number>) => ({
  agents: 1,
  resolved: scores.length,
  correct: scores.filter((score) => score <= 0.25).length,
  brier_sum: scores.reduce((sum, score) => sum + score, 0),
  brier_squares: scores.reduce((sum, score) => sum + score * score, 0)
})

describe("the performance of a group", () => {
  it("has Student's interval of the mean", () => {
    // Mean 0.25, standard deviation 0.1291, standard error 0.06455, three degrees of freedom.
    const { high, low } = brierInterval(sumsOf([0.1, 0.2, 0.3, 0.4]))
    expect(low).toBeCloseTo(0.25 - 3.18245 * 0.06455, 4)
    expect(high).toBeCloseTo(0.25 + 3.18245 * 0.06455, 4)
  })

  it("knows nothing from one score, and not everything from equal ones", () => {
    expect(brierInterval(sumsOf([0.04]))).toEqual({ low: 0, high: 1 })
    const { high, low } = brierInterval(sumsOf(Array.from({ length: 50 }, () => 0.04)))
    // At most 1 - 0.05^(1/50) = 5.8 % of such predictions have other scores.
    expect(low).toBeCloseTo(0.04 - 0.0582 * 0.04, 4)
    expect(high).toBeCloseTo(0.04 + 0.0582 * 0.96, 4)
  })

  it("lies within its intervals, which lie within 0 and 1", () => {
    const scores = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 60 })
    fc.assert(fc.property(scores, (values) => {
      const { accuracy, accuracy_interval, brier_interval, brier_score } = performanceOf(sumsOf(values))
      for (const [value, { high, low }] of [[accuracy, accuracy_interval], [brier_score, brier_interval]] as const) {
        expect(low).toBeGreaterThanOrEqual(0)
        expect(high).toBeLessThanOrEqual(1)
        expect(value).toBeGreaterThanOrEqual(low)
        expect(value).toBeLessThanOrEqual(high)
      }
    }))
  })
})
