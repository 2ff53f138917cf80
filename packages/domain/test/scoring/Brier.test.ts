import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { brierBinary, brierMulti } from "../../src/forecasting/scoring/Brier.ts"
import { calibration, calibrationTerms } from "../../src/forecasting/scoring/Calibration.ts"

const confidence = fc.integer({ min: 50, max: 99 })

describe("the Brier score", () => {
  it.each([
    [50, true, 0.25],
    [50, false, 0.25],
    [70, true, 0.09],
    [70, false, 0.49],
    [99, true, 0.0001],
    [99, false, 0.9801]
  ])("of %i %% that was %s is %d", (stated, correct, score) => expect(brierBinary(stated, correct)).toBe(score))

  it.each([
    [
      "three options, right",
      { confidence: 70, optionCount: 3, correctCount: 1, correct: true },
      (0.09 + 2 * 0.0225) / 2
    ],
    [
      "three options, wrong",
      { confidence: 70, optionCount: 3, correctCount: 1, correct: false },
      (0.49 + 0.7225 + 0.0225) / 2
    ],
    [
      "two of three true, one of them chosen",
      { confidence: 70, optionCount: 3, correctCount: 2, correct: true },
      (0.04 + 0.1225 + 0.0225) / 2
    ],
    [
      "two of three true, the other chosen",
      { confidence: 70, optionCount: 3, correctCount: 2, correct: false },
      (0.49 + 2 * 0.1225) / 2
    ],
    ["all of two true", { confidence: 50, optionCount: 2, correctCount: 2, correct: true }, 0]
  ])("over %s", (_, facts, score) => expect(brierMulti(facts)).toBeCloseTo(score, 12))

  it("over two options with one true equals the binary score exactly", () => {
    fc.assert(fc.property(confidence, fc.boolean(), (stated, correct) => {
      expect(brierMulti({ confidence: stated, optionCount: 2, correctCount: 1, correct })).toBe(
        brierBinary(stated, correct)
      )
    }))
  })

  it("is between 0 and 1, and equals the explicit sum", () => {
    fc.assert(
      fc.property(confidence, fc.integer({ min: 2, max: 10 }), fc.nat(), fc.nat(), (stated, n, some, which) => {
        const m = 1 + some % n
        const chosen = which % n
        const score = brierMulti({ confidence: stated, optionCount: n, correctCount: m, correct: chosen < m })
        // The first m options came true.
        const sum = Array.from({ length: n }, (_, index) => {
          const p = index === chosen ? stated / 100 : (1 - stated / 100) / (n - 1)
          return (p - (index < m ? 1 / m : 0)) ** 2
        }).reduce((a, b) => a + b, 0)
        expect(score).toBeCloseTo(sum / 2, 12)
        expect(score >= 0 && score <= 1).toBe(true)
      })
    )
  })

  it("is proper: the honest confidence has the best expectation", () => {
    fc.assert(fc.property(confidence, confidence, (honest, stated) => {
      const expected = (stated: number) =>
        (honest / 100) * brierBinary(stated, true) + (1 - honest / 100) * brierBinary(stated, false)
      expect(expected(honest)).toBeLessThanOrEqual(expected(stated) + 1e-12)
    }))
  })
})

describe("calibration", () => {
  it("has one bin for each stated value, ascending", () => {
    expect(calibration([
      { confidence: 80, predictions: 1, correct: 1 },
      { confidence: 70, predictions: 3, correct: 2 },
      { confidence: 70, predictions: 1, correct: 1 },
      { confidence: 60, predictions: 0, correct: 0 }
    ])).toEqual([
      { confidence: 70, predictions: 4, observed: 0.75 },
      { confidence: 80, predictions: 1, observed: 1 }
    ])
    expect(calibration([])).toEqual([])
    expect(calibrationTerms([])).toBeNull()
  })

  it("has terms that add up to the mean Brier score", () => {
    fc.assert(fc.property(fc.array(fc.tuple(confidence, fc.boolean()), { minLength: 1, maxLength: 60 }), (all) => {
      const terms = calibrationTerms(
        all.map(([stated, right]) => ({ confidence: stated, predictions: 1, correct: right ? 1 : 0 }))
      )!
      const mean = all.reduce((sum, [stated, right]) => sum + brierBinary(stated, right), 0) / all.length
      expect(terms.predictions).toBe(all.length)
      expect(terms.brier_score).toBeCloseTo(mean, 12)
      expect(terms.reliability - terms.resolution + terms.uncertainty).toBeCloseTo(mean, 12)
    }))
  })

  it("corrects the bias of small bins: a calibrated forecaster's expected reliability is zero", () => {
    // All 2^4 outcomes of four predictions at 70 %, weighted by their probability.
    let expected = 0
    for (let correct = 0; correct <= 4; correct++) {
      const ways = [1, 4, 6, 4, 1][correct]!
      const probability = ways * 0.7 ** correct * 0.3 ** (4 - correct)
      expected += probability * calibrationTerms([{ confidence: 70, predictions: 4, correct }])!.reliability
    }
    expect(expected).toBeCloseTo(0, 12)
  })
})
