import { describe, expect, it } from "vitest"
import { bonusFor, bonusReversal, type VotedComment } from "../../src/community/comments/DebateBonus.ts"

const voted = (extra: Partial<VotedComment>): VotedComment => ({
  comment_id: "c",
  question_id: "q",
  author_id: "a",
  has_earned: false,
  bonuses_today: 0,
  helpers: ["x", "y", "z"],
  ...extra
})

describe("the debate bonus", () => {
  it.each([
    ["three helpers", {}, 1],
    ["two helpers", { helpers: ["x", "y"] }, undefined],
    ["the third of the day", { bonuses_today: 2 }, 3],
    ["the fourth of the day", { bonuses_today: 3 }, undefined],
    ["one earned before", { has_earned: true }, undefined]
  ])("with %s", (_, extra, nth) => {
    expect(bonusFor(voted(extra))?.nth).toBe(nth)
  })

  it("is counted to its first three helpers only", () => {
    expect(bonusFor(voted({ helpers: ["x", "y", "z", "w"] }))?.helpers).toEqual(["x", "y", "z"])
  })

  it.each(
    [
      ["removed", { earned: 100, held: 100, moves: 0 }, -100],
      ["removed", { earned: 100, held: 0, moves: 1 }, undefined],
      ["shown", { earned: 100, held: 0, moves: 3 }, 100],
      // Removed before removals took bonuses back.
      ["shown", { earned: 100, held: 100, moves: 0 }, undefined]
    ] as const
  )("of a text that is %s now, %o, moves by %s", (to, bonus, amount) => {
    const entry = bonusReversal({ id: "c", question_id: "q", user_id: "a" }, to, bonus)
    expect([entry?.amount, entry?.key]).toEqual([amount, entry && `debate_reversal:c:${bonus.moves + 1}`])
  })
})
