import type { QuestionRow } from "../../src/forecasting/questions/QuestionRow.ts"
import { questionWidget } from "../../src/publishing/widgets/QuestionWidget.ts"
import { widgetPointsMax } from "../../src/publishing/widgets/WidgetCourse.ts"
import type { WidgetFacts, WidgetSnapshot } from "../../src/publishing/widgets/WidgetStore.ts"
import { similaritySums } from "../../src/forecasting/consensus/EffectiveAgents.ts"
import { shareInterval } from "../../src/forecasting/consensus/Consensus.ts"
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

/** Eight independent agents. */
const similarity = similaritySums(Array.from({ length: 8 }, (_, n) => ({
  owner_id: `${n}`,
  family: `other:${n}`,
  weight: 100
})))
const snapshot = (text: string, yes_count: number, total_agents: number): WidgetSnapshot => ({
  taken_at: at(text),
  total_agents,
  yes_count,
  option_counts: null
})
const facts: WidgetFacts = {
  similarity,
  snapshots: [
    snapshot("2027-02-01T08:30", 1, 1),
    snapshot("2027-02-02T00:00", 1, 2),
    snapshot("2027-03-01T00:00", 5, 8)
  ]
}
const shown = (changes: Partial<QuestionRow>, of = facts, time = now) =>
  questionWidget({ ...row, ...changes }, time, of, "https://auspex.example")
/** The shares without their intervals. */
const sharesIn = ({ shares }: ReturnType<typeof shown>) => shares.map(({ interval: _, ...share }) => share)

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
    expect(sharesIn(shown({}))).toEqual([
      { label: "Yes", count: 6, percent: 75, is_correct: false },
      { label: "No", count: 2, percent: 25, is_correct: false }
    ]))

  it("has every option of a multi question, with the correct ones marked", () => {
    const multi = { question_type: "multi", options: ["Red", "Green"], option_counts: [8, 0] } as const
    const widget = shown({ ...multi, status: "resolved", resolved_at: now, correct_options: ["Green"] })
    expect(sharesIn(widget)).toEqual([
      { label: "Red", count: 8, percent: 100, is_correct: false },
      { label: "Green", count: 0, percent: 0, is_correct: true }
    ])
  })

  it("has the intervals of its shares, as the consensus does", () => {
    const intervals = shown({}).shares.map(({ interval }) => interval)
    expect(intervals).toEqual([shareInterval(6, 8, 8), shareInterval(2, 8, 8)])
    const [yes, no] = intervals
    expect([yes!.low < 75, yes!.high > 75, yes!.low + no!.high]).toEqual([true, true, 100])
  })

  it("is empty before the first prediction", () => {
    const widget = shown({ prediction_count: 0, yes_count: 0, no_count: 0 }, { similarity, snapshots: [] })
    expect(widget.shares.map(({ interval, percent }) => [interval, percent])).toEqual([[undefined, 0], [undefined, 0]])
    expect(widget.course).toBeUndefined()
  })

  it("shortens the names of many correct options, which the list marks", () => {
    const options = Array.from({ length: 10 }, (_, n) => `${n}`.repeat(200))
    const widget = shown({
      question_type: "multi",
      options,
      option_counts: options.map(() => 1),
      status: "resolved",
      correct_options: options
    })
    expect(widget.state.text.length).toBeLessThanOrEqual(280)
    expect(widget.shares.every((share) => share.is_correct)).toBe(true)
  })
})

describe("the course in a widget", () => {
  it("leads from the first snapshot to the current shares", () =>
    expect(shown({}).course).toEqual({
      from: at("2027-02-01T08:30"),
      to: at("2027-03-01T12:00"),
      points: [
        { at: at("2027-02-01T08:30"), percents: [100, 0] },
        { at: at("2027-02-02T00:00"), percents: [50, 50] },
        { at: at("2027-03-01T00:00"), percents: [62.5, 37.5] },
        { at: at("2027-03-01T12:00"), percents: [75, 25] }
      ]
    }))

  it("stays the same until the next full hour, if nothing changes", () => {
    const courseAt = (time: string) => shown({}, facts, at(time)).course
    expect(courseAt("2027-03-01T12:59")).toEqual(courseAt("2027-03-01T12:00"))
    expect(courseAt("2027-03-01T13:00")?.to).toEqual(at("2027-03-01T13:00"))
  })

  it("never ends before its last snapshot, and begins with it when it is the only one", () => {
    const young = { similarity, snapshots: [snapshot("2027-03-01T12:10", 1, 1)] }
    const { course } = shown({ prediction_count: 1, yes_count: 1, no_count: 0 }, young, at("2027-03-01T12:20"))
    expect([course?.from, course?.to, course?.points.length]).toEqual([
      at("2027-03-01T12:10"),
      at("2027-03-01T12:10"),
      2
    ])
    expect(shown({}, { similarity, snapshots: [] }).course?.points).toEqual([{ at: now, percents: [75, 25] }])
  })

  it("ends with the resolution", () =>
    expect(shown({ status: "resolved", outcome: true, resolved_at: at("2027-03-01T03:07") }).course?.to)
      .toEqual(at("2027-03-01T03:07")))

  it("has few points, with the first and the last", () => {
    const snapshots = Array.from({ length: 500 }, (_, n) => ({
      taken_at: new Date(at("2027-01-01T00:00").getTime() + n * 3_600_000),
      total_agents: 100,
      yes_count: 50 + (n * 37) % 40,
      option_counts: null
    }))
    const points = shown({}, { similarity, snapshots }).course!.points
    expect([points.length, points[0]!.at, points.at(-1)!.percents]).toEqual([
      widgetPointsMax,
      snapshots[0]!.taken_at,
      [75, 25]
    ])
  })

  it("has every option of a multi question", () => {
    const multi = { question_type: "multi", options: ["Red", "Green"], option_counts: [2, 6] } as const
    const snapshots = [{ taken_at: at("2027-02-01T08:30"), total_agents: 4, yes_count: 4, option_counts: [3, 1] }]
    expect(shown(multi, { similarity, snapshots }).course?.points.map(({ percents }) => percents)).toEqual([
      [75, 25],
      [25, 75]
    ])
  })
})
