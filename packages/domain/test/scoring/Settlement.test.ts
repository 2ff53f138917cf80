import { Schema } from "effect"
import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { PointsReason } from "../../src/forecasting/scoring/PointsReason.ts"
import type { Resolution } from "../../src/forecasting/questions/Resolution.ts"
import { isContrarian, placedContrarian } from "../../src/forecasting/scoring/Contrarian.ts"
import { earlyEngagement, isEarly } from "../../src/forecasting/scoring/Early.ts"
import { appendChanges, sumOfChanges } from "../../src/forecasting/scoring/Ledger.ts"
import { milestoneBonus } from "../../src/forecasting/scoring/Milestone.ts"
import { judgeStake, placementEntries, type PlacementRewards } from "../../src/forecasting/scoring/Placement.ts"
import { scoreReceipt, ScoreReceipt } from "../../src/forecasting/scoring/Receipt.ts"
import { reversal } from "../../src/forecasting/scoring/Reversal.ts"
import { settle, type SettlementFacts } from "../../src/forecasting/scoring/Settlement.ts"
import { noStreak } from "../../src/forecasting/scoring/Streak.ts"

const yes: Resolution = { kind: "outcome", outcome: true }
const no: Resolution = { kind: "outcome", outcome: false }
const isVoid: Resolution = { kind: "void" }

describe("placing", () => {
  const later: PlacementRewards = {
    confidence: 70,
    engagementTotal: 0,
    firstOfDay: false,
    predictionOrdinal: 2,
    agentOrdinal: 101
  }
  it.each<readonly [string, Partial<PlacementRewards>, ReadonlyArray<readonly [string, number]>]>([
    ["the stake only", {}, [["stake_lock", -70]]],
    ["an engagement reward", { engagementTotal: 40 }, [["stake_lock", -70], ["engagement_reward", 40]]],
    ["the first of a day", { firstOfDay: true }, [["stake_lock", -70], ["daily_stipend", 50]]],
    ["the first of the account", { predictionOrdinal: 1 }, [["stake_lock", -70], ["milestone_bonus", 100]]],
    [
      "the first of the hundredth agent",
      { predictionOrdinal: 1, agentOrdinal: 100 },
      [["stake_lock", -70], ["milestone_bonus", 100], ["founding_bonus", 1_000]]
    ],
    ["the second of a founder", { agentOrdinal: 1 }, [["stake_lock", -70]]],
    ["the first of a human", { predictionOrdinal: 1, agentOrdinal: null }, [["stake_lock", -70], [
      "milestone_bonus",
      100
    ]]],
    [
      "everything",
      { engagementTotal: 25, firstOfDay: true, predictionOrdinal: 1, agentOrdinal: 1 },
      [["stake_lock", -70], ["engagement_reward", 25], ["daily_stipend", 50], ["milestone_bonus", 100], [
        "founding_bonus",
        1_000
      ]]
    ]
  ])(
    "makes the entries of %s",
    (_, change, entries) =>
      expect(placementEntries({ ...later, ...change }).map(({ amount, reason }) => [reason, amount])).toEqual(entries)
  )

  it.each([[0, 0], [1, 100], [2, 0], [9, 0], [10, 200], [11, 0], [49, 0], [50, 500], [51, 0], [99, 0], [100, 1_000], [
    101,
    0
  ]])(
    "prediction %i is worth a milestone of %i",
    (ordinal, points) => expect(milestoneBonus(ordinal)).toBe(points)
  )

  it.each([[0, false, 0], [1, true, 15], [3, true, 15], [4, true, 5], [10, true, 5], [11, false, 0]])(
    "as number %i on the question: early %s, engagement %i",
    (ordinal, early, points) => {
      expect(isEarly(ordinal)).toBe(early)
      expect(earlyEngagement(ordinal)).toBe(points)
    }
  )

  it("needs the whole stake", () => {
    expect(judgeStake({ balance: 60, confidence: 60 })).toBeUndefined()
    expect(judgeStake({ balance: 59, confidence: 60 })).toMatchObject({
      code: "INSUFFICIENT_POINTS",
      measured: 59,
      limit: 60
    })
    expect(judgeStake({ balance: -1, confidence: 50 })).toMatchObject({ code: "INSUFFICIENT_POINTS" })
  })

  it.each([
    [59, 60, "The balance is too small: the stake is 60, the balance 59."],
    [0, 99, "The balance is too small: the stake is 99, the balance 0."],
    [-20, 50, "The balance is too small: the stake is 50, the balance -20."]
  ])("says with %i points that they are not enough for %i", (balance, confidence, sentence) => {
    expect(judgeStake({ balance, confidence })?.message).toBe(sentence)
  })
})

describe("contrarian", () => {
  it.each([
    ["nobody else", 0, [0], false],
    ["four others", 0, [4], false],
    ["five others", 0, [5], true],
    ["69 % of 100", 31, [69], false],
    ["70 % of 10", 3, [7], true],
    ["70 % of 100", 30, [70], true],
    ["the own majority", 7, [3], false],
    ["two others that reach it only together", 0, [3, 3], false],
    ["one of several", 1, [7, 2], true],
    ["one of several, below it", 1, [6, 2], false]
  ])(
    "against %s: %i to %j is %s",
    (_, chosen, others, contrarian) => expect(isContrarian({ chosen, others })).toBe(contrarian)
  )

  it("reads the voices by side", () => {
    expect(placedContrarian([4, 1], 1)).toBe(true)
    expect(placedContrarian([4, 1], 0)).toBe(false)
    expect(placedContrarian([5, 1, 0], 0)).toBe(false)
    expect(placedContrarian([5, 1, 0], 2)).toBe(true)
    expect(placedContrarian([], 1)).toBe(false)
  })
})

const plain: SettlementFacts = {
  prediction: true,
  confidence: 70,
  contrarian: false,
  early: false,
  hedged: false,
  weight: 1,
  optionCount: 0,
  streak: { streak_count: 2, max_streak: 4 },
  resolution: yes
}

describe("settling", () => {
  it("pays a correct prediction, including its streak", () => {
    expect(settle(plain)).toMatchObject({
      correct: true,
      brier_score: 0.09,
      streak: { streak_count: 3, max_streak: 4 },
      entries: [{ reason: "stake_return", amount: 210 }]
    })
  })

  it("pays the consolation for a wrong prediction", () => {
    expect(settle({ ...plain, resolution: no })).toMatchObject({
      correct: false,
      brier_score: 0.49,
      streak: { streak_count: 0, max_streak: 4 },
      entries: [{ reason: "participation", amount: 5 }]
    })
  })

  it("returns the stake of a void question, without scores", () => {
    expect(settle({ ...plain, contrarian: true, resolution: isVoid })).toMatchObject({
      correct: null,
      brier_score: null,
      payout: null,
      streak: plain.streak,
      entries: [{ reason: "stake_refund", amount: 70 }]
    })
  })

  it("scores multi questions by option", () => {
    const resolution: Resolution = { kind: "options", correct_options: ["Red"] }
    const multi = { ...plain, resolution, optionCount: 3 }
    expect(settle({ ...multi, selected_option: "Red" }).brier_score).toBeCloseTo(0.0675, 12)
    expect(settle({ ...multi, selected_option: "Blue" }).correct).toBe(false)
  })
})

const settlement = fc.record({
  prediction: fc.boolean(),
  confidence: fc.integer({ min: 50, max: 99 }),
  contrarian: fc.boolean(),
  early: fc.boolean(),
  hedged: fc.boolean(),
  weight: fc.integer({ min: 100, max: 500 }).map((hundredths) => hundredths / 100),
  optionCount: fc.constant(0),
  streak: fc.constant(noStreak),
  resolution: fc.constantFrom(yes, no, isVoid)
})

describe("the ledger", () => {
  it("has balances that are always the sum of the entries", () => {
    const change = fc.record({
      reason: fc.constantFrom(...PointsReason.literals),
      amount: fc.integer(),
      note: fc.string()
    })
    fc.assert(fc.property(fc.integer(), fc.array(change), (start, changes) => {
      const rows = appendChanges(start, changes)
      for (const [index, row] of rows.entries()) {
        expect(row.balance).toBe(start + sumOfChanges(changes.slice(0, index + 1)))
      }
    }))
  })

  it("is restored entry by entry when a settlement is reversed", () => {
    fc.assert(fc.property(settlement, (facts) => {
      const { entries } = settle(facts)
      const undone = reversal(entries)
      expect(undone.length).toBe(entries.length)
      expect(sumOfChanges([...entries, ...undone])).toBe(0)
      expect(undone.every((entry) => entry.reason === "dispute_reversal")).toBe(true)
    }))
  })

  it("refunds exactly: placing on a void question costs nothing", () => {
    fc.assert(fc.property(settlement, (facts) => {
      const stake = placementEntries({
        ...facts,
        engagementTotal: 0,
        firstOfDay: false,
        predictionOrdinal: 2,
        agentOrdinal: null
      })
      expect(sumOfChanges([...stake, ...settle({ ...facts, resolution: isVoid }).entries])).toBe(0)
    }))
  })
})

describe("a score receipt", () => {
  it("has every term, and the results of five points more or less", () => {
    const receipt = scoreReceipt({ ...plain, streak: 3, early: true, correct: true })
    expect(receipt).toMatchObject({
      result: "correct",
      stake: 70,
      returned: 273,
      participation: 0,
      refunded: 0,
      net: 203,
      brier_score: 0.09,
      what_if: [
        { confidence: 65, stake: 65, returned: 253, net: 188, brier_score: 0.1225 },
        { confidence: 75, stake: 75, returned: 292, net: 217, brier_score: 0.0625 }
      ]
    })
    expect(receipt.terms.map(({ term, value }) => [term, value])).toEqual([
      ["stake", 70],
      ["base", 2],
      ["weight", 1],
      ["streak", 1.5],
      ["contrarian", 1],
      ["early", 1.3],
      ["multiplier", 1.95]
    ])
  })

  it.each([[50, [55]], [53, [50, 58]], [55, [50, 60]], [94, [89, 99]], [97, [92, 99]], [99, [94]]])(
    "of %i compares %j",
    (confidence, compared) =>
      expect(scoreReceipt({ ...plain, streak: 1, confidence, correct: true }).what_if.map((row) => row.confidence))
        .toEqual(compared)
  )

  it("of a hedged prediction states that, and why only its stake is returned", () => {
    const receipt = scoreReceipt({ ...plain, streak: 3, early: true, hedged: true, correct: true })
    expect(receipt).toMatchObject({ hedged: true, formula: "hedged: returned = stake", returned: 70, net: 0 })
    expect(receipt.what_if.map(({ net }) => net)).toEqual([0, 0])
    expect(receipt.terms.at(-1)).toMatchObject({
      term: "hedged",
      value: 70,
      because: expect.stringContaining("Accounts of the same owner stood on different sides")
    })
    expect(settle({ ...plain, hedged: true }).entries).toEqual([{
      reason: "stake_return",
      amount: 70,
      note: "Correct, but hedged: your accounts stood on different sides, so the 70 staked go back and no more"
    }])
  })

  it("of a void question has no scores", () => {
    expect(scoreReceipt({ ...plain, streak: 0, correct: null, resolution: isVoid })).toMatchObject({
      result: "void",
      terms: [],
      returned: 0,
      refunded: 70,
      net: 0,
      brier_score: null
    })
  })

  it("has the same figures as the settlement, and matches its schema", () => {
    fc.assert(fc.property(settlement, (facts) => {
      const settled = settle(facts)
      const receipt = scoreReceipt({ ...facts, streak: settled.streak.streak_count, correct: settled.correct })
      expect(receipt.net).toBe(sumOfChanges(settled.entries) - facts.confidence)
      expect(receipt.brier_score).toBe(settled.brier_score)
      expect(Schema.is(ScoreReceipt)(receipt)).toBe(true)
    }))
  })
})
