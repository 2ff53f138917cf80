import {
  noRecord,
  recordOf,
  scoreSpecialists,
  specialistWeights,
  type SpecialistAnswer,
  type TrackRecord
} from "@auspex/domain/packets"
import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { extremisingFactor, pooledRow } from "../../src/research/packets/answerPool.ts"
import { clampedDistribution } from "../../src/research/packets/Distribution.ts"
import { diceOf } from "./randomProject.ts"

const binary = { kind: "binary", kind_options: null } as const
const answer = (specialist: string, probability: number): SpecialistAnswer => ({
  specialist,
  distribution: [[probability, 1 - probability]]
})

describe("scores of specialists", () => {
  it("are the Brier score and the log score of what came true", () => {
    expect(scoreSpecialists(binary, "no", [answer("a", 0.3)])).toEqual([
      { specialist: "a", brier: expect.closeTo(0.09, 9) as number, log: expect.closeTo(Math.log(0.7), 9) as number }
    ])
  })

  it("of options count all of them, of a matrix all rows", () => {
    const multi = { kind: "multi", kind_options: { options: ["a", "b", "c"] } } as const
    const [score] = scoreSpecialists(multi, "b", [{ specialist: "s", distribution: [[0.2, 0.5, 0.3]] }])
    expect(score!.brier).toBeCloseTo((0.04 + 0.25 + 0.09) / 2, 9)
    const matrix = { kind: "matrix", kind_options: { rows: ["r", "s"], columns: ["low", "high"] } } as const
    const [both] = scoreSpecialists(matrix, ["low", "high"], [{
      specialist: "s",
      distribution: [[0.9, 0.1], [0.4, 0.6]]
    }])
    expect(both!.brier).toBeCloseTo((0.01 + 0.16) / 2, 9)
    expect(both!.log).toBeCloseTo((Math.log(0.9) + Math.log(0.6)) / 2, 9)
  })

  it("are finite for who was certain and wrong", () => {
    expect(scoreSpecialists(binary, "no", [answer("a", 1)])[0]!.log).toBeCloseTo(Math.log(0.01), 9)
  })

  it.each([
    ["an outcome that is no option", binary, "maybe"],
    ["an opinion", { kind: "star_rating", kind_options: { max: 5 } } as const, "4"],
    ["a text", { kind: null, kind_options: null }, "yes"]
  ])("do not exist for %s", (_, question, outcome) => {
    expect(scoreSpecialists(question, outcome, [answer("a", 0.5)])).toEqual([])
  })

  it("do not exist without a distribution that fits", () => {
    expect(scoreSpecialists(binary, "yes", [{ specialist: "a", distribution: null }, {
      specialist: "b",
      distribution: [[1]]
    }])).toEqual([])
  })
})

describe("weights", () => {
  const record = (specialist: string, resolved: number, mean: number): TrackRecord => ({
    specialist,
    resolved,
    brier_sum: resolved * mean,
    log_sum: 0
  })
  const weightsOf = (records: ReadonlyArray<TrackRecord>, panel = ["a", "b", "c"]) =>
    Object.fromEntries(specialistWeights(panel, records).map(({ specialist, weight }) => [specialist, weight]))

  it("are equal without records", () => {
    expect(weightsOf([])).toEqual({ a: 1 / 3, b: 1 / 3, c: 1 / 3 })
  })

  it("are larger for who is better, with the sum 1, and the panel's mean for who is new", () => {
    // Smaller means may count as the smallest one that counts.
    const mean = fc.double({ min: 0.03, max: 0.6, noNaN: true })
    fc.assert(
      fc.property(mean, mean, fc.integer({ min: 1, max: 500 }), (one, other, resolved) => {
        const weights = weightsOf([record("a", resolved, one), record("b", resolved, other)])
        expect(weights["a"]! + weights["b"]! + weights["c"]!).toBeCloseTo(1, 9)
        if (one + 0.001 < other) {
          expect(weights["a"]).toBeGreaterThan(weights["b"]!)
          expect(weights["c"]).toBeLessThanOrEqual(weights["a"]!)
          expect(weights["c"]).toBeGreaterThanOrEqual(weights["b"]!)
        }
      })
    )
  })

  it("grow apart with the evidence, not with luck", () => {
    const ratio = (resolved: number) => {
      const weights = weightsOf([record("a", resolved, 0.1), record("b", resolved, 0.3)])
      return weights["a"]! / weights["b"]!
    }
    expect(ratio(1)).toBeLessThan(1.1)
    expect(ratio(20)).toBeGreaterThan(ratio(5))
    expect(ratio(1_000)).toBeCloseTo(3, 0)
  })

  it("add up several records of one specialist, in any order", () => {
    const parts = [record("a", 3, 0.11), record("a", 7, 0.23), record("b", 9, 0.17)]
    expect(weightsOf(parts)).toEqual(weightsOf([...parts].reverse()))
    expect(specialistWeights(["a"], parts)[0]!.resolved).toBe(10)
  })
})

/** A year of 52 weeks in which questions are asked, pooled, resolved and scored. */
const simulatedYear = (seed: number) => {
  const { share } = diceOf(seed)
  const gauss = () => Math.sqrt(-2 * Math.log(1 - share())) * Math.cos(2 * Math.PI * share())
  // How far the log-odds of each specialist are off: two know something, three guess.
  const noise = { macro: 0.4, risk: 0.6, tax: 1.6, markets: 2, contrarian: 2.6 }
  const specialists = Object.keys(noise)
  let records = specialists.map(noRecord)
  let [weighted, equal, questions] = [0, 0, 0]
  const weightsNow = () => new Map(specialistWeights(specialists, records).map((one) => [one.specialist, one.weight]))
  for (let week = 0; week < 52; week++) {
    const weights = weightsNow()
    for (let n = 0; n < 4; n++) {
      const truth = 1.5 * gauss()
      const outcome = share() < 1 / (1 + Math.exp(-truth)) ? "yes" : "no"
      const answers = Object.entries(noise).map(([specialist, spread]) =>
        answer(specialist, 1 / (1 + Math.exp(-(truth + spread * gauss()))))
      )
      const rows = answers.map(({ distribution }) => clampedDistribution(distribution![0]!))
      const brierOf = (given: ReadonlyArray<number>): number => {
        const pooled = pooledRow("binary", rows, given, extremisingFactor(rows.length))
        return scoreSpecialists(binary, outcome, [{ specialist: "pool", distribution: [pooled] }])[0]!.brier
      }
      weighted += brierOf(specialists.map((specialist) => weights.get(specialist)!))
      equal += brierOf(specialists.map(() => 1))
      questions++
      const scores = scoreSpecialists(binary, outcome, answers)
      records = records.map((record) => recordOf(record, scores))
    }
  }
  return { weighted: weighted / questions, equal: equal / questions, weights: weightsNow(), records }
}

describe("a simulated year", () => {
  const years = Array.from({ length: 5 }, (_, seed) => simulatedYear(seed + 1))
  const mean = (values: ReadonlyArray<number>) => values.reduce((sum, value) => sum + value, 0) / values.length

  it("moves the weights to who forecasts better", () => {
    for (const { records, weights } of years) {
      expect(records.every(({ resolved }) => resolved === 208)).toBe(true)
      for (const good of ["macro", "risk"])
        for (const bad of ["markets", "contrarian"]) expect(weights.get(good)).toBeGreaterThan(weights.get(bad)!)
    }
  })

  it("ends with a better Brier score than equal weights", () => {
    for (const { equal, weighted } of years) expect(weighted).toBeLessThan(equal)
    expect(mean(years.map(({ weighted }) => weighted))).toBeLessThan(mean(years.map(({ equal }) => equal)) - 0.001)
  })
})
