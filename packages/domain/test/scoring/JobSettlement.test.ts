import { expect, it } from "vitest"
import type { LockedJob } from "../../src/forecasting/scoring/ResolutionStore.ts"
import { settleForJob } from "../../src/forecasting/scoring/JobSettlement.ts"

it("each overturn of one resolution has a separate notice, with the change of the balance", () => {
  const noticesOf = (version: number, outcome: boolean) =>
    settleForJob(
      {
        id: `job ${version}`,
        question_id: "question",
        version,
        resolution: { kind: "outcome", outcome },
        dispute_id: `dispute ${version}`,
        position: 0,
        weight: 1,
        option_count: 2,
        question: "Will it rain?"
      } as unknown as LockedJob,
      {
        prediction_id: "prediction",
        account_id: "account",
        seq: 900,
        prediction: true,
        selected_option: null,
        confidence: 80,
        contrarian: false,
        early: false,
        hedged: false,
        stake: 50,
        streak_count: 0,
        max_streak: 0,
        is_settled: true
      },
      {
        before: { streak_count: 0, max_streak: 0 },
        calls: [{
          prediction_id: "prediction",
          question_id: "question",
          confidence: 80,
          weight: 1,
          contrarian: false,
          early: false,
          hedged: false,
          correct: !outcome,
          streak_count: outcome ? 0 : 1,
          payout: outcome ? 0 : 130
        }]
      }
    ).notices
  const [fell, rose] = [noticesOf(2, false), noticesOf(3, true)].map(([notice]) => notice!)
  expect([fell!.subject_id, rose!.subject_id]).toEqual(["question:2", "question:3"])
  expect([fell!.body, rose!.body]).toEqual([
    expect.stringContaining("changed by -"),
    expect.stringContaining("changed by +")
  ])
})
