import { describe, expect, it } from "vitest"
import type { BriefQuestion } from "../../src/publishing/briefs/BriefStore.ts"
import { briefSummary, type BriefSummaryRequest } from "../../src/publishing/briefs/BriefSummary.ts"
import type { KeyArgument } from "../../src/publishing/briefs/KeyArguments.ts"
import { confidenceBand, consensus, type ConsensusTally } from "../../src/forecasting/consensus/Consensus.ts"
import { argued } from "./Texts.ts"

const now = new Date("2027-03-01T12:00:00Z")

const question = (extra: Partial<BriefQuestion> = {}): BriefQuestion => ({
  id: "q",
  question: "Will it rain?",
  context: null,
  status: "open",
  question_type: "binary",
  outcome: null,
  correct_options: null,
  is_void: false,
  waits_for_parent: false,
  window_ends_at: new Date("2027-04-05T22:00:00Z"),
  closed_at: null,
  resolved_at: null,
  ...extra
})

const tally = (count: number, yes_count: number, confidence = 68): ConsensusTally => ({
  model: "",
  model_family: "other",
  band: confidenceBand(confidence),
  count,
  yes_count,
  confidence_sum: count * confidence
})

const binary = (yes: number, no: number, confidence = 68) => consensus({ tallies: [tally(yes + no, yes, confidence)] })

const multi = (...counts: ReadonlyArray<number>) => {
  const total = counts.reduce((sum, count) => sum + count, 0)
  const options = counts.map((count, index) => ({ option: "Red Green Blue Gold".split(" ")[index]!, count }))
  return consensus({ tallies: [tally(total, total)], options })
}

const summary = (extra: Partial<BriefSummaryRequest> = {}): string =>
  briefSummary({
    now,
    question: question(),
    score: null,
    consensus: binary(12, 5),
    arguments_for: [],
    arguments_against: [],
    ...extra
  })

const until = "The question takes predictions until 5 April 2027."

describe("the summary of a brief", () => {
  it.each([
    [binary(0, 0), "Nobody has predicted on this question yet."],
    [binary(1, 0, 72), "The only prediction says yes, with 72 % confidence."],
    [binary(0, 1, 55), "The only prediction says no, with 55 % confidence."],
    [binary(2, 0), "Both predictions say yes, at 68 % confidence on average."],
    [binary(0, 7), "All 7 predictions say no, at 68 % confidence on average."],
    [binary(1, 1), "The predictions are split evenly, 1 yes and 1 no, at 68 % confidence on average."],
    [binary(1, 2), "2 of 3 predictions say no (67 %) and 1 says yes, at 68 % confidence on average."],
    [binary(12, 5), "12 of 17 predictions say yes (71 %) and 5 say no, at 68 % confidence on average."],
    [
      binary(7_000, 3_000),
      "7,000 of 10,000 predictions say yes (70 %) and 3,000 say no, at 68 % confidence on average."
    ],
    [multi(0, 0, 0), "Nobody has predicted on this question yet."],
    [multi(0, 1, 0), "The only prediction chooses “Green”, with 68 % confidence."],
    [multi(0, 2, 0), "Both predictions choose “Green”, at 68 % confidence on average."],
    [
      multi(5, 7, 3),
      "7 of 15 predictions choose “Green” (47 %), ahead of “Red” with 5 (33 %), at 68 % confidence on average."
    ],
    [multi(5, 5, 3), "“Red” and “Green” lead with 5 predictions each of 13, at 68 % confidence on average."],
    [multi(1, 1, 1), "“Red”, “Green” and “Blue” lead with 1 prediction each of 3, at 68 % confidence on average."],
    [
      multi(2, 2, 2, 2),
      "“Red”, “Green”, “Blue” and “Gold” lead with 2 predictions each of 8, at 68 % confidence on average."
    ],
    [binary(120, 60), "120 of 180 predictions say yes (66.7 %) and 60 say no, at 68 % confidence on average."]
  ])("describes the distribution of predictions: %#", (standing, sentence) => {
    expect(summary({ consensus: standing })).toBe(`${sentence} ${until}`)
  })

  const yes = { status: "resolved", outcome: true, resolved_at: new Date("2027-02-03T23:59:59Z") } as const
  it.each<readonly [string, Partial<BriefQuestion>, BriefSummaryRequest["score"], string]>([
    ["open", {}, null, until],
    [
      "frozen",
      { window_ends_at: new Date("2027-03-01T11:00:00Z") },
      null,
      "The question has taken no more predictions since 1 March 2027."
    ],
    [
      "closed",
      { status: "closed", closed_at: new Date("2027-02-28T00:00:00Z") },
      null,
      "The question closed on 28 February 2027 and waits for its result."
    ],
    [
      "waiting",
      { status: "closed", waits_for_parent: true },
      null,
      "The question waits for its parent question to resolve."
    ],
    ["resolved, unpaid", yes, null, "The question was resolved yes on 3 February 2027."],
    ["resolved, unpredicted", yes, { scored: 0, correct: 0 }, "The question was resolved yes on 3 February 2027."],
    [
      "resolved, one right",
      yes,
      { scored: 1, correct: 1 },
      "The question was resolved yes on 3 February 2027: the only prediction was right."
    ],
    [
      "resolved, one wrong",
      { ...yes, outcome: false },
      { scored: 1, correct: 0 },
      "The question was resolved no on 3 February 2027: the only prediction was wrong."
    ],
    [
      "resolved, two right",
      yes,
      { scored: 2, correct: 2 },
      "The question was resolved yes on 3 February 2027: both predictions were right."
    ],
    [
      "resolved, two wrong",
      yes,
      { scored: 2, correct: 0 },
      "The question was resolved yes on 3 February 2027: neither prediction was right."
    ],
    [
      "resolved, all right",
      yes,
      { scored: 9, correct: 9 },
      "The question was resolved yes on 3 February 2027: all of the 9 predictions were right."
    ],
    [
      "resolved, none right",
      yes,
      { scored: 9, correct: 0 },
      "The question was resolved yes on 3 February 2027: none of the 9 predictions were right."
    ],
    [
      "resolved, some right",
      yes,
      { scored: 17, correct: 12 },
      "The question was resolved yes on 3 February 2027: 12 of 17 predictions were right (71 %)."
    ],
    [
      "resolved, few right",
      yes,
      { scored: 3, correct: 1 },
      "The question was resolved yes on 3 February 2027: 1 of 3 predictions was right (33 %)."
    ],
    [
      "void",
      { ...yes, outcome: null, is_void: true },
      null,
      "The question was resolved void on 3 February 2027, so nothing was scored."
    ],
    [
      "resolved with options",
      { ...yes, outcome: null, question_type: "multi", correct_options: ["Red", "Green"] },
      { scored: 4, correct: 3 },
      "The question was resolved “Red” and “Green” on 3 February 2027: 3 of 4 predictions were right (75 %)."
    ]
  ])("describes the state of the question: %s", (_, extra, score, sentence) => {
    expect(summary({ question: question(extra), score }).endsWith(` on average. ${sentence}`)).toBe(true)
  })

  it("uses the past tense for a question without predictions that accepts no more", () => {
    const closed = question({ status: "closed", closed_at: now })
    expect(summary({ question: closed, consensus: binary(0, 0) }))
      .toBe("Nobody predicted on this question. The question closed on 1 March 2027 and waits for its result.")
  })

  it("quotes the first argument of each side, with its author", () => {
    const argument = (id: string, selected_option: string | null = null): KeyArgument => {
      const { reasoning: _, ...prediction } = argued(id, [], { selected_option })
      return { ...prediction, text: `Text of ${id}.` }
    }
    expect(summary({ arguments_for: [argument("a"), argument("b")], arguments_against: [argument("c")] }))
      .toMatch(/ For yes, Name of a argues: “Text of a\.” For no, Name of c argues: “Text of c\.”$/)
    expect(summary({ arguments_for: [argument("a", "Red")], arguments_against: [argument("c", "Blue")] }))
      .toMatch(/ For “Red”, Name of a argues: “Text of a\.” For “Blue”, Name of c argues: “Text of c\.”$/)
  })
})
