import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { baselineScore } from "../../src/forecasting/scoring/BaselineScore.ts"
import { brierOfProbability } from "../../src/forecasting/scoring/Brier.ts"
import {
  logScore,
  logScoreBinary,
  logScoreMulti,
  logScoreOfProbability
} from "../../src/forecasting/scoring/LogScore.ts"
import { peerScore } from "../../src/forecasting/scoring/PeerScore.ts"
import { competitionRanks, rankRanges } from "../../src/forecasting/scoring/Ranks.ts"
import { settle } from "../../src/forecasting/scoring/Settlement.ts"
import { noStreak } from "../../src/forecasting/scoring/Streak.ts"

const confidence = fc.integer({ min: 50, max: 99 })

describe("the log score", () => {
  it.each([[50, true, Math.log(0.5)], [70, true, Math.log(0.7)], [70, false, Math.log(0.3)], [
    99,
    false,
    Math.log(0.01)
  ]])(
    "of %i %% that was %s is the logarithm of the probability given to the outcome",
    (stated, correct, score) => expect(logScoreBinary(stated, correct)).toBeCloseTo(score, 14)
  )

  it("over options is the mean of the logarithms over the true ones", () => {
    const arbitrary = fc.record({
      stated: confidence,
      optionCount: fc.integer({ min: 2, max: 10 }),
      some: fc.nat(),
      which: fc.nat()
    })
    fc.assert(fc.property(arbitrary, ({ optionCount, some, stated, which }) => {
      const correctCount = 1 + some % optionCount
      const chosen = which % optionCount
      // The first options are true.
      const logs = Array.from(
        { length: correctCount },
        (_, index) => Math.log(index === chosen ? stated / 100 : (1 - stated / 100) / (optionCount - 1))
      )
      const mean = logs.reduce((a, b) => a + b, 0) / correctCount
      const facts = { confidence: stated, optionCount, correctCount, correct: chosen < correctCount }
      expect(logScoreMulti(facts)).toBeCloseTo(mean, 12)
    }))
  })

  it("over two options with one true equals the binary score exactly", () => {
    fc.assert(fc.property(confidence, fc.boolean(), (stated, correct) => {
      expect(logScoreMulti({ confidence: stated, optionCount: 2, correctCount: 1, correct })).toBe(
        logScoreBinary(stated, correct)
      )
    }))
  })

  it("is proper: the honest confidence has the best expectation", () => {
    fc.assert(fc.property(confidence, confidence, (honest, stated) => {
      const expected = (stated: number) =>
        honest / 100 * logScoreBinary(stated, true) + (1 - honest / 100) * logScoreBinary(stated, false)
      expect(expected(honest)).toBeGreaterThanOrEqual(expected(stated) - 1e-12)
    }))
  })

  it("is that of the settlement, by the kind of the resolution", () => {
    const facts = {
      contrarian: false,
      early: false,
      hedged: false,
      weight: 1,
      streak: noStreak,
      prediction: true,
      confidence: 80
    }
    const yes = { kind: "outcome", outcome: true } as const
    const options = { kind: "options", correct_options: ["a", "b"] } as const
    expect(settle({ ...facts, optionCount: 0, resolution: yes }).log_score).toBe(logScore(80, true, yes, 0))
    expect(settle({ ...facts, optionCount: 3, selected_option: "c", resolution: options }).log_score).toBeCloseTo(
      Math.log(0.1),
      14
    )
    expect(settle({ ...facts, optionCount: 0, resolution: { kind: "void" } }).log_score).toBeNull()
  })
})

describe("the baseline score", () => {
  it.each([0, 2, 3, 8])("of chance over %i options is zero, of certainty 100", (optionCount) => {
    expect(baselineScore(Math.log(1 / (optionCount === 0 ? 2 : optionCount)), optionCount)).toBeCloseTo(0, 12)
    expect(baselineScore(0, optionCount)).toBe(100)
  })

  it("over two options is 100 × (1 + log2 p)", () => {
    fc.assert(fc.property(fc.double({ min: 0.001, max: 1, noNaN: true }), (p) => {
      expect(baselineScore(Math.log(p), 0)).toBeCloseTo(100 * (1 + Math.log2(p)), 9)
    }))
  })
})

describe("the peer score", () => {
  const logScores = fc.array(fc.double({ min: -5, max: 0, noNaN: true }), { minLength: 2, maxLength: 40 })

  it("adds up to zero over a question", () => {
    fc.assert(fc.property(logScores, (scores) => {
      const question = { scored: scores.length, log_sum: scores.reduce((a, b) => a + b, 0) }
      expect(scores.reduce((sum, score) => sum + peerScore(score, question)!, 0)).toBeCloseTo(0, 7)
    }))
  })

  it("is 100 times the mean distance to the others", () => {
    fc.assert(fc.property(logScores, ([first = 0, ...others]) => {
      const question = { scored: others.length + 1, log_sum: others.reduce((a, b) => a + b, first) }
      const mean = others.reduce((sum, other) => sum + (first - other), 0) / others.length
      expect(peerScore(first, question)).toBeCloseTo(100 * mean, 8)
    }))
  })

  it("is undefined for a single prediction", () => {
    expect(peerScore(-1, { scored: 1, log_sum: -1 })).toBeNull()
  })
})

describe("published figures", () => {
  it("Brier (1950), ten forecasts of rain: P = 0.19 over both classes, half of it over one", () => {
    const forecasts = [0.7, 0.9, 0.8, 0.4, 0.2, 0, 0, 0, 0, 0.1]
    const rained = [false, true, true, true, false, false, false, false, false, false]
    const mean = forecasts.reduce((sum, p, day) => sum + brierOfProbability(p, rained[day]!), 0) / forecasts.length
    expect(mean.toFixed(3)).toBe("0.095")
    expect((2 * mean).toFixed(2)).toBe("0.19")
  })

  it.each([[0.99, "-0.01"], [0.999, "-0.001"], [0.01, "-4.6"], [0.001, "-6.9"]])(
    "Metaculus, Scores FAQ: the log score of %d is %s",
    (p, printed) => {
      const decimals = printed.split(".")[1]!.length
      expect(logScoreOfProbability(p).toFixed(decimals)).toBe(printed)
    }
  )

  it.each([["best, two options", 0.999, 0, "99.9"], ["worst, two options", 0.001, 0, "-897"], [
    "worst, eight options",
    0.001,
    8,
    "-232"
  ]])("Metaculus, Scores FAQ: the baseline score that is %s", (_, p, options, printed) => {
    const decimals = printed.split(".")[1]?.length ?? 0
    expect(baselineScore(logScoreOfProbability(p), options).toFixed(decimals)).toBe(printed)
  })

  it.each([[-1, -250], [1, 50], [2, 200]])(
    "Metaculus, Scores FAQ: with a log score of %i among -1, 1 and 2, the peer score is %i",
    (score, peer) => expect(peerScore(score, { scored: 3, log_sum: 2 })).toBe(peer)
  )
})

describe("ranks", () => {
  it("are shared by ties, and the next rank follows after them", () => {
    expect(competitionRanks([0.3, 0.1, 0.2, 0.2, 0.4])).toEqual([4, 1, 2, 2, 5])
    expect(competitionRanks([])).toEqual([])
  })

  it("are one plus the number of better ones", () => {
    fc.assert(fc.property(fc.array(fc.integer({ min: 0, max: 8 }), { maxLength: 30 }), (scores) => {
      expect(competitionRanks(scores)).toEqual(
        scores.map((score) => 1 + scores.filter((other) => other < score).length)
      )
    }))
  })

  it("have ranges from the certainly better to the certainly worse", () => {
    const interval = fc.tuple(fc.integer({ min: 0, max: 12 }), fc.nat(4)).map(([low, width]) => ({
      low,
      high: low + width
    }))
    fc.assert(fc.property(fc.array(interval, { maxLength: 30 }), (intervals) => {
      const middles = competitionRanks(intervals.map(({ high, low }) => low + high))
      for (const [at, range] of rankRanges(intervals).entries()) {
        const { high, low } = intervals[at]!
        expect(range.rank_low).toBe(1 + intervals.filter((other) => other.high < low).length)
        expect(range.rank_high).toBe(intervals.length - intervals.filter((other) => other.low > high).length)
        expect(range.rank_low).toBeLessThanOrEqual(middles[at]!)
        expect(range.rank_high).toBeGreaterThanOrEqual(middles[at]!)
      }
    }))
  })
})
