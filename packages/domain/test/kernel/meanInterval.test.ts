import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { meanInterval } from "../../src/kernel/meanInterval.ts"
import { seededNumbers } from "../../src/kernel/seededNumbers.ts"
import { studentQuantile } from "../../src/kernel/studentQuantile.ts"

/** The interval of whole answers on a scale from 1 to `points`. */
const intervalOf = (answers: ReadonlyArray<number>, points = 5) => {
  const mean = answers.reduce((sum, one) => sum + one, 0) / answers.length
  const variance = answers.reduce((sum, one) => sum + (one - mean) ** 2, 0) / answers.length
  return meanInterval({ mean, variance, count: answers.length, scale: { low: 1, high: points } })
}

describe("Student's quantile", () => {
  // The table of R. A. Fisher and F. Yates (1938); for 1.5 by numerical integration.
  it.each([
    [1, 12.7062],
    [1.5, 6.0167],
    [2, 4.3027],
    [3, 3.1824],
    [4, 2.7764],
    [7, 2.3646],
    [9, 2.2622],
    [29, 2.0452],
    [120, 1.9799],
    [1e6, 1.96]
  ])("for %d degrees of freedom is %d", (degrees, expected) => {
    expect(studentQuantile(degrees)).toBeCloseTo(expected, 3)
  })

  it("falls with the degrees of freedom and stays above the normal one", () => {
    fc.assert(fc.property(fc.double({ min: 1, max: 1e5, noNaN: true }), (degrees) => {
      const quantile = studentQuantile(degrees)
      expect(quantile).toBeGreaterThan(1.9599)
      expect(studentQuantile(degrees * 1.1)).toBeLessThan(quantile)
    }))
  })
})

describe("the interval of a mean", () => {
  it.each<[ReadonlyArray<number>, number, number, number]>([
    [[4, 4, 5], 5, 2.9, 5],
    [[1, 2], 5, 1, 5],
    [[3, 4, 4, 5, 5, 6, 6, 7], 7, 3.91, 6.09],
    [[9, 9, 10, 10, 10, 8, 9, 10], 10, 8.75, 10],
    [[5, 5], 5, 1.89, 5],
    [[1, 1], 5, 1, 4.11],
    [[3, 3, 3], 5, 1.74, 4.26],
    [[10, 10, 10, 10, 10], 10, 5.94, 10],
    [[5], 5, 1, 5]
  ])("of %j on 1 to %d is %d to %d", (answers, points, low, high) => {
    const interval = intervalOf(answers, points)
    expect(interval.low).toBeCloseTo(low, 2)
    expect(interval.high).toBeCloseTo(high, 2)
  })

  it("contains the mean, stays on the scale and has a width", () => {
    const answers = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 40 })
    fc.assert(fc.property(answers, (given) => {
      const { high, low } = intervalOf(given, 7)
      const mean = given.reduce((sum, one) => sum + one, 0) / given.length
      expect(low).toBeGreaterThanOrEqual(1)
      expect(high).toBeLessThanOrEqual(7)
      expect(low).toBeLessThanOrEqual(mean)
      expect(high).toBeGreaterThanOrEqual(mean)
      expect(high - low).toBeGreaterThan(0.05)
    }))
  })

  it("does not fall to no width when weighted answers are all but equal", () => {
    const almost = meanInterval({ mean: 4.999, variance: 0.001, count: 2, scale: { low: 1, high: 5 } })
    expect(almost.low).toBeLessThan(2)
  })

  it("misses the mean of people who nearly all answer the same at most once in twenty", () => {
    const next = seededNumbers(38)
    const rounds = 4_000
    for (const [count, others] of [[2, 0.75], [3, 0.6], [5, 0.4], [10, 0.25]] as const) {
      // The worst case: whoever does not give the highest answer gives the lowest.
      const truth = 5 - 4 * others
      let missed = 0
      for (let round = 0; round < rounds; round++) {
        const answers = Array.from({ length: count }, () => (next() + 1) / 2 < others ? 1 : 5)
        const { high, low } = intervalOf(answers)
        if (truth < low || truth > high) missed++
      }
      expect(missed / rounds, `${count} answers`).toBeLessThanOrEqual(0.06)
    }
  })
})
