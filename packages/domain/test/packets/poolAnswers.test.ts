import { packetConstants, poolAnswers, type SpecialistAnswer } from "@auspex/domain/packets"
import type { PanelQuestion } from "@auspex/domain/panels"
import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { pooledRow } from "../../src/research/packets/answerPool.ts"
import { clampedDistribution } from "../../src/research/packets/Distribution.ts"
import { agreementOf, answerDistance } from "../../src/research/packets/divergence.ts"

const kinds = {
  binary: { kind: "binary", kind_options: null },
  multi: { kind: "multi", kind_options: { options: ["a", "b", "c"] } },
  matrix: { kind: "matrix", kind_options: { rows: ["r", "s"], columns: ["low", "high"] } },
  likert: { kind: "likert", kind_options: { scale: 5, statement: "It rains." } },
  star_rating: { kind: "star_rating", kind_options: { max: 5 } }
} as const

const pool = (
  kind: keyof typeof kinds,
  distributions: ReadonlyArray<SpecialistAnswer["distribution"]>,
  weights: ReadonlyArray<number> = distributions.map(() => 1),
  { id = "q", models = ["gpt-5", "claude-5"] }: { readonly id?: string; readonly models?: ReadonlyArray<string> } = {}
) =>
  poolAnswers({
    question: { id, ...kinds[kind] } satisfies Pick<PanelQuestion, "id" | "kind" | "kind_options">,
    answers: distributions.map((distribution, at) => ({
      specialist: `s${at}`,
      model: models[at % models.length]!,
      distribution
    })),
    weights: new Map(weights.map((weight, at) => [`s${at}`, weight]))
  })

const yes = (probability: number) => [[probability, 1 - probability]]
const logit = (p: number): number => Math.log(p / (1 - p))
const probability = fc.double({ min: 0, max: 1, noNaN: true })
const distribution = (options: number) =>
  fc.array(fc.double({ min: 0.001, max: 1, noNaN: true }), { minLength: options, maxLength: options }).map((values) => {
    const sum = values.reduce((total, value) => total + value, 0)
    return values.map((value) => value / sum)
  })

describe("the pool of forecasts", () => {
  it("is the weighted mean of log-odds times the factor", () => {
    const pooled = pool("binary", [yes(0.9), yes(0.6)], [3, 1])!
    const expected = 1 / (1 + Math.exp(-packetConstants.extremising_factor * (0.75 * logit(0.9) + 0.25 * logit(0.6))))
    expect(pooled.aggregate.probability).toBeCloseTo(expected, 4)
    expect(pooled.aggregate.answer).toBe("yes")
  })

  it("leaves one specialist alone as it is, without interval, agreement and dissent", () => {
    expect(pool("binary", [yes(0.7)])).toMatchObject({
      aggregate: { probability: 0.7, answer: "yes" },
      interval: null,
      agreement: null,
      dissent: null
    })
    expect(pool("multi", [[[0.2, 0.5, 0.3]]])!.aggregate).toMatchObject({ answer: "b", probability: 0.5 })
  })

  it.each<[string, ReadonlyArray<string>, number]>([
    ["one model", ["gpt-5"], 1],
    ["two models of one family", ["gpt-5", "openai/gpt-4o-mini"], 1],
    ["two sizes of a model of no known family", ["ollama/phi3:mini", "phi-4"], 1],
    ["two ways to a model of no known family", ["us.amazon.nova-lite-v1:0", "amazon/nova-pro"], 1],
    ["two families", ["gpt-5", "claude-5"], 1.2],
    ["two models of no known family", ["phi3:mini", "yi-34b"], 1.2]
  ])("of five specialists of %s", (_name, models, factor) => {
    const { aggregate } = pool("binary", [0.9, 0.8, 0.85, 0.7, 0.9].map(yes), undefined, { models })!
    const middle = [0.9, 0.8, 0.85, 0.7, 0.9].reduce((sum, p) => sum + logit(p), 0) / 5
    expect(aggregate.probability).toBeCloseTo(1 / (1 + Math.exp(-factor * middle)), 4)
  })

  it("counts the families of the answers that fit only", () => {
    const pooled = pool("binary", [yes(0.7), [[0.6, 0.6]], yes(0.7)], undefined, { models: ["gpt-5", "claude-5"] })!
    expect([pooled.families, pooled.aggregate.probability]).toEqual([["gpt"], 0.7])
  })

  it("extremises away from even, and keeps even", () => {
    expect(pool("binary", [yes(0.7), yes(0.7)])!.aggregate.probability).toBeGreaterThan(0.7)
    expect(pool("binary", [yes(0.3), yes(0.3)])!.aggregate.probability).toBeLessThan(0.3)
    expect(pool("binary", [yes(0.3), yes(0.7)])!.aggregate.probability).toBe(0.5)
  })

  it("of each row of a matrix is its own", () => {
    const { aggregate, interval } = pool("matrix", [[[0.9, 0.1], [0.2, 0.8]], [[0.8, 0.2], [0.3, 0.7]]])!
    expect(aggregate.answer).toEqual(["low", "high"])
    expect(aggregate.rows.map(({ row }) => row)).toEqual(["r", "s"])
    expect([aggregate.probability, interval]).toEqual([null, null])
  })

  it("is a distribution without certainty, within the interval of each option, whoever comes first", () => {
    const answers = fc.array(distribution(3), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(answers, fc.constantFrom("multi" as const), (rows, kind) => {
        const pooled = pool(kind, rows.map((row) => [row]))!
        const [row] = pooled.aggregate.rows
        expect(row!.options.reduce((sum, option) => sum + option.probability, 0)).toBeCloseTo(1, 3)
        for (const { interval, probability } of row!.options) {
          expect(probability).toBeGreaterThanOrEqual(0.005)
          expect(probability).toBeLessThanOrEqual(0.99)
          expect(interval === null).toBe(rows.length < 2)
          if (interval === null) continue
          expect(interval.low).toBeLessThanOrEqual(probability)
          expect(interval.high).toBeGreaterThanOrEqual(probability)
        }
        const reversed = poolAnswers({
          question: { id: "q", ...kinds[kind] },
          answers: rows.map((value, at) => ({
            specialist: `s${at}`,
            model: at % 2 === 0 ? "gpt-5" : "claude-5",
            distribution: [value]
          })).reverse(),
          weights: new Map(rows.map((_, at) => [`s${at}`, 1]))
        })
        expect(reversed).toEqual(pooled)
      }),
      { numRuns: 60 }
    )
  })

  it("clamps so that nobody has a veto", () => {
    fc.assert(
      fc.property(fc.array(probability, { minLength: 2, maxLength: 5 }), (values) => {
        const { aggregate } = pool("binary", values.map(yes))!
        expect(aggregate.probability).toBeGreaterThanOrEqual(0.01)
        expect(aggregate.probability).toBeLessThanOrEqual(0.99)
      }),
      { numRuns: 40 }
    )
    expect(pool("binary", [yes(0), yes(0.9), yes(0.9), yes(0.9)])!.aggregate.probability).toBeGreaterThan(0.5)
  })

  it("drops answers that do not fit the question", () => {
    const misfits = [[[0.5]], [[0.6, 0.6]], [[Number.NaN, 0.5]], [[-0.1, 1.1]], [[0.5, 0.5], [0.5, 0.5]], []]
    for (const misfit of misfits) {
      expect(pool("binary", [misfit]), JSON.stringify(misfit)).toBeNull()
      expect(pool("binary", [yes(0.7), misfit])!.pooled).toEqual(["s0"])
    }
    expect(pool("binary", [null])).toBeNull()
    expect(poolAnswers({ question: { id: "q", kind: null, kind_options: null }, answers: [], weights: new Map() }))
      .toBeNull()
  })
})

describe("the pool of opinions", () => {
  it("is the weighted mean, which keeps two camps apart", () => {
    const { aggregate } = pool("likert", [[[1, 0, 0, 0, 0]], [[0, 0, 0, 0, 1]]], [1, 3])!
    expect(aggregate.rows[0]!.options.map(({ probability }) => probability)).toEqual([0.25, 0, 0, 0, 0.75])
    expect(aggregate.rows[0]!.mean).toBe(4)
    expect(aggregate.answer).toBe("5")
  })

  it("is not extremised", () => {
    const same = [[0, 0.1, 0.2, 0.3, 0.4]]
    expect(pool("star_rating", [same, same])!.aggregate.rows[0]!.options.map(({ probability }) => probability))
      .toEqual(same[0])
  })
})

describe("agreement", () => {
  it("is 1 when all answers are equal, and 0 when they exclude each other", () => {
    fc.assert(
      fc.property(distribution(4), fc.integer({ min: 2, max: 6 }), (row, count) => {
        expect(agreementOf("multi", Array.from({ length: count }, () => row))).toBeCloseTo(1, 6)
      })
    )
    expect(agreementOf("multi", [[1, 0, 0], [0, 1, 0], [0, 0, 1]])).toBeCloseTo(0)
    expect(agreementOf("star_rating", [[1, 0, 0, 0, 0], [0, 0, 0, 0, 1]])).toBe(0)
  })

  it("of a scale knows the order of its points", () => {
    const star = (point: number) => [1, 2, 3, 4, 5].map((one) => one === point ? 1 : 0)
    expect(agreementOf("star_rating", [star(4), star(5)])).toBeGreaterThan(
      agreementOf("star_rating", [star(1), star(5)])
    )
    expect(agreementOf("multi", [star(4), star(5)])).toBeCloseTo(agreementOf("multi", [star(1), star(5)]))
  })

  it("falls as answers move apart", () => {
    const course = [0.5, 0.6, 0.7, 0.8, 0.9].map((p) => agreementOf("binary", [[p, 1 - p], [1 - p, p]]))
    expect(course).toEqual([...course].sort((a, b) => b - a))
    expect(new Set(course).size).toBe(5)
  })

  it("has distances that are metrics", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("multi" as const, "likert" as const),
        distribution(5),
        distribution(5),
        distribution(5),
        (
          kind,
          a,
          b,
          c
        ) => {
          const far = (one: ReadonlyArray<number>, other: ReadonlyArray<number>) => answerDistance(kind, one, other)
          expect(far(a, b)).toBeCloseTo(far(b, a), 12)
          expect(far(a, c)).toBeLessThanOrEqual(far(a, b) + far(b, c) + 1e-9)
          expect(far(a, b)).toBeLessThanOrEqual(1)
        }
      )
    )
  })
})

describe("the dissent", () => {
  it("is the specialist furthest from the pool of the others", () => {
    expect(pool("binary", [yes(0.8), yes(0.75), yes(0.2), yes(0.7)])!.dissent!.specialist).toBe("s2")
    expect(pool("likert", [[[0, 0, 0, 1, 0]], [[0, 0, 0, 0, 1]], [[1, 0, 0, 0, 0]]])!.dissent!.specialist).toBe("s2")
  })

  it("is null when nobody is far away", () => {
    expect(pool("binary", [yes(0.6), yes(0.65), yes(0.7)])!.dissent).toBeNull()
  })

  it("of two is the one with the smaller weight", () => {
    expect(pool("binary", [yes(0.9), yes(0.1)], [1, 3])!.dissent!.specialist).toBe("s0")
    expect(pool("binary", [yes(0.9), yes(0.1)], [3, 1])!.dissent!.specialist).toBe("s1")
  })
})

describe("the interval", () => {
  const width = (values: ReadonlyArray<number>) => {
    const { high, low } = pool("binary", values.map(yes))!.interval!
    return high - low
  }

  it("contains the middle of the answers, also where the pool lies beyond all of them", () => {
    const { aggregate, interval } = pool("binary", [yes(0.7), yes(0.7), yes(0.7)])!
    expect(interval).toEqual({ low: 0.7, high: aggregate.probability })
    const stated = fc.array(fc.double({ min: 0.01, max: 0.99, noNaN: true }), { minLength: 2, maxLength: 7 })
    fc.assert(
      fc.property(stated, (values) => {
        const { high, low } = pool("binary", values.map(yes))!.interval!
        const sorted = values.toSorted((one, other) => one - other)
        const median = (sorted[Math.floor((values.length - 1) / 2)]! + sorted[Math.floor(values.length / 2)]!) / 2
        const mean = values.reduce((sum, value) => sum + value, 0) / values.length
        for (const middle of [median, mean]) {
          expect(low).toBeLessThanOrEqual(middle + 1e-4)
          expect(high).toBeGreaterThanOrEqual(middle - 1e-4)
        }
      }),
      { numRuns: 60 }
    )
  })

  it("of a mean is Student's, within the scale, also when all say the same", () => {
    const star = (point: number) => [[1, 2, 3, 4, 5].map((one) => one === point ? 1 : 0)]
    const of = (points: ReadonlyArray<number>) =>
      pool("star_rating", points.map(star))!.aggregate.rows[0]!.mean_interval
    expect(of([4, 4, 5])).toEqual({ low: 2.8991, high: 5 })
    expect(of([5, 5])).toEqual({ low: 1.8944, high: 5 })
    expect(of([3, 3, 3, 3, 3])).toEqual({ low: 2.0986, high: 3.9014 })
    expect(of([4])).toBeNull()
  })

  it("is empty when one model says the same, and wider the more answers differ", () => {
    const same = pool("binary", [yes(0.7), yes(0.7), yes(0.7)], undefined, { models: ["gpt-5"] })!
    expect(same.interval).toEqual({ low: 0.7, high: 0.7 })
    expect(width([0.6, 0.7, 0.8])).toBeGreaterThan(0)
    expect(width([0.3, 0.7, 0.9])).toBeGreaterThan(width([0.6, 0.7, 0.8]))
  })

  it("narrows with the number of specialists", () => {
    const some = [0.5, 0.6, 0.7, 0.8]
    expect(width([...some, ...some, ...some, ...some])).toBeLessThan(width(some))
  })

  it("depends on the ratios of the weights only", () => {
    const answers = [yes(0.2), yes(0.3), yes(0.8)]
    // In one of some twenty questions, other draws give these three another interval.
    for (let question = 0; question < 200; question++) {
      const id = `question ${question}`
      expect(pool("binary", answers, [1, 1, 1], { id })).toEqual(pool("binary", answers, [1 / 3, 1 / 3, 1 / 3], { id }))
      expect(pool("binary", answers, [6, 2, 1], { id })).toEqual(pool("binary", answers, [0.6, 0.2, 0.1], { id }))
    }
  })

  it("agrees with the exact distribution of resamples", () => {
    // Two specialists: both once with the probability 1/2, each twice with 1/4, so the interval reaches to both.
    const { high, low } = pool("binary", [yes(0.6), yes(0.8)])!.interval!
    const twice = (p: number) => pooledRow("binary", [[p, 1 - p]], [1], packetConstants.extremising_factor)[0]!
    expect(low).toBeCloseTo(twice(0.6), 3)
    expect(high).toBeCloseTo(twice(0.8), 3)
  })
})

describe("clamping", () => {
  it("keeps the sum, the order and the limit", () => {
    fc.assert(
      fc.property(distribution(6).map((row) => row.map((value) => value ** 8)), (raw) => {
        const sum = raw.reduce((total, value) => total + value, 0)
        const row = raw.map((value) => value / sum)
        const clamped = clampedDistribution(row)
        expect(clamped.reduce((total, value) => total + value, 0)).toBeCloseTo(1, 9)
        expect(Math.min(...clamped)).toBeGreaterThanOrEqual(0.01 / 5 - 1e-12)
        expect(Math.max(...clamped)).toBeLessThanOrEqual(0.99 + 1e-12)
        expect(clamped.indexOf(Math.max(...clamped))).toBe(row.indexOf(Math.max(...row)))
      })
    )
  })
})
