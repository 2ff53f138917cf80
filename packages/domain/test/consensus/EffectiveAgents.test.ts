import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import {
  effectiveAgents,
  familySimilarity,
  noveltyOf,
  type WeightedPrediction,
  similaritySums
} from "../../src/forecasting/consensus/EffectiveAgents.ts"

const prediction = (owner_id: string, family: string, weight = 100): WeightedPrediction => ({
  owner_id,
  family,
  weight
})
const count = (predictions: ReadonlyArray<WeightedPrediction>): number => effectiveAgents(similaritySums(predictions))

const anyPrediction: fc.Arbitrary<WeightedPrediction> = fc.record({
  owner_id: fc.constantFrom("a", "b", "c", "d", "e"),
  family: fc.constantFrom("", "gpt", "claude", "other:phi3"),
  weight: fc.integer({ min: 0, max: 100 })
})
/** The first prediction on a question is new by definition. */
const anyCrowd = fc.tuple(anyPrediction, fc.array(anyPrediction, { maxLength: 30 })).map(([first, others]) => [
  { ...first, weight: 100 },
  ...others
])

/** The sum over all pairs, directly by the formula; a near copy shares the rest of its weight with others. */
const byPairs = (predictions: ReadonlyArray<WeightedPrediction>): number => {
  const weight = predictions.reduce((sum, { weight }) => sum + weight, 0)
  let common = 0
  for (const [i, one] of predictions.entries()) {
    for (const [j, other] of predictions.entries()) {
      const similarity = i === j || one.owner_id === other.owner_id
        ? 1
        : one.family !== "" && one.family === other.family
        ? familySimilarity
        : 0
      common += one.weight * other.weight * similarity
    }
    common += one.weight * (100 - one.weight)
  }
  return Math.max(1, weight ** 2 / common)
}

describe("the new share of a reasoning", () => {
  it.each([[0, 100], [0.5, 100], [0.51, 90], [0.55, 50], [0.6, 0], [1, 0]])(
    "with a similarity of %d to another is %d percent",
    (similarity, novelty) => expect(noveltyOf(similarity)).toBe(novelty)
  )

  it("does not grow with similarity", () => {
    const similarity = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(fc.property(similarity, similarity, (a, b) => a > b || noveltyOf(a) >= noveltyOf(b)))
  })
})

describe("the effective number of predictions", () => {
  it("is zero, one, or the number of unrelated predictions", () => {
    expect(count([])).toBe(0)
    expect(count([prediction("a", "gpt")])).toBe(1)
    expect(count([prediction("a", "gpt"), prediction("b", "claude"), prediction("c", ""), prediction("d", "")])).toBe(4)
  })

  it("is one for one owner, with any number of agents and models", () => {
    expect(count([prediction("a", "gpt"), prediction("a", "gpt"), prediction("a", "claude"), prediction("a", "")]))
      .toBe(1)
  })

  it("is 4/3 for two owners of one model family", () => {
    expect(count([prediction("a", "gpt"), prediction("b", "gpt")])).toBeCloseTo(4 / 3, 12)
    expect(count([prediction("a", "other:phi3"), prediction("b", "other:yi")])).toBe(2)
  })

  it("grows by half for an unrelated reasoning that is half new", () => {
    expect(count([prediction("a", ""), prediction("b", ""), prediction("c", "", 50)])).toBe(2.5)
  })

  it("equals the result of the sum over all pairs", () => {
    fc.assert(fc.property(anyCrowd, (predictions) => Math.abs(count(predictions) - byPairs(predictions)) < 1e-9))
  })

  it("is between one and the number of predictions", () => {
    fc.assert(fc.property(anyCrowd, (predictions) => {
      const effective = count(predictions)
      return effective >= 1 && effective <= predictions.length + 1e-9
    }))
  })

  it("does not depend on the order of the predictions, or on names", () => {
    const renamed: Record<string, string> = { a: "c", b: "e", c: "a", d: "b", e: "d" }
    fc.assert(fc.property(anyCrowd, (predictions) => {
      const others = predictions.toReversed().map((one) => ({ ...one, owner_id: renamed[one.owner_id]! }))
      expect(similaritySums(others)).toEqual(similaritySums(predictions))
    }))
  })

  it("is at most the number of owners, and at most the sum of new shares", () => {
    fc.assert(fc.property(anyCrowd, (predictions) => {
      const owners = new Set(predictions.map(({ owner_id }) => owner_id)).size
      const fresh = predictions.reduce((sum, { weight }) => sum + weight, 0) / 100
      return count(predictions) <= Math.min(owners, fresh) + 1e-9
    }))
  })

  it("does not exceed the number of owners when they add more agents", () => {
    fc.assert(fc.property(anyCrowd, fc.integer({ min: 1, max: 50 }), (predictions, times) => {
      const flooded = [...predictions, ...Array.from({ length: times }, () => predictions[0]!)]
      return count(flooded) <= new Set(predictions.map(({ owner_id }) => owner_id)).size + 1e-9
    }))
  })
})
