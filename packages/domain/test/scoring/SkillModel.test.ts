import { randomOf } from "@auspex/testkit/season"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import * as fc from "effect/FastCheck"
import { designOf, type SkillDesign, type Steps } from "../../src/forecasting/scoring/SkillDesign.ts"
import {
  type SkillEstimate,
  type SkillEstimates,
  skillInSteps,
  skillOf
} from "../../src/forecasting/scoring/SkillModel.ts"
import { type SkillRecord, SkillRecordBuilder } from "../../src/forecasting/scoring/SkillRecord.ts"
import { propagate } from "../../src/forecasting/scoring/SkillUncertainty.ts"

type Entry = readonly [account: string, question: string, score: number]

const recordOf = (entries: Iterable<Entry>): SkillRecord => {
  const builder = new SkillRecordBuilder()
  for (const [account, question, score] of entries) builder.add(account, question, score)
  return builder.build()
}

const run = <A>(steps: Steps<A>): A => {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** Simulated accounts and questions with effects; each account predicts on a share of the questions. */
const population = (
  seed: number,
  { accounts, questions, share }: { readonly accounts: number; readonly questions: number; readonly share: number }
): ReadonlyArray<Entry> => {
  const random = randomOf("population", seed)
  const effects = Array.from({ length: accounts }, () => 0.05 * random.normal())
  return Array.from({ length: questions }, (_, j): ReadonlyArray<Entry> => {
    const level = 0.2 + 0.1 * random.normal()
    return effects.flatMap((effect, i): ReadonlyArray<Entry> =>
      random.chance(share) ? [[`a${i}`, `q${j}`, level + effect + 0.2 * random.normal()]] : []
    )
  }).flat()
}

const shapeUpTo = (questionsMax: number) =>
  fc.record({
    seed: fc.nat(),
    accounts: fc.integer({ min: 1, max: 12 }),
    questions: fc.integer({ min: 1, max: questionsMax }),
    share: fc.constantFrom(0.15, 0.4, 0.8, 1)
  })
const shape = shapeUpTo(12)

const byId = ({ estimates }: SkillEstimates): ReadonlyMap<string, SkillEstimate> =>
  new Map(estimates.map((estimate) => [estimate.account_id, estimate]))

/** Expects equal ranks, and estimates that differ by `shift` within floating-point accuracy. */
const expectSame = (one: SkillEstimates, other: SkillEstimates, shift = 0): void => {
  expect(one.estimates.length).toBe(other.estimates.length)
  const others = byId(other)
  for (const { account_id, adjusted_brier, interval, rank, rank_high, rank_low } of one.estimates) {
    const twin = others.get(account_id)!
    expect(twin).toMatchObject({ rank, rank_low, rank_high })
    expect(twin.adjusted_brier).toBeCloseTo(adjusted_brier + shift, 7)
    expect(twin.interval.low).toBeCloseTo(interval.low + shift, 7)
    expect(twin.interval.high).toBeCloseTo(interval.high + shift, 7)
  }
}

describe("the skill of an account does not depend on", () => {
  it("the difficulty of a question: a constant added to all its scores changes no ranking and no estimate", () => {
    fc.assert(fc.property(shape, fc.nat(11), fc.double({ min: -1, max: 1, noNaN: true }), (some, which, constant) => {
      const entries = population(some.seed, some)
      const harder = entries.map((
        [account, question, score]
      ): Entry => [account, question, question === `q${which}` ? score + constant : score])
      const [one, other] = [skillOf(recordOf(entries)), skillOf(recordOf(harder))]
      expectSame(one, other, other.parameters.mean - one.parameters.mean)
    }))
  })

  it("the order of the record, and the ids of accounts and questions", () => {
    fc.assert(fc.property(shape, (some) => {
      const entries = population(some.seed, some)
      const one = skillOf(recordOf(entries))
      expectSame(one, skillOf(recordOf(randomOf("shuffled", some.seed).sample(entries, entries.length))))
      const renamed = skillOf(
        recordOf(
          entries.map(([account, question, score]): Entry => [`z${account}`, `${question.length}${question}`, score])
        )
      )
      expect(renamed.estimates.map(({ rank }) => rank)).toEqual(one.estimates.map(({ rank }) => rank))
    }))
  })

  it("the choice of questions: average results on the easiest ones rank like average results on the hardest ones", () => {
    const crowded = fc.record({
      seed: fc.nat(),
      accounts: fc.integer({ min: 2, max: 12 }),
      questions: fc.integer({ min: 2, max: 20 }),
      share: fc.constant(1)
    })
    fc.assert(fc.property(crowded, fc.double({ min: 0.05, max: 0.95, noNaN: true }), (some, part) => {
      const entries = population(some.seed, some)
      const means = Array.from({ length: some.questions }, (_, j): readonly [string, number] => {
        const scores = entries.flatMap(([, question, score]) => question === `q${j}` ? [score] : [])
        return [`q${j}`, scores.reduce((sum, score) => sum + score, 0) / scores.length]
      }).sort(([, a], [, b]) => a - b)
      const count = Math.ceil(part * means.length)
      const picking = (picked: ReadonlyArray<readonly [string, number]>) => {
        const own = picked.map(([question, mean]): Entry => ["picker", question, mean])
        const { estimates, parameters } = skillOf(recordOf([...entries, ...own]))
        const picker = estimates.find(({ account_id }) => account_id === "picker")!
        expect(picker.adjusted_brier).toBeCloseTo(parameters.mean, 7)
        return { picker, above: estimates.filter(({ adjusted_brier }) => adjusted_brier < parameters.mean - 1e-9) }
      }
      const [easy, hard] = [picking(means.slice(0, count)), picking(means.slice(-count))]
      expect(easy.picker.brier_score).toBeLessThanOrEqual(hard.picker.brier_score)
      expect(easy.above.map(({ account_id }) => account_id).sort()).toEqual(
        hard.above.map(({ account_id }) => account_id).sort()
      )
    }))
  })

  it("the choice of easy questions: average results on easy questions only give average skill", () => {
    const random = randomOf("easy")
    const entries = population(7, { accounts: 40, questions: 100, share: 0.5 }).map((
      [account, question, score]
    ): Entry => [account, question, Number(question.slice(1)) % 4 === 0 ? score - 0.15 : score])
    const means = new Map<string, { sum: number; count: number }>()
    for (const [, question, score] of entries) {
      const mean = means.get(question) ?? { sum: 0, count: 0 }
      means.set(question, { sum: mean.sum + score, count: mean.count + 1 })
    }
    const cherries = [...means].filter(([question]) => Number(question.slice(1)) % 4 === 0)
      .map(([question, { count, sum }]): Entry => ["picker", question, sum / count + 0.05 * random.normal()])
    const { estimates, parameters } = skillOf(recordOf([...entries, ...cherries]))
    const picker = estimates.find((estimate) => estimate.account_id === "picker")!
    const better = estimates.filter((estimate) => estimate.brier_score < picker.brier_score)
    expect(better.length).toBeLessThanOrEqual(2)
    expect(picker.rank).toBeGreaterThan(10)
    expect(picker.rank).toBeLessThan(31)
    expect(picker.interval.low).toBeLessThan(parameters.mean)
    expect(picker.interval.high).toBeGreaterThan(parameters.mean)
  })
})

/** The effects and their posterior covariance, by elimination on the dense matrix. */
const densely = (design: SkillDesign, skill: number, residual: number) => {
  const size = design.accountCount
  const matrix = Array.from(
    { length: size },
    (_, i) => Float64Array.from({ length: 2 * size + 1 }, (__, k) => k === i ? 1 / skill : k === size + i ? 1 : 0)
  )
  for (let j = 0; j < design.questionCount; j++) {
    const [start, end] = [design.starts[j]!, design.starts[j + 1]!]
    const mean = design.scores.subarray(start, end).reduce((sum, score) => sum + score, 0) / (end - start)
    for (let k = start; k < end; k++) {
      const row = matrix[design.accounts[k]!]!
      row[design.accounts[k]!]! += 1 / residual
      row[2 * size]! += (design.scores[k]! - mean) / residual
      for (let l = start; l < end; l++) row[design.accounts[l]!]! -= 1 / residual / (end - start)
    }
  }
  for (let pivot = 0; pivot < size; pivot++) {
    const row = matrix[pivot]!
    const head = row[pivot]!
    for (let c = 0; c < row.length; c++) row[c]! /= head
    for (const other of matrix) {
      const factor = other === row ? 0 : other[pivot]!
      if (factor !== 0) { for (let c = 0; c < row.length; c++) other[c]! -= factor * row[c]! }
    }
  }
  return {
    effects: matrix.map((row) => row[2 * size]!),
    variances: matrix.map((row, i) => row[size + i]!)
  }
}

describe("the fit", () => {
  it("solves the mixed-model equations like elimination on the dense matrix", () => {
    fc.assert(
      fc.property(shape, (some) => {
        const record = recordOf(population(some.seed, some))
        const { estimates, parameters } = skillOf(record)
        const { effects } = densely(run(designOf(record)), parameters.skill_variance, parameters.residual_variance)
        for (const { account_id, adjusted_brier } of estimates) {
          const effect = effects[record.accountIds.indexOf(account_id)]!
          expect(adjusted_brier - parameters.mean).toBeCloseTo(effect, 7)
        }
      })
    )
  })

  it("approximates the posterior variances within some percent, and rarely underestimates them", () => {
    fc.assert(fc.property(shapeUpTo(60), (some) => {
      const design = run(designOf(recordOf(population(some.seed, some))))
      const variances = { skill: 0.0025, residual: 0.04 }
      const spread = new Float64Array(design.accountCount).fill(variances.skill)
      for (let round = 0; round < 8; round++) run(propagate(design, variances, spread))
      for (const [i, exact] of densely(design, variances.skill, variances.residual).variances.entries()) {
        expect(spread[i]! / exact).toBeGreaterThan(0.95)
        expect(spread[i]! / exact).toBeLessThan(1.15)
      }
    }))
  })

  it("recovers the variances of simulated data", () => {
    const { parameters } = skillOf(recordOf(population(1, { accounts: 400, questions: 300, share: 0.15 })))
    expect(Math.sqrt(parameters.skill_variance)).toBeCloseTo(0.05, 2)
    expect(Math.sqrt(parameters.residual_variance)).toBeCloseTo(0.2, 2)
  })

  it("shrinks accounts with few predictions towards the mean", () => {
    const entries = population(3, { accounts: 50, questions: 80, share: 0.5 })
    const lucky: ReadonlyArray<Entry> = [["newcomer", "q0", 0], ["newcomer", "q1", 0]]
    const { estimates, parameters } = skillOf(recordOf([...entries, ...lucky]))
    const newcomer = estimates.find((estimate) => estimate.account_id === "newcomer")!
    expect(newcomer.brier_score).toBe(0)
    expect(newcomer.adjusted_brier).toBeGreaterThan(parameters.mean - 0.05)
    expect(newcomer.rank_low).toBe(1)
    expect(newcomer.rank_high).toBeGreaterThan(40)
  })
})

describe("edge cases", () => {
  it("of an empty record", () => {
    const { estimates, parameters } = skillOf(recordOf([]))
    expect(estimates).toEqual([])
    expect(parameters.mean).toBe(0)
  })

  it.each<readonly [string, ReadonlyArray<Entry>]>([
    ["one account", [["a", "q", 0.1], ["a", "r", 0.3]]],
    ["questions with one prediction each", [["a", "q", 0.1], ["b", "r", 0.9]]],
    ["no variance at all", [["a", "q", 0.25], ["b", "q", 0.25], ["a", "r", 0.25], ["b", "r", 0.25]]]
  ])("%s: no accounts are distinguished", (_, entries) => {
    const { estimates, parameters } = skillOf(recordOf(entries))
    for (const { adjusted_brier, interval, rank, rank_high, rank_low } of estimates) {
      expect(adjusted_brier).toBeCloseTo(parameters.mean, 8)
      expect([rank, rank_low, rank_high]).toEqual([1, 1, estimates.length])
      expect(interval.low).toBeLessThan(adjusted_brier)
      expect(interval.high).toBeGreaterThan(adjusted_brier)
    }
    expect(parameters.mean).toBeCloseTo(entries.reduce((sum, [, , score]) => sum + score, 0) / entries.length, 8)
  })

  it("of disconnected components: accounts are compared within a component only, and each component has the overall mean", () => {
    const island = (name: string, level: number): ReadonlyArray<Entry> =>
      population(5, { accounts: 6, questions: 30, share: 1 }).map((
        [account, question, score]
      ) => [`${name}${account}`, `${name}${question}`, score + level])
    const { estimates } = skillOf(recordOf([...island("easy", 0), ...island("hard", 0.4)]))
    // Equal scores except for difficulty: twins share a rank, and ties are ordered by id.
    expect(estimates.map(({ rank }) => rank)).toEqual([1, 1, 3, 3, 5, 5, 7, 7, 9, 9, 11, 11])
    expect(estimates[0]!.account_id.slice(0, 4)).toBe("easy")
    expect(estimates[1]!.account_id).toBe(estimates[0]!.account_id.replace("easy", "hard"))
  })

  it("of ranks: each range contains its rank, and adjusted scores average to the mean of all scores", () => {
    fc.assert(fc.property(shape, (some) => {
      const entries = population(some.seed, some)
      const { estimates } = skillOf(recordOf(entries))
      let sum = 0
      for (const { adjusted_brier, rank, rank_high, rank_low, resolved } of estimates) {
        expect(rank_low).toBeLessThanOrEqual(rank)
        expect(rank_high).toBeGreaterThanOrEqual(rank)
        sum += resolved * adjusted_brier
      }
      expect(sum).toBeCloseTo(entries.reduce((total, [, , score]) => total + score, 0), 6)
    }))
  })
})

describe("computed in steps", () => {
  const record = recordOf(population(9, { accounts: 3_000, questions: 100, share: 0.5 }))

  it.live("the estimates are the same, with yields in between", () =>
    Effect.gen(function*() {
      let turns = 0
      const other = yield* Effect.fork(
        Effect.forever(Effect.zipRight(Effect.sync(() => (turns += 1)), Effect.sleep(0)))
      )
      const estimates = yield* skillInSteps(record)
      yield* Fiber.interrupt(other)
      expect(estimates).toEqual(skillOf(record))
      expect(turns).toBeGreaterThan(20)
    }))
})
