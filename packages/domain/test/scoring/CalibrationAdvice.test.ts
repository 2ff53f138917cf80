import { randomOf } from "@auspex/testkit/season"
import { Schema } from "effect"
import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { wilsonInterval } from "../../src/kernel/Interval.ts"
import { binomialTail } from "../../src/forecasting/scoring/BinomialTail.ts"
import type { CalibrationCount } from "../../src/forecasting/scoring/Calibration.ts"
import { calibrationAdvice, CalibrationAdvice } from "../../src/forecasting/scoring/CalibrationAdvice.ts"
import { calibrationCurve, CalibrationPoint } from "../../src/forecasting/scoring/CalibrationCurve.ts"

describe("the calibration curve", () => {
  const count = fc.record({ confidence: fc.integer({ min: 50, max: 99 }), predictions: fc.nat(30), share: fc.nat(100) })
    .map(({ confidence, predictions, share }): CalibrationCount => ({
      confidence,
      predictions,
      correct: Math.round(predictions * share / 100)
    }))

  it("has a point for each stated value, within its interval, matching its schema", () => {
    fc.assert(fc.property(fc.array(count, { maxLength: 20 }), (counts) => {
      const points = calibrationCurve(counts)
      expect(points.map((point) => point.confidence)).toEqual(
        [...new Set(counts.filter((one) => one.predictions > 0).map((one) => one.confidence))].sort((a, b) => a - b)
      )
      for (const { interval, observed } of points) {
        expect(interval.low).toBeLessThanOrEqual(observed)
        expect(interval.high).toBeGreaterThanOrEqual(observed)
      }
      expect(Schema.is(Schema.Array(CalibrationPoint))(points)).toBe(true)
    }))
  })
})

describe("the binomial tail", () => {
  it("is the sum of the terms", () => {
    const choose = (n: number, k: number): number => k === 0 ? 1 : choose(n - 1, k - 1) * n / k
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.nat(40), fc.integer({ min: 1, max: 99 }), (n, some, percent) => {
        const k = some % (n + 1)
        const p = percent / 100
        let sum = 0
        for (let i = 0; i <= k; i++) sum += choose(n, i) * p ** i * (1 - p) ** (n - i)
        expect(binomialTail(k, n, p)).toBeCloseTo(sum, 10)
      })
    )
  })
})

describe("calibration advice", () => {
  it("identifies overconfidence and underconfidence, with the count and the interval", () => {
    const [over, under] = calibrationAdvice([
      { confidence: 95, predictions: 60, correct: 40 },
      { confidence: 62, predictions: 30, correct: 28 },
      { confidence: 68, predictions: 30, correct: 29 }
    ]).toReversed()
    expect(over).toMatchObject({ band: "90-99", predictions: 60, stated: 0.95, direction: "overconfident" })
    expect(over!.interval).toEqual(wilsonInterval(40, 60))
    expect(over!.advice).toBe(
      "Of 60 predictions at 90-99 % (on average 95 %), 67 % came true (95 % interval 54 % to 77 %): " +
        "state less when you feel this sure, about 67 % rather than 95 %."
    )
    expect(under).toMatchObject({ band: "60-69", predictions: 60, stated: 0.65, direction: "underconfident" })
    expect(under!.advice).toMatch(/^Of 60 predictions .* 95 % came true .*: state more .*, about 95 %\.$/)
    expect(Schema.is(Schema.Array(CalibrationAdvice))([over, under])).toBe(true)
  })

  it("is not given for fewer than 20 predictions, however wrong they were", () => {
    expect(calibrationAdvice([{ confidence: 90, predictions: 19, correct: 0 }])).toEqual([])
    expect(calibrationAdvice([{ confidence: 90, predictions: 20, correct: 0 }])).toHaveLength(1)
    expect(calibrationAdvice([])).toEqual([])
  })

  it("is wrong about a calibrated forecaster in at most 1 % of cases per band, by exact computation", () => {
    for (const confidence of [50, 59, 65, 75, 88, 90, 95, 99]) {
      for (const predictions of [20, 25, 39, 60, 150]) {
        const p = confidence / 100
        let wrong = 0
        for (let correct = 0; correct <= predictions; correct++) {
          if (calibrationAdvice([{ confidence, predictions, correct }]).length === 0) continue
          wrong += binomialTail(correct, predictions, p) -
            (correct === 0 ? 0 : binomialTail(correct - 1, predictions, p))
        }
        expect(wrong, `${predictions} at ${confidence}`).toBeLessThanOrEqual(0.01)
      }
    }
  })

  it("is given to a perfectly calibrated forecaster in at most 5 % of seasons", () => {
    const seasons = 600
    let advised = 0
    for (let seed = 0; seed < seasons; seed++) {
      const random = randomOf("calibrated", seed)
      const counts = Array.from({ length: 50 + random.whole(0, 450) }, (): CalibrationCount => {
        const confidence = random.whole(50, 99)
        return { confidence, predictions: 1, correct: random.chance(confidence / 100) ? 1 : 0 }
      })
      if (calibrationAdvice(counts).length > 0) advised += 1
    }
    expect(advised / seasons).toBeLessThanOrEqual(0.05)
  })

  it("is given to a forecaster who is 15 points overconfident, with some hundred predictions", () => {
    const random = randomOf("bold")
    const counts = Array.from({ length: 500 }, (): CalibrationCount => {
      const confidence = random.whole(65, 99)
      return { confidence, predictions: 1, correct: random.chance(confidence / 100 - 0.15) ? 1 : 0 }
    })
    const advice = calibrationAdvice(counts)
    expect(advice.length).toBeGreaterThanOrEqual(2)
    expect(new Set(advice.map((row) => row.direction))).toEqual(new Set(["overconfident"]))
  })
})
