import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import {
  closingSoon,
  contestedness,
  type DiscoveryFacts,
  discoveryScore,
  discoveryTerms,
  discoveryWeights,
  movement,
  rankDiscoveries,
  underPredicted
} from "../../src/forecasting/insight/Discovery.ts"

const counts = fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 2, maxLength: 6 })
const hour = 3_600_000
const facts: fc.Arbitrary<DiscoveryFacts> = fc.record({
  id: fc.uuid(),
  window_ends_ms: fc.integer({ min: 0, max: 1_000 * hour }),
  counts,
  before: fc.option(counts, { nil: null })
})
const measure = fc.record({
  now_ms: fc.integer({ min: 0, max: 1_000 * hour }),
  median: fc.integer({ min: 0, max: 300 })
})

describe("discovering", () => {
  it.each([[0, 100], [36, 70.7], [72, 50], [144, 25], [24 * 30, 0.1], [24 * 365, 0], [-5, 100]])(
    "%d hours before the end of the window is %d",
    (hours, term) => expect(closingSoon(hours)).toBe(term)
  )

  it.each<readonly [ReadonlyArray<number>, number]>([
    [[0, 0], 0],
    [[1, 0], 0],
    [[1, 1], 16.7],
    [[10, 10], 66.7],
    [[500, 500], 99],
    [[30, 10], 40],
    [[10, 10, 0], 66.7],
    [[10, 10, 10], 75]
  ])("predictions of %j are contested by %d", (predictions, term) => expect(contestedness(predictions)).toBe(term))

  it.each([[0, 10, 100], [5, 10, 50], [10, 10, 0], [25, 10, 0], [0, 0, 100], [1, 0, 0], [1, 0.5, 0]])(
    "%d predictions where the median is %d are under-predicted by %d",
    (predictions, median, term) => expect(underPredicted(predictions, median)).toBe(term)
  )

  it.each<readonly [ReadonlyArray<number> | null, ReadonlyArray<number>, number]>([
    [null, [5, 5], 0],
    [[2, 2], [8, 2], 0],
    [[5, 5], [5, 5], 0],
    [[5, 5], [10, 10], 0],
    [[6, 4], [8, 12], 80],
    [[10, 0], [10, 10], 100],
    [[5, 5, 0], [5, 5, 2], 66.7]
  ])("from %j to %j is a move of %d", (before, now, term) => expect(movement(before, now)).toBe(term))

  it("combines terms of 0 to 100 to a score of 0 to 100 for any question", () => {
    expect(Object.values({ ...discoveryWeights }).reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12)
    fc.assert(fc.property(facts, measure, (question, by) => {
      const terms = discoveryTerms(question, by)
      for (const term of Object.values({ ...terms })) expect(term >= 0 && term <= 100).toBe(true)
      const score = discoveryScore(terms)
      const sum = Object.entries({ ...discoveryWeights }).reduce(
        (total, [name, weight]) => total + weight * terms[name as keyof typeof terms],
        0
      )
      expect(score).toBeCloseTo(sum, 9)
      expect(score >= 0 && score <= 100).toBe(true)
    }))
  })

  it("prefers questions that end sooner, are more evenly split, have fewer predictions or moved further, all else equal", () => {
    fc.assert(
      fc.property(fc.nat(2_000), fc.nat(2_000), (a, b) => {
        if (a <= b) expect(closingSoon(a)).toBeGreaterThanOrEqual(closingSoon(b))
      })
    )
    fc.assert(fc.property(fc.integer({ min: 1, max: 300 }), fc.nat(100), fc.nat(100), (predictions, a, b) => {
      const lead = (by: number) => contestedness([predictions + by, predictions + 100 - by])
      if (Math.abs(a - 50) <= Math.abs(b - 50)) expect(lead(a)).toBeGreaterThanOrEqual(lead(b))
    }))
    fc.assert(fc.property(fc.nat(500), fc.nat(500), fc.nat(300), (a, b, median) => {
      if (a <= b) expect(underPredicted(a, median)).toBeGreaterThanOrEqual(underPredicted(b, median))
    }))
    fc.assert(fc.property(counts, counts, (before, now) => {
      // The order of the sides makes no difference.
      expect(movement([...before].reverse(), [...now].reverse())).toBe(movement(before, now))
      expect(contestedness([...now].reverse())).toBe(contestedness(now))
    }))
  })

  it("ranks questions independently of their order", () => {
    fc.assert(fc.property(fc.uniqueArray(facts, { selector: ({ id }) => id }), measure, (questions, by) => {
      const ranks = rankDiscoveries(questions, by)
      expect(ranks.map(({ id }) => id).sort()).toEqual(questions.map(({ id }) => id).sort())
      expect(rankDiscoveries([...questions].reverse(), by)).toEqual(ranks)
      for (const [index, rank] of ranks.entries()) {
        if (index > 0) expect(ranks[index - 1]!.score).toBeGreaterThanOrEqual(rank.score)
      }
    }))
  })
})
