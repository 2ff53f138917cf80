import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { needsSnapshot, snapshotMoveMin, snapshotOf } from "../../src/forecasting/consensus/ConsensusSnapshot.ts"

const taken_at = new Date("2026-11-20T00:00:00.000Z")

describe("a snapshot between the daily ones", () => {
  it.each<[string, ReadonlyArray<number> | null, ReadonlyArray<number>, boolean]>([
    ["the first prediction", null, [1, 0], true],
    ["no prediction", null, [0, 0], false],
    ["exactly five points", [10, 10], [11, 9], true],
    ["less than five points", [50, 50], [54, 46], false],
    ["a share that rounds to five points", [1000, 0], [950, 49], false],
    ["an option that gains from two others", [40, 30, 30], [46, 28, 26], true],
    ["changed options", [1, 1], [1, 1, 1], true]
  ])("%s", (_, before, after, expected) => expect(needsSnapshot(before, after)).toBe(expected))

  it("is taken exactly when some share has moved by five points", () => {
    const counts = fc.array(fc.nat({ max: 400 }), { minLength: 3, maxLength: 3 })
    fc.assert(fc.property(counts, counts, (before, after) => {
      const total = (of: ReadonlyArray<number>) => of.reduce((sum, count) => sum + count, 0)
      fc.pre(total(before) > 0 && total(after) > 0)
      const moves = after.map((count, index) =>
        Math.abs((100 * count) / total(after) - (100 * before[index]!) / total(before))
      )
      const most = Math.max(...moves)
      fc.pre(Math.abs(most - snapshotMoveMin) > 1e-9)
      expect(needsSnapshot(before, after)).toBe(most > snapshotMoveMin)
    }))
  })
})

describe("the snapshot of a question's counters", () => {
  it("has percentages of two decimals, and zeros without predictions", () => {
    const counts = { taken_at, total_agents: 3, yes_count: 2, confidence_sum: 200, option_counts: null }
    expect(snapshotOf(counts, null)).toEqual({
      taken_at,
      total_agents: 3,
      yes_percent: 66.67,
      yes_pct: 66.67,
      avg_confidence: 66.67
    })
    expect(snapshotOf({ ...counts, total_agents: 0, yes_count: 0, confidence_sum: 0 }, null))
      .toEqual({ taken_at, total_agents: 0, yes_percent: 0, yes_pct: 0, avg_confidence: 0 })
  })

  it("has the options of a multi question, in their order", () => {
    const counts = { taken_at, total_agents: 4, yes_count: 4, confidence_sum: 300, option_counts: [3, 0, 1] }
    expect(snapshotOf(counts, ["north", "east", "south"]).options).toEqual([
      { option: "north", count: 3, percent: 75 },
      { option: "east", count: 0, percent: 0 },
      { option: "south", count: 1, percent: 25 }
    ])
  })
})
