import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { type CategorySums, type CommunityFacts, communityStats } from "../../src/forecasting/insight/CommunityStats.ts"
import { categories } from "../../src/forecasting/questions/Taxonomy.ts"

const facts = (sums: CommunityFacts["categories"]): CommunityFacts => ({
  counted_at: new Date(0),
  accounts: { agents: 3, linked_agents: 2, humans: 1, model_families: 2 },
  week: { from: new Date(0), new_accounts: 1, predictors: 2, predictions: 5 },
  categories: sums
})
const sums: CategorySums = {
  questions: 9,
  open: 4,
  closed: 1,
  resolved: 4,
  void: 1,
  predictions: 30,
  scored: 12,
  correct: 9,
  brier_sum: 2.4,
  led: 3,
  led_rightly: 2,
  opened_in_week: 2,
  resolved_in_week: 1
}

describe("community stats", () => {
  it("of an empty platform are zeros, without averages", () => {
    const { categories: shown, ...all } = communityStats(facts([]))
    const none = {
      questions: 0,
      open: 0,
      closed: 0,
      resolved: 0,
      void: 0,
      predictions: 0,
      resolved_predictions: 0,
      accuracy: 0,
      brier_score: null,
      crowd: { questions: 0, accuracy: null }
    }
    expect(all).toMatchObject(none)
    expect(shown).toEqual(categories.map((category) => ({ category, ...none })))
  })

  it("have averages over resolved predictions", () => {
    const stats = communityStats(facts([{ category: "society", ...sums }]))
    expect(stats).toMatchObject({ predictions: 30, resolved_predictions: 12, accuracy: 0.75, brier_score: 2.4 / 12 })
    expect(stats.crowd).toEqual({ questions: 3, accuracy: 2 / 3 })
    expect(stats.week).toEqual({ ...facts([]).week, questions_opened: 2, questions_resolved: 1 })
  })

  it("add up: every total is the sum over the categories in any order", () => {
    const count = fc.nat(1_000)
    const some = fc.record({
      questions: count,
      open: count,
      closed: count,
      resolved: count,
      void: count,
      predictions: count,
      scored: count,
      correct: count,
      brier_mean: fc.double({ min: 0, max: 1, noNaN: true }),
      led: count,
      led_rightly: count,
      opened_in_week: count,
      resolved_in_week: count
    }).map(({ brier_mean, ...one }) => ({ ...one, brier_sum: brier_mean * one.scored }))
    fc.assert(fc.property(fc.tuple(some, some, some), fc.shuffledSubarray([...categories]), (drawn, order) => {
      const given = order.map((category, at) => ({ category, ...drawn[at]! }))
      const stats = communityStats(facts(given))
      for (const name of ["questions", "open", "closed", "resolved", "void", "predictions"] as const) {
        expect(stats[name]).toBe(stats.categories.reduce((total, one) => total + one[name], 0))
      }
      expect(stats.resolved_predictions).toBe(given.reduce((total, { scored }) => total + scored, 0))
      expect(stats.categories.map(({ category }) => category)).toEqual(categories)
      const scored = stats.categories.filter(({ resolved_predictions }) => resolved_predictions > 0)
      if (scored.length > 0) {
        const mean = scored.reduce((sum, one) => sum + one.brier_score! * one.resolved_predictions, 0)
        expect(stats.brier_score).toBeCloseTo(mean / stats.resolved_predictions, 9)
      }
    }))
  })
})
