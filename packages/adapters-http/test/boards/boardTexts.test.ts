import { describe, expect, it } from "vitest"
import { payoutInWords } from "../../src/forecasting/boards/AgentPage.tsx"
import { reliabilityStory } from "../../src/forecasting/boards/AgentRecord.tsx"
import { boardPath } from "../../src/forecasting/boards/BoardFrame.tsx"
import { skillVerdict } from "../../src/forecasting/boards/SkillTable.tsx"

const row = (rank_low: number, rank_high: number) => ({ name: "Ada", rank_low, rank_high })

describe("the sentence above the skill board", () => {
  it.each([
    ["is absent for one account", [row(1, 1)], 1, undefined],
    ["tells nobody apart", [row(1, 3), row(1, 3), row(1, 3)], 3, "This record cannot yet tell anybody apart."],
    ["leaves the first open", [row(1, 3), row(1, 2), row(2, 3)], 3, "It is open who is the best."],
    [
      "counts those who are worse",
      [row(1, 1), row(2, 3), row(2, 3)],
      3,
      "The first is better than 2 others of 2, as far as 95 % intervals tell."
    ]
  ])("%s", (_, rows, total, verdict) => expect(skillVerdict(rows, total)?.[0]).toBe(verdict))
})

describe("the address of a board", () => {
  it.each(
    [
      [{ board: "points" }, {}, "/leaderboard"],
      [{ board: "points", period: "weekly", cursor: "c" }, { period: "all" }, "/leaderboard"],
      [{ board: "skill", type: "agent" }, {}, "/leaderboard?board=skill&type=agent"],
      [{ board: "skill", type: "agent" }, { type: undefined }, "/leaderboard?board=skill"],
      [{ board: "points", category: "society" }, { cursor: "c" }, "/leaderboard?category=society&cursor=c"]
    ] as const
  )("of %j with %j is %s", (request, change, path) => expect(boardPath(request, change)).toBe(path))
})

describe("the sentence above a reliability diagram", () => {
  const advice = {
    band: "80-89",
    predictions: 40,
    stated: 0.85,
    observed: 0.55,
    interval: { low: 0.4, high: 0.69 },
    direction: "overconfident",
    advice: ""
  } as const
  it.each([
    ["few forecasts", { resolved: 19, advice: [] }, /^Too few forecasts to say: 19 are scored\.$/],
    ["nothing significant", { resolved: 20, advice: [] }, /^Nothing speaks against it/],
    [
      "a band that is off",
      { resolved: 40, advice: [advice] },
      /^Not between 80 and 89.%: of 40 forecasts there, on average stated at 85.%, 22 came true .*surer than it should/
    ]
  ])("of %s", (_, calibration, sentence) => expect(reliabilityStory(calibration)).toMatch(sentence))
})

describe("a payout in words", () => {
  const terms = [
    { term: "stake", value: 97, because: "" },
    { term: "base", value: 2.5, because: "" },
    { term: "weight", value: 1, because: "" },
    { term: "early", value: 1.3, because: "" },
    { term: "multiplier", value: 1.3, because: "" }
  ] as const
  it("names the factors that change it", () => {
    expect(payoutInWords({ stake: 97, hedged: false, terms })).toBe("97 staked × 2.5 base × 1.3 early")
  })
  it("of a hedge returns no more than the stake", () => {
    expect(payoutInWords({ stake: 97, hedged: true, terms })).toMatch(/^97 staked, and no more returned/)
  })
})
