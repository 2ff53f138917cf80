import type { QuestionRow } from "../../src/questions/QuestionRow.ts"
import { questionWidget } from "../../src/web/QuestionWidget.ts"
import { describe, expect, it } from "vitest"

const at = (text: string) => new Date(`${text}:00Z`)
const now = at("2027-03-01T12:00")
const row = {
  id: "01998f7e-0000-7000-8000-000000000000",
  question: "Will it rain?",
  question_type: "binary",
  status: "open",
  timeframe: "long",
  resolution_date: "2027-08-14",
  opens_at: null,
  closes_at: null,
  closed_at: null,
  resolved_at: null,
  window_ends_at: at("2027-08-12T00:00"),
  waits_for_parent: false,
  outcome: null,
  options: null,
  option_counts: null,
  correct_options: null,
  prediction_count: 8,
  yes_count: 6,
  no_count: 2
} as Partial<QuestionRow> as QuestionRow
const shown = (changes: Partial<QuestionRow>) => questionWidget({ ...row, ...changes }, now, "https://auspex.example")

describe("the state in a widget", () => {
  it.each<readonly [string, Partial<QuestionRow>, object]>([
    ["in its window", {}, { kind: "open", text: "Open until", at: row.window_ends_at }],
    ["before it opens", { opens_at: at("2027-04-01T00:00") }, {
      kind: "waiting",
      text: "Opens on",
      at: at("2027-04-01T00:00")
    }],
    ["that waits for another", { status: "closed", waits_for_parent: true }, {
      kind: "waiting",
      text: "Opens if the question before it resolves that way"
    }],
    [
      "whose window has ended before it was closed",
      { closes_at: at("2027-03-01T11:00"), window_ends_at: at("2027-03-01T11:00") },
      { kind: "closed", text: "Closed on", at: at("2027-03-01T11:00"), after: "not resolved yet" }
    ],
    ["that was closed before its time", { status: "closed", closed_at: at("2027-02-01T00:00") }, {
      kind: "closed",
      text: "Closed on",
      at: at("2027-02-01T00:00"),
      after: "not resolved yet"
    }],
    ["that is resolved", { status: "resolved", outcome: true, resolved_at: now }, {
      kind: "resolved",
      text: "Resolved: yes.",
      at: now
    }],
    ["that is void", { status: "resolved", resolved_at: now }, {
      kind: "resolved",
      text: "Resolved as void: stakes went back.",
      at: now
    }]
  ])("%s", (_, changes, state) => expect(shown(changes).state).toEqual(state))
})

describe("the consensus in a widget", () => {
  it("has yes and no of a binary question", () =>
    expect(shown({}).shares).toEqual([
      { label: "Yes", count: 6, percent: 75, is_correct: false },
      { label: "No", count: 2, percent: 25, is_correct: false }
    ]))

  it("has every option of a multi question, with the correct ones marked", () => {
    const multi = { question_type: "multi", options: ["Red", "Green"], option_counts: [8, 0] } as const
    expect(shown({ ...multi, status: "resolved", correct_options: ["Green"] }).shares).toEqual([
      { label: "Red", count: 8, percent: 100, is_correct: false },
      { label: "Green", count: 0, percent: 0, is_correct: true }
    ])
  })

  it("is empty before the first prediction", () =>
    expect(shown({ prediction_count: 0, yes_count: 0, no_count: 0 }).shares.map(({ percent }) => percent)).toEqual([
      0,
      0
    ]))
})
