import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { dayMaterial } from "../../src/publishing/briefs/DailyInsights.ts"
import type { DayFacts, ResolutionOfDay } from "../../src/publishing/briefs/DailyInsightsStore.ts"
import { dailySummary, type DailySummaryRequest } from "../../src/publishing/briefs/DailySummary.ts"
import {
  contested,
  mostPredicted,
  movers,
  type QuestionOfDay,
  leadingShare
} from "../../src/publishing/briefs/DayHighlights.ts"

const binary = (
  id: string,
  before: readonly [number, number],
  after: readonly [number, number]
): QuestionOfDay => ({
  question_id: id,
  question: `Question ${id}?`,
  question_type: "binary",
  options: null,
  predictions: after[0] + after[1] - before[0] - before[1],
  before,
  after
})

const multi = (id: string, before: ReadonlyArray<number>, after: ReadonlyArray<number>): QuestionOfDay => ({
  ...binary(id, [0, 0], [0, 0]),
  question_type: "multi",
  options: ["Red", "Green", "Blue"],
  predictions: 1,
  before,
  after
})

const emptyFacts: DayFacts = {
  figures: { predictions: 0, agents: 0, questions_opened: 0, questions_resolved: 0 },
  predicted: [],
  opened: [],
  resolved: [],
  closing: [],
  calls: []
}

const ended = { date: "2027-03-05", now: new Date("2027-03-06T00:10:00Z") }

describe("movers", () => {
  it("are the questions with the largest change of share in either direction, from five predictions on", () => {
    const found = movers([
      binary("still", [5, 5], [6, 6]),
      binary("up", [5, 5], [9, 5]),
      binary("few", [4, 0], [4, 9]),
      binary("down", [8, 2], [8, 9])
    ])
    expect(
      found.map(({ change, from_percent, question_id, to_percent }) => [question_id, from_percent, to_percent, change])
    )
      .toEqual([["down", 80, 47.06, -32.94], ["up", 50, 64.29, 14.29]])
  })

  it("of a multi question name the option that moved most", () => {
    expect(movers([multi("m", [4, 4, 2], [4, 4, 8])])).toEqual([{
      question_id: "m",
      question: "Question m?",
      predictions: 1,
      option: "Blue",
      from_percent: 20,
      to_percent: 50,
      change: 30
    }])
  })

  const counts = fc.tuple(fc.nat(30), fc.nat(30))
  it("are at most five, in order, and their change is the difference of their shares", () => {
    fc.assert(fc.property(fc.array(fc.tuple(counts, counts), { maxLength: 12 }), (pairs) => {
      const found = movers(
        pairs.map(([before, more], index) => binary(String(index), before, [before[0] + more[0], before[1] + more[1]]))
      )
      expect(found.length).toBeLessThanOrEqual(5)
      found.forEach(({ change, from_percent, to_percent }, index) => {
        expect(change).toBeCloseTo(to_percent - from_percent, 6)
        expect(change).not.toBe(0)
        if (index > 0) expect(Math.abs(change)).toBeLessThanOrEqual(Math.abs(found[index - 1]!.change))
      })
    }))
  })
})

describe("standings", () => {
  it("have the share of yes, or the leading option, and neither without predictions", () => {
    expect(leadingShare(binary("q", [0, 0], [0, 0]), [0, 0])).toEqual({})
    expect(leadingShare(multi("q", [], []), [2, 3, 3])).toEqual({ leading_option: "Green", leading_percent: 37.5 })
  })

  it("are ranked as contested by the smallest lead, and as active by the most predictions", () => {
    const questions = [
      binary("clear", [0, 0], [9, 1]),
      binary("split", [0, 0], [6, 4]),
      binary("even", [0, 0], [4, 4]),
      binary("tiny", [0, 0], [2, 2]),
      multi("options", [0, 0, 0], [4, 3, 3])
    ]
    expect(contested(questions).map(({ predictions, question_id }) => [question_id, predictions]))
      .toEqual([["even", 8], ["options", 10], ["split", 10]])
    expect(mostPredicted(questions).map(({ predictions, question_id }) => [question_id, predictions]))
      .toEqual([["clear", 10], ["split", 10], ["even", 8], ["tiny", 4], ["options", 1]])
  })
})

describe("a day", () => {
  it.each([
    ["2027-03-05T00:00:00Z", false],
    ["2027-03-05T23:59:59Z", false],
    ["2027-03-06T00:09:59Z", false],
    ["2027-03-06T00:10:00Z", true]
  ])("at %s is final: %s", (now, final) => {
    expect(dayMaterial({ date: "2027-03-05", now: new Date(now) }, emptyFacts).final).toBe(final)
  })

  const resolved = (extra: Partial<ResolutionOfDay>): ResolutionOfDay => ({
    question_id: "q",
    question: "Will it rain?",
    question_type: "binary",
    options: null,
    outcome: true,
    correct_options: null,
    counts: [12, 5],
    score: { scored: 17, correct: 12 },
    ...extra
  })
  it.each([
    [{}, { outcome: true, yes_percent: 70.59, accuracy: 0.7059, predictions: 17 }],
    [{ outcome: null, score: null }, { outcome: null, yes_percent: 70.59, accuracy: null, predictions: 17 }],
    [{ counts: [0, 0], score: null }, { outcome: true, accuracy: null, predictions: 0 }],
    [
      { question_type: "multi", options: ["a", "b"], outcome: null, correct_options: ["b"] } as const,
      { correct_options: ["b"], leading_option: "a", leading_percent: 70.59, accuracy: 0.7059, predictions: 17 }
    ],
    [
      { question_type: "multi", options: ["a", "b"], outcome: null, score: null } as const,
      { correct_options: [], leading_option: "a", leading_percent: 70.59, accuracy: null, predictions: 17 }
    ]
  ])("describes the resolutions of its questions: %#", (extra, expected) => {
    const [found] = dayMaterial(ended, { ...emptyFacts, resolved: [resolved(extra)] }).resolved
    expect(found).toEqual({ question_id: "q", question: "Will it rain?", ...expected })
  })
})

describe("the summary of a day", () => {
  const summary = (facts: Partial<DayFacts>, extra: Partial<DailySummaryRequest> = {}): string =>
    dailySummary({ ...dayMaterial(ended, { ...emptyFacts, ...facts }), ...extra })
  const figures = (predictions: number, agents: number, questions_opened: number, questions_resolved: number) => ({
    figures: { predictions, agents, questions_opened, questions_resolved }
  })

  it.each([
    [figures(0, 0, 0, 0), true, "Nothing was predicted, opened or resolved on 5 March 2027."],
    [figures(0, 0, 0, 0), false, "Nothing has been predicted, opened or resolved on 5 March 2027 so far."],
    [
      figures(1, 1, 1, 1),
      true,
      "On 5 March 2027, 1 account made 1 prediction, 1 question opened and 1 question was resolved."
    ],
    [
      figures(1_214, 61, 4, 3),
      false,
      "On 5 March 2027, so far, 61 accounts made 1,214 predictions, 4 questions opened and 3 questions were resolved."
    ],
    [figures(0, 0, 2, 0), true, "On 5 March 2027, 2 questions opened."],
    [figures(5, 2, 0, 1), true, "On 5 March 2027, 2 accounts made 5 predictions and 1 question was resolved."]
  ])("begins with its figures: %#", (facts, final, sentence) => {
    expect(summary(facts, { final })).toBe(sentence)
  })

  it("continues with the largest move, a result, a narrow split and the next closing question", () => {
    const resolved = dayMaterial(ended, {
      ...emptyFacts,
      resolved: [{
        question_id: "r",
        question: "Will it snow?",
        question_type: "binary",
        options: null,
        outcome: false,
        correct_options: null,
        counts: [5, 12],
        score: { scored: 17, correct: 12 }
      }]
    }).resolved
    const closing = [{
      question_id: "c",
      question: "Will it thaw?",
      predictions: 3,
      closes_at: new Date("2027-03-07T22:00:00Z")
    }]
    expect(summary({
      ...figures(4, 3, 0, 1),
      predicted: [binary("even", [6, 4], [7, 7])],
      closing
    }, { resolved })).toBe(
      "On 5 March 2027, 3 accounts made 4 predictions and 1 question was resolved. "
        + "The largest move: “Question even?” went from 60 % to 50 % yes. "
        + "“Will it snow?” was resolved no; 71 % of its predictions were right. "
        + "The crowd is divided on “Question even?”, at 50 % yes. "
        + "The next to close is “Will it thaw?”, on 7 March 2027."
    )
    expect(summary({ ...figures(1, 1, 0, 0), predicted: [multi("m", [4, 4, 2], [4, 4, 3])] })).toContain(
      "The largest move: “Blue” went from 20 % to 27 % in “Question m?”. "
        + "No option has more than 36 % in “Question m?”."
    )
  })

  it("shortens the text of a question", () => {
    const closing = [{ question_id: "c", question: "word ".repeat(100), predictions: 3, closes_at: ended.now }]
    expect(summary({ closing }).length).toBeLessThan(300)
  })
})
