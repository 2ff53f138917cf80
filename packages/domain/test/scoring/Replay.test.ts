import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import type { Resolution } from "../../src/forecasting/questions/Resolution.ts"
import { replayWithout, type PriorSettlement, type SettledRecord } from "../../src/forecasting/scoring/Replay.ts"
import { balanceChange, correctionEntry, resettle } from "../../src/forecasting/scoring/Resettlement.ts"
import { settle } from "../../src/forecasting/scoring/Settlement.ts"
import { noStreak, type Streak } from "../../src/forecasting/scoring/Streak.ts"

const yes: Resolution = { kind: "outcome", outcome: true }
const no: Resolution = { kind: "outcome", outcome: false }
const isVoid: Resolution = { kind: "void" }

/** An account's prediction on a question. */
interface Forecast {
  readonly question_id: string
  readonly prediction: boolean
  readonly confidence: number
  readonly weight: number
  readonly contrarian: boolean
  readonly early: boolean
  readonly hedged: boolean
}

const forecast = fc.record({
  prediction: fc.boolean(),
  confidence: fc.integer({ min: 50, max: 99 }),
  weight: fc.constantFrom(1, 1.5, 2, 5),
  contrarian: fc.boolean(),
  early: fc.boolean(),
  hedged: fc.boolean()
})
const resolution = fc.oneof(
  { weight: 5, arbitrary: fc.constant(yes) },
  { weight: 3, arbitrary: fc.constant(no) },
  { weight: 1, arbitrary: fc.constant(isVoid) }
)
/** Resolutions of questions: the first, or later ones after a dispute. */
const acts = fc.array(fc.tuple(fc.nat({ max: 14 }), resolution), { minLength: 1, maxLength: 60 })

const settled = (call: Forecast, streak: Streak, to: Resolution) =>
  settle({ ...call, optionCount: 0, streak, resolution: to })

/** An account's state after exactly these settlements, one after another. */
const fromScratch = (order: ReadonlyArray<readonly [Forecast, Resolution]>) => {
  let streak = noStreak
  let balance = 0
  const payouts: Record<string, number> = {}
  for (const [call, to] of order) {
    const settlement = settled(call, streak, to)
    const amount = settlement.entries.reduce((sum, entry) => sum + entry.amount, 0)
    streak = settlement.streak
    balance += amount
    payouts[call.question_id] = amount
  }
  return { streak, balance, payouts }
}

/** The part of a record that a store reads: settlements from this prediction on, and the streak before. */
const since = (record: SettledRecord, predictionId: string): SettledRecord => {
  const at = record.calls.findIndex((call) => call.prediction_id === predictionId)
  const earlier = record.calls.slice(0, at)
  return {
    before: {
      streak_count: earlier.at(-1)?.streak_count ?? 0,
      max_streak: Math.max(0, ...earlier.map(({ streak_count }) => streak_count))
    },
    calls: record.calls.slice(at)
  }
}

describe("a resolution that is overturned", () => {
  it("leaves every balance, payout and streak as if it had never happened", () => {
    fc.assert(
      fc.property(fc.array(forecast, { minLength: 15, maxLength: 15 }), acts, (forecasts, sequence) => {
        const calls = forecasts.map((one, at): Forecast => ({ ...one, question_id: `q${at}` }))
        let standing: ReadonlyArray<readonly [Forecast, Resolution]> = []
        let record: SettledRecord = { before: noStreak, calls: [] }
        let balance = 0
        let streak = noStreak
        for (const [at, to] of sequence) {
          const call = calls[at]!
          const again = record.calls.some(({ question_id }) => question_id === call.question_id)
          const part = again ? since(record, `on ${call.question_id}`) : { before: streak, calls: [] }
          const resettlement = resettle({
            ...call,
            prediction_id: `on ${call.question_id}`,
            optionCount: 0,
            resolution: to,
            record: part
          })
          expect(resettlement.reversal === undefined).toBe(!again)
          balance += balanceChange(resettlement)
          streak = resettlement.settlement.streak
          const kept = record.calls.slice(0, record.calls.length - part.calls.length)
          record = { before: noStreak, calls: [...kept, ...resettlement.record.calls] }
          standing = [...standing.filter(([{ question_id }]) => question_id !== call.question_id), [call, to]]

          const scratch = fromScratch(standing)
          expect(balance).toBe(scratch.balance)
          expect(streak).toEqual(scratch.streak)
          expect(Object.fromEntries(record.calls.map((one) => [one.question_id, one.payout]))).toEqual(scratch.payouts)
        }
      }),
      { numRuns: 300 }
    )
  })

  const run = (...results: ReadonlyArray<boolean | null>): SettledRecord => hedging([], ...results)
  const hedging = (hedged: ReadonlyArray<number>, ...results: ReadonlyArray<boolean | null>): SettledRecord => {
    let streak = noStreak
    const calls = results.map((correct, at): PriorSettlement => {
      const call = {
        question_id: `q${at}`,
        prediction: true,
        confidence: 60,
        weight: 1,
        contrarian: false,
        early: false,
        hedged: hedged.includes(at)
      }
      const settlement = settled(call, streak, correct === null ? isVoid : correct ? yes : no)
      streak = settlement.streak
      const payout = settlement.entries.reduce((sum, { amount }) => sum + amount, 0)
      return { ...call, prediction_id: `p${at}`, correct, streak_count: streak.streak_count, payout }
    })
    return { before: noStreak, calls }
  }
  const shape = (record: SettledRecord, removed: string) => {
    const { corrections, streak } = replayWithout(record, removed)
    return [corrections.map(({ amount, call }) => [call.prediction_id, call.streak_count, amount]), streak]
  }

  // A stake of 60 at base 1.5 returns 90, from the third in a row on 135, from the fifth on 180.
  it.each<readonly [string, SettledRecord, string, unknown]>([
    ["the only one", run(true), "p0", [[], noStreak]],
    ["an unknown one", run(true), "p9", [[], { streak_count: 1, max_streak: 1 }]],
    [
      "the first of five in a row, which removes the third and fifth of the streak",
      run(true, true, true, true, true),
      "p0",
      [[["p1", 1, 0], ["p2", 2, -45], ["p3", 3, 0], ["p4", 4, -45]], { streak_count: 4, max_streak: 4 }]
    ],
    [
      "a miss between four, which restores the streak",
      run(true, true, false, true, true),
      "p2",
      [[["p3", 3, 45], ["p4", 4, 45]], { streak_count: 4, max_streak: 4 }]
    ],
    ["one before a miss, which limits the change", run(true, true, false, true), "p0", [[["p1", 1, 0]], {
      streak_count: 1,
      max_streak: 1
    }]],
    ["one before a void one, whose refund is unchanged", run(true, null, true), "p0", [[["p1", 0, 0], ["p2", 1, 0]], {
      streak_count: 1,
      max_streak: 1
    }]],
    [
      "one before a hedged third, whose stake is returned for any streak",
      hedging([2], true, true, true, true),
      "p0",
      [[["p1", 1, 0], ["p2", 2, 0], ["p3", 3, 0]], { streak_count: 3, max_streak: 3 }]
    ],
    ["a void one", run(true, null, true), "p1", [[], { streak_count: 2, max_streak: 2 }]]
  ])("is taken out of a record: %s", (_, record, removed, expected) => {
    expect(shape(record, removed)).toEqual(expected)
  })

  it("has ledger entries with their purpose", () => {
    const { corrections, reversal } = resettle({
      ...run(true, true, true).calls[0]!,
      prediction: true,
      optionCount: 0,
      resolution: isVoid,
      record: run(true, true, true)
    })
    expect(reversal).toEqual({
      reason: "dispute_reversal",
      amount: -90,
      note: "Reversed after a dispute: stake_return of 90"
    })
    expect(corrections.map(correctionEntry).map(({ amount, reason }) => [reason, amount]))
      .toEqual([["dispute_reversal", 0], ["dispute_reversal", -45]])
  })
})
