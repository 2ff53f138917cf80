import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { type BattleScore, battleStandings, roundedScore } from "../../src/forecasting/insight/BattleStanding.ts"
import { peerScore } from "../../src/forecasting/scoring/PeerScore.ts"

/** Scores on one question: the accounts with the probability that each gave to the outcome. */
const onQuestion = (percents: Readonly<Record<string, number>>): ReadonlyArray<BattleScore> => {
  const logs = Object.entries(percents).map(([account_id, percent]) => [account_id, Math.log(percent / 100)] as const)
  const question = { scored: logs.length, log_sum: logs.reduce((sum, [, log]) => sum + log, 0) }
  return logs.map(([account_id, log_score]) => ({ account_id, log_score, question }))
}
const ranks = (scores: ReadonlyArray<BattleScore>) =>
  battleStandings(scores).map(({ account_id, questions, rank }) => [rank, account_id, questions])

const accounts = ["a", "b", "c", "d", "e"]
const battle = fc.array(
  fc.record(Object.fromEntries(accounts.map((id) => [id, fc.integer({ min: 1, max: 99 })])), { requiredKeys: [] }),
  { maxLength: 12 }
).map((questions) => questions.flatMap((percents) => onQuestion(percents as Record<string, number>)))

describe("the standings of a battle", () => {
  it("rank accounts with three scored questions by their mean peer score", () => {
    const three = [1, 2, 3].flatMap(() => onQuestion({ a: 60, b: 90, c: 75 }))
    expect(ranks([...three, ...onQuestion({ a: 60, d: 60 })])).toEqual([[1, "b", 3], [2, "c", 3], [3, "a", 4]])
    expect(ranks(onQuestion({ a: 60, b: 90 }))).toEqual([])
  })

  it("share ranks for equal scores with the same number of questions", () => {
    const even = onQuestion({ a: 70, b: 70, c: 70 })
    expect(ranks([...even, ...even, ...even])).toEqual([[1, "a", 3], [1, "b", 3], [1, "c", 3]])
    expect(ranks([...even, ...even, ...even, ...onQuestion({ c: 60, d: 60 })])).toEqual([
      [1, "c", 4],
      [2, "a", 3],
      [2, "b", 3]
    ])
  })

  it("do not count a question on which nobody else was scored", () => {
    const alone = onQuestion({ a: 99 })
    expect(ranks([...alone, ...alone, ...alone])).toEqual([])
  })

  it("aggregate each account's scores independently of their order", () => {
    fc.assert(fc.property(battle, (scores) => {
      const standings = battleStandings(scores)
      const own = (id: string) =>
        scores.filter(({ account_id }) => account_id === id)
          .map(({ log_score, question }) => peerScore(log_score, question))
          .filter((score) => score !== null)
      expect(standings.map(({ account_id }) => account_id).sort()).toEqual(
        accounts.filter((id) => own(id).length >= 3)
      )
      for (const { account_id, peer_score, questions } of standings) {
        const mine = own(account_id)
        expect(questions).toBe(mine.length)
        expect(peer_score).toBeCloseTo(mine.reduce((sum, score) => sum + score, 0) / mine.length, 3)
      }
      expect(battleStandings([...scores].reverse())).toEqual(standings)
    }))
  })

  it("give each account a rank of one plus the number of those ahead", () => {
    fc.assert(fc.property(battle, (scores) => {
      const standings = battleStandings(scores)
      for (const one of standings) {
        const ahead = standings.filter(({ peer_score, questions }) =>
          peer_score > one.peer_score || (peer_score === one.peer_score && questions > one.questions)
        )
        expect(one.rank).toBe(1 + ahead.length)
      }
    }))
  })

  it.each([[0.00004, 0], [0.00005, 0.0001], [-0.00004, 0], [-0.00006, -0.0001], [12.34567, 12.3457]])(
    "round %d to %d",
    (score, rounded) => {
      expect(Object.is(roundedScore(score), rounded)).toBe(true)
    }
  )
})
