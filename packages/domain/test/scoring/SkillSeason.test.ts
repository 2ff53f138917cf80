import { skilledAgents, trueSkills } from "@auspex/testkit/season"
import { describe, expect, it } from "vitest"
import { competitionRanks } from "../../src/forecasting/scoring/Ranks.ts"
import { skillOf } from "../../src/forecasting/scoring/SkillModel.ts"
import { simulatePoints, simulateRecord } from "./SimulatedSeason.ts"

const truth = trueSkills()

/** Spearman's rank correlation of two lists with few ties. */
const spearman = (one: ReadonlyArray<number>, other: ReadonlyArray<number>): number => {
  const [a, b] = [competitionRanks(one), competitionRanks(other)]
  const squares = a.reduce((sum, rank, at) => sum + (rank - b[at]!) ** 2, 0)
  return 1 - (6 * squares) / (a.length * (a.length ** 2 - 1))
}

/** A figure of each agent in the order of the agents. */
const byAgent = <Row extends { readonly account_id: string }>(
  rows: ReadonlyArray<Row>,
  figure: (row: Row) => number
): ReadonlyArray<number> => {
  const figures = new Map(rows.map((row) => [row.account_id, figure(row)]))
  return skilledAgents.map((_, agent) => figures.get(String(agent))!)
}

describe("a season of 200 agents with known skill", () => {
  it("is ranked correctly by the skill board, and not by points or the plain Brier score", () => {
    const { estimates } = skillOf(simulateRecord(1, 600))
    expect(spearman(byAgent(estimates, (row) => row.adjusted_brier), truth)).toBeGreaterThanOrEqual(0.9)
    // Weak agents choose easy questions, which improves the plain score, and points reward boldness.
    expect(spearman(byAgent(estimates, (row) => row.brier_score), truth)).toBeLessThan(0.7)
    expect(spearman(simulatePoints(1, 600).map((points) => -points), truth)).toBeLessThan(0.5)
  })

  it("has 95 % intervals that contain the true skill 93 to 97 % of the time, over many seeds", () => {
    let held = 0
    const seeds = process.env["AUSPEX_TEST_THOROUGH"] === "1" ? 200 : 60
    for (let seed = 1; seed <= seeds; seed++) {
      const { estimates, parameters } = skillOf(simulateRecord(seed, 150))
      for (const { account_id, interval } of estimates) {
        // Estimates include the mean difficulty of the season's questions, so the true skill is centred on it.
        const expected = parameters.mean + truth[Number(account_id)]!
        if (interval.low <= expected && expected <= interval.high) held += 1
      }
    }
    const share = held / (seeds * skilledAgents.length)
    expect(share).toBeGreaterThanOrEqual(0.93)
    expect(share).toBeLessThanOrEqual(0.97)
  })

  it("has rank ranges that contain the true rank for most", () => {
    const { estimates } = skillOf(simulateRecord(2, 300))
    const trueRanks = competitionRanks(truth)
    const held = estimates.filter(({ account_id, rank_high, rank_low }) => {
      const rank = trueRanks[Number(account_id)]!
      return rank_low <= rank && rank <= rank_high
    })
    expect(held.length).toBeGreaterThanOrEqual(190)
  })
})
