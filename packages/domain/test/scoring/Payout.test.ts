import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { payout, type PayoutFacts } from "../../src/forecasting/scoring/Payout.ts"
import { streakAfter, streakOf, streakTenths } from "../../src/forecasting/scoring/Streak.ts"

const plain: PayoutFacts = {
  confidence: 50,
  weight: 1,
  streak: 1,
  contrarian: false,
  early: false,
  hedged: false,
  correct: true
}

const facts = fc.record({
  confidence: fc.integer({ min: 50, max: 99 }),
  weight: fc.integer({ min: 100, max: 500 }).map((hundredths) => hundredths / 100),
  streak: fc.nat(15),
  contrarian: fc.boolean(),
  early: fc.boolean(),
  hedged: fc.constant(false),
  correct: fc.boolean()
})

/** An independent implementation of the payout formula in exact fractions. */
const exactly = ({ confidence, contrarian, early, streak, weight }: PayoutFacts): bigint => {
  const base = confidence >= 81 ? 25n : confidence >= 61 ? 20n : 15n
  const streaks = streak >= 10 ? 30n : streak >= 5 ? 20n : streak >= 3 ? 15n : 10n
  const product = streaks * (contrarian ? 25n : 10n) * (early ? 13n : 10n)
  const multiplier = product > 5_000n ? 5_000n : product
  return (BigInt(confidence) * base * BigInt((weight * 100).toFixed(0)) * multiplier) / (10n * 100n * 1_000n)
}

describe("the payout", () => {
  it.each<readonly [string, Partial<PayoutFacts>, number]>([
    ["50 at 1.5", {}, 75],
    ["60 is the last at 1.5", { confidence: 60 }, 90],
    ["61 is the first at 2", { confidence: 61 }, 122],
    ["80 is the last at 2", { confidence: 80 }, 160],
    ["81 is the first at 2.5, rounded down", { confidence: 81 }, 202],
    ["99 at 2.5, rounded down", { confidence: 99 }, 247],
    ["51 at 1.5, rounded down", { confidence: 51 }, 76],
    ["by weight", { confidence: 60, weight: 5 }, 450],
    ["with a weight of 1.5", { confidence: 60, weight: 1.5 }, 135],
    ["with a weight that is not exact in binary", { confidence: 50, weight: 1.1 }, 82],
    ["two in a row", { confidence: 60, streak: 2 }, 90],
    ["three in a row", { confidence: 60, streak: 3 }, 135],
    ["four in a row", { confidence: 60, streak: 4 }, 135],
    ["five in a row", { confidence: 60, streak: 5 }, 180],
    ["nine in a row", { confidence: 60, streak: 9 }, 180],
    ["ten in a row", { confidence: 60, streak: 10 }, 270],
    ["contrarian", { confidence: 60, contrarian: true }, 225],
    ["early", { confidence: 60, early: true }, 117],
    ["early, at 2", { confidence: 80, early: true }, 208],
    ["where floating point would lose a point", { confidence: 50, weight: 1.64 }, 123],
    ["contrarian and early", { confidence: 60, contrarian: true, early: true }, 292],
    ["five in a row, contrarian: just 5", { confidence: 60, streak: 5, contrarian: true }, 450],
    ["capped at 5", { confidence: 60, streak: 10, contrarian: true, early: true }, 450],
    ["just below the cap", { confidence: 80, streak: 3, contrarian: true, early: true }, 780],
    ["the maximum", { confidence: 99, weight: 5, streak: 10, contrarian: true, early: true }, 6_187]
  ])("%s", (_, change, returned) => {
    expect(payout({ ...plain, ...change })).toMatchObject({ returned, participation: 0 })
  })

  it("of a wrong prediction is always 5 points", () => {
    expect(payout({ ...plain, confidence: 99, weight: 5, contrarian: true, correct: false })).toMatchObject({
      stake: 99,
      returned: 0,
      participation: 5
    })
  })

  it("of a hedged prediction is always its stake, and 5 points when wrong", () => {
    fc.assert(fc.property(facts, (some) => {
      expect(payout({ ...some, hedged: true, correct: true })).toMatchObject({
        returned: some.confidence,
        participation: 0
      })
      expect(payout({ ...some, hedged: true, correct: false })).toMatchObject({ returned: 0, participation: 5 })
    }))
  })

  it("reports every factor", () => {
    expect(payout({ ...plain, confidence: 70, weight: 1.25, streak: 3, contrarian: true, early: true })).toEqual({
      stake: 70,
      base: 2,
      weight: 1.25,
      streak_multiplier: 1.5,
      contrarian_multiplier: 2.5,
      early_multiplier: 1.3,
      multiplier: 4.875,
      hedged: false,
      returned: 853,
      participation: 0
    })
  })

  it("is exact for every weight of two decimals", () => {
    fc.assert(
      fc.property(facts, (some) => {
        expect(BigInt(payout({ ...some, correct: true }).returned)).toBe(exactly(some))
      }),
      { numRuns: 2_000 }
    )
  })

  it("is monotonic in confidence, weight, streak, contrarian and early", () => {
    fc.assert(fc.property(facts, facts, (a, b) => {
      const more: PayoutFacts = {
        confidence: Math.max(a.confidence, b.confidence),
        weight: Math.max(a.weight, b.weight),
        streak: Math.max(a.streak, b.streak),
        contrarian: a.contrarian || b.contrarian,
        early: a.early || b.early,
        hedged: false,
        correct: true
      }
      expect(payout(more).returned).toBeGreaterThanOrEqual(payout({ ...a, correct: true }).returned)
      expect(payout(more).multiplier).toBeLessThanOrEqual(5)
    }))
  })
})

describe("a streak", () => {
  it("grows with correct predictions, ends with wrong ones, and ignores void ones", () => {
    const results = [true, true, null, true, false, true, null]
    expect(streakOf(results)).toEqual({ streak_count: 1, max_streak: 3 })
    expect(streakAfter({ streak_count: 4, max_streak: 9 }, null)).toEqual({ streak_count: 4, max_streak: 9 })
  })

  it.each([[0, 10], [2, 10], [3, 15], [4, 15], [5, 20], [9, 20], [10, 30], [99, 30]])(
    "of %i multiplies by %i tenths",
    (streak, tenths) => expect(streakTenths(streak)).toBe(tenths)
  )

  it("is the last run, and its maximum is the longest run", () => {
    fc.assert(fc.property(fc.array(fc.boolean(), { maxLength: 40 }), (results) => {
      const runs = results.map((right) => right ? "y" : "n").join("").split("n").map((run) => run.length)
      expect(streakOf(results)).toEqual({ streak_count: runs.at(-1), max_streak: Math.max(...runs) })
    }))
  })
})
