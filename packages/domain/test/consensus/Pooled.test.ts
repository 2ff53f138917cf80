import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { effectiveAgents, similaritySums } from "../../src/forecasting/consensus/EffectiveAgents.ts"
import { logOddsOf, pooled, pooledOptions } from "../../src/forecasting/consensus/Pooled.ts"
import { pooledHistory, type Voice, yesChanceOf } from "../../src/forecasting/consensus/PooledHistory.ts"

const sumsOf = (percents: ReadonlyArray<number>) => {
  const logOdds = percents.map(logOddsOf)
  return {
    owners: percents.length,
    sum: logOdds.reduce((sum, one) => sum + one, 0),
    squares: logOdds.reduce((sum, one) => sum + one * one, 0)
  }
}
const poolOf = (percents: ReadonlyArray<number>, effective = percents.length) => pooled(sumsOf(percents), effective)!

const percent = fc.integer({ min: 1, max: 99 })
const percents = fc.array(percent, { minLength: 1, maxLength: 40 })

const voice = fc.record({
  owner_id: fc.constantFrom("a", "b", "c", "d"),
  family: fc.constantFrom("", "gpt", "claude"),
  weight: fc.integer({ min: 0, max: 100 }),
  prediction: fc.boolean(),
  confidence: fc.integer({ min: 50, max: 99 })
}).map((one): Voice => ({ ...one, created_at: new Date(0), user_id: one.owner_id, user_name: one.owner_id }))

describe("the pooled probability", () => {
  it("is undefined without an answer", () => {
    expect(pooled({ owners: 0, sum: 0, squares: 0 }, 0)).toBeUndefined()
    expect(pooledOptions([{ owners: 0, sum: 0, squares: 0 }], 0)).toBeUndefined()
  })

  it("is the mean of log odds, with an interval by hand", () => {
    expect(poolOf([46, 35, 59, 60, 56, 50, 83], 5.4)).toEqual({ probability: 56.45, low: 36.72, high: 74.34 })
  })

  it("lies within its interval, between the least and the greatest answer, in any order, and mirrors", () => {
    fc.assert(fc.property(percents, (given) => {
      const { high, low, probability } = poolOf(given)
      expect(low).toBeLessThan(probability)
      expect(probability).toBeLessThan(high)
      expect(probability).toBeGreaterThanOrEqual(Math.min(...given) - 0.01)
      expect(probability).toBeLessThanOrEqual(Math.max(...given) + 0.01)
      expect(poolOf(given.toReversed()).probability).toBeCloseTo(probability, 1)
      const mirrored = poolOf(given.map((one) => 100 - one))
      expect(mirrored.probability).toBeCloseTo(100 - probability, 1)
      expect(mirrored.low).toBeCloseTo(100 - high, 1)
    }))
  })

  it("has an interval for equal answers, which narrows with their number and the independent voices", () => {
    fc.assert(fc.property(percent, fc.integer({ min: 1, max: 50 }), (given, count) => {
      const width = (many: number, effective = many) => {
        const { high, low } = poolOf(Array<number>(many).fill(given), effective)
        return high - low
      }
      expect(width(count)).toBeGreaterThan(0)
      expect(width(count + 1)).toBeLessThanOrEqual(width(count))
      expect(width(count + 1, 1)).toBeGreaterThanOrEqual(width(count + 1))
    }))
  })

  it("of options sums to 100, and each lies within its interval", () => {
    const answer = fc.record({ chosen: fc.integer({ min: 0, max: 3 }), confidence: fc.integer({ min: 50, max: 99 }) })
    fc.assert(fc.property(fc.array(answer, { minLength: 1, maxLength: 20 }), (answers) => {
      const pools = pooledOptions(
        [0, 1, 2, 3].map((option) =>
          sumsOf(answers.map(({ chosen, confidence }) => chosen === option ? confidence : (100 - confidence) / 3))
        ),
        answers.length
      )!
      expect(pools.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(100, 1)
      for (const { high, low, probability } of pools) {
        expect(low).toBeLessThanOrEqual(probability)
        expect(probability).toBeLessThanOrEqual(high)
        expect([low >= 0, high <= 100]).toEqual([true, true])
      }
    }))
  })
})

describe("the history of the pool", () => {
  it("ends with the pool of all predictions, one owner being one voice", () => {
    fc.assert(fc.property(fc.array(voice, { minLength: 1, maxLength: 30 }), (voices) => {
      const last = pooledHistory(voices).at(-1)!
      const effective = effectiveAgents(similaritySums(voices))
      const means = ["a", "b", "c", "d"].map((owner) => voices.filter(({ owner_id }) => owner_id === owner)).filter((
        { length }
      ) => length > 0).map((own) => own.reduce((sum, one) => sum + logOddsOf(yesChanceOf(one)), 0) / own.length)
      const expected = pooled({
        owners: means.length,
        sum: means.reduce((sum, one) => sum + one, 0),
        squares: means.reduce((sum, one) => sum + one * one, 0)
      }, effective)!
      expect(last.effective_agents).toBeCloseTo(effective, 9)
      expect(last.probability).toBeCloseTo(expected.probability, 1)
      expect(last.low).toBeCloseTo(expected.low, 1)
      expect(last.high).toBeCloseTo(expected.high, 1)
      expect([last.total_agents, last.yes_count]).toEqual([
        voices.length,
        voices.filter((one) => one.prediction).length
      ])
    }))
  })

  it("does not move when an owner repeats its answer", () => {
    const one = { owner_id: "a", family: "gpt", weight: 100, prediction: true, confidence: 90 } as Voice
    const other = { ...one, owner_id: "b", family: "claude", confidence: 60 }
    const history = pooledHistory([other, one, one, one])
    expect(history[3]!.probability).toBe(history[1]!.probability)
  })
})
