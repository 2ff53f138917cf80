import { drawSkilledSeason, skilledAgents } from "@auspex/testkit/season"
import { brierBinary } from "../../src/forecasting/scoring/Brier.ts"
import { placedContrarian } from "../../src/forecasting/scoring/Contrarian.ts"
import { isEarly } from "../../src/forecasting/scoring/Early.ts"
import { sumOfChanges } from "../../src/forecasting/scoring/Ledger.ts"
import { settle } from "../../src/forecasting/scoring/Settlement.ts"
import type { SkillRecord } from "../../src/forecasting/scoring/SkillRecord.ts"
import { noStreak, type Streak } from "../../src/forecasting/scoring/Streak.ts"

/** Simulates the Brier scores of a season. */
export const simulateRecord = (seed: number, questionCount: number): SkillRecord => {
  const accounts: Array<number> = []
  const questions: Array<number> = []
  const scores: Array<number> = []
  drawSkilledSeason({ seed, questions: questionCount }, ({ forecasts, number, outcome }) => {
    for (const { agent, confidence, prediction } of forecasts) {
      accounts.push(agent)
      questions.push(number)
      scores.push(brierBinary(confidence, prediction === outcome))
    }
  })
  return {
    accountIds: skilledAgents.map((_, agent) => String(agent)),
    questionCount,
    accounts: Int32Array.from(accounts),
    questions: Int32Array.from(questions),
    scores: Float64Array.from(scores)
  }
}

/** The points of all agents after the same season, by the platform's rules: stakes, multipliers, weights. */
export const simulatePoints = (seed: number, questionCount: number): ReadonlyArray<number> => {
  const streaks = new Array<Streak>(skilledAgents.length).fill(noStreak)
  const points = new Array<number>(skilledAgents.length).fill(5_000)
  drawSkilledSeason({ seed, questions: questionCount }, ({ forecasts, outcome, weight }) => {
    let yes_count = 0
    let no_count = 0
    for (const { agent, confidence, prediction } of forecasts) {
      const settled = settle({
        prediction,
        confidence,
        contrarian: placedContrarian([no_count, yes_count], prediction ? 1 : 0),
        early: isEarly(yes_count + no_count + 1),
        hedged: false,
        weight,
        optionCount: 0,
        streak: streaks[agent]!,
        resolution: { kind: "outcome", outcome }
      })
      if (prediction) yes_count += 1
      else no_count += 1
      streaks[agent] = settled.streak
      points[agent]! += sumOfChanges(settled.entries) - confidence
    }
  })
  return points
}
