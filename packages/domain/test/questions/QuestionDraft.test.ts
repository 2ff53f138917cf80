import { changedFields, judgeChange } from "../../src/forecasting/questions/QuestionChange.ts"
import { draftFields, draftOf, judgeDraft, type QuestionInput } from "../../src/forecasting/questions/QuestionDraft.ts"
import { questionInputFromTexts } from "../../src/forecasting/questions/questionInputFromTexts.ts"
import { Either } from "effect"
import { describe, expect, it } from "vitest"

const now = new Date("2026-06-15T12:00:00.000Z")
const good: QuestionInput = {
  question: "Will the agency publish the report before the deadline?",
  category: "technology",
  timeframe: "short",
  resolution_source: "ESA",
  resolution_date: "2026-06-30"
}
const judge = (fields: QuestionInput, facts: Partial<Parameters<typeof judgeDraft>[1]> = {}) =>
  judgeDraft({ ...good, ...fields }, { now, ...facts })
const wrongs = (fields: QuestionInput, facts: Partial<Parameters<typeof judgeDraft>[1]> = {}): ReadonlyArray<string> =>
  Either.match(judge(fields, facts), {
    onLeft: (failures) => failures.map(({ field }) => field ?? "?"),
    onRight: () => []
  })

describe("judgeDraft", () => {
  it("converts a date-time to its day in UTC", () => {
    const dayOf = (resolution_date: string) => Either.getOrThrow(judge({ resolution_date })).resolution_date
    expect(dayOf("2026-06-30T23:59:59Z")).toBe("2026-06-30")
    expect(dayOf("2026-06-30T23:30:00.000-05:00")).toBe("2026-07-01")
    expect(dayOf(" 2026-06-30T00:30:00+05:30 ")).toBe("2026-06-29")
    expect(dayOf("2026-06-30T23:59:59")).toBe("2026-06-30")
  })

  it("fills in defaults", () => {
    expect(Either.getOrThrow(judge({}))).toEqual({
      ...good,
      subcategory: null,
      tag: null,
      resolution_url: null,
      question_type: "binary",
      options: null,
      parent_question_id: null,
      parent_trigger: null,
      evidence_urls: null,
      context: null,
      weight: 1,
      opens_at: null,
      closes_at: null
    })
  })

  // Each row: the largest accepted value, and the next one.
  const edges: ReadonlyArray<readonly [field: keyof typeof good, accepted: unknown, refused: unknown]> = [
    ["question", "x".repeat(10), "x".repeat(9)],
    ["question", "👍".repeat(500), "👍".repeat(501)],
    ["resolution_source", "NYT", "NY"],
    ["resolution_source", "x".repeat(500), "x".repeat(501)],
    ["context", "x".repeat(5_000), "x".repeat(5_001)],
    ["tag", `#${"x".repeat(49)}`, `#${"x".repeat(50)}`],
    ["tag", "#AI-2_é", "AI"],
    ["tag", "#a", "#"],
    ["tag", "#a", "#a b"],
    ["resolution_url", `https://a.io/${"x".repeat(2_035)}`, `https://a.io/${"x".repeat(2_036)}`],
    ["resolution_url", "http://a.io", "ftp://a.io"],
    ["resolution_date", "2026-06-15", "2026-06-14"],
    ["resolution_date", "2028-02-29", "2027-02-29"],
    ["resolution_date", "2026-06-20T00:00:00Z", "2026-06-20 00:00"],
    ["resolution_date", "2026-06-20T23:59:59", "2026-06-20T25:00:00Z"],
    ["resolution_date", "2026-06-14T23:30:00-01:00", "2026-06-15T01:30:00+02:00"],
    ["subcategory", "data", "finance_banking"],
    ["weight", 5, 5.01],
    ["weight", 1, 0.99],
    ["weight", 1.25, Number.NaN],
    ["options", ["A", "B"], ["A"]],
    ["options", Array.from({ length: 10 }, (_, n) => `${n}`), Array.from({ length: 11 }, (_, n) => `${n}`)],
    ["evidence_urls", ["https://a.io/x"], "https://a.io/x"],
    [
      "evidence_urls",
      Array.from({ length: 20 }, (_, n) => `https://a.io/${n}`),
      Array.from({ length: 21 }, (_, n) => `https://a.io/${n}`)
    ],
    ["closes_at", "2026-06-15T12:00:00.001Z", "2026-06-15T12:00:00Z"],
    ["closes_at", "2026-07-01T00:00:00Z", "2026-07-01T00:00:00.001Z"],
    ["closes_at", "2026-06-20T02:00:00+02:00", "2026-06-20 02:00"],
    ["closes_at", null, "2026-06-31T00:00:00Z"],
    ["opens_at", "2020-01-01T00:00:00Z", "1969-12-31T23:59:59Z"],
    ["opens_at", "2026-06-30T23:59:59Z", "2026-07-01T00:00:00Z"],
    ["category", "society", "Society"],
    ["timeframe", "long", "longer"],
    ["question_type", null, "poll"]
  ]
  for (const [field, accepted, refused] of edges) {
    it(`accepts ${field} ${JSON.stringify(accepted)?.slice(0, 40)} and refuses ${JSON.stringify(refused)?.slice(0, 40)}`, () => {
      expect(wrongs({ [field]: accepted })).toEqual([])
      expect([...new Set(wrongs({ [field]: refused }).map((name) => name.replace(/\[\d+\]$/, "")))]).toEqual([field])
    })
  }

  for (const field of draftFields) {
    it(`never throws for a ${field} of the wrong type`, () => {
      for (
        const value of [
          0,
          -1,
          1e99,
          Infinity,
          true,
          {},
          [],
          [[]],
          [1],
          "",
          "\0",
          "\ud800",
          "__proto__",
          () => 1,
          Symbol("x"),
          7n
        ]
      ) {
        expect(
          wrongs({ [field]: value }).every((name) =>
            name.startsWith(field) || name === "parent_trigger" || name === "options"
          )
        ).toBe(true)
      }
    })
  }

  it("requires options for a multi question, and none for a binary one", () => {
    expect(wrongs({ question_type: "multi" })).toEqual(["options"])
    expect(wrongs({ question_type: "multi", options: 7 })).toEqual(["options"])
    expect(wrongs({ question_type: "binary", options: ["A", "B"] })).toEqual(["options"])
    expect(wrongs({ options: ["A", "a"] })).toEqual(["options[1]"])
  })

  it("requires opens_at before closes_at", () => {
    const at = (opens_at: string, closes_at: string) => wrongs({ opens_at, closes_at })
    expect(at("2026-06-20T00:00:00Z", "2026-06-20T00:00:01Z")).toEqual([])
    expect(at("2026-06-20T00:00:00Z", "2026-06-20T00:00:00Z")).toEqual(["opens_at"])
  })

  it("requires a binary parent without a parent of its own", () => {
    const parent = { id: "p", question_type: "binary" as const, parent_question_id: null, child_count: 49 }
    expect(Either.getOrThrow(judge({ parent_question_id: "p" }, { parent }))).toMatchObject({ parent_trigger: true })
    expect(Either.getOrThrow(judge({ parent_question_id: "p", parent_trigger: false }, { parent }))).toMatchObject({
      parent_trigger: false
    })
    expect(wrongs({ parent_question_id: "p" })).toEqual(["parent_question_id"])
    expect(wrongs({ parent_question_id: "p" }, { parent: { ...parent, question_type: "multi" } })).toEqual([
      "parent_question_id"
    ])
    expect(wrongs({ parent_question_id: "p" }, { parent: { ...parent, parent_question_id: "q" } })).toEqual([
      "parent_question_id"
    ])
    expect(wrongs({ parent_question_id: "p" }, { parent: { ...parent, child_count: 50 } })).toEqual([
      "parent_question_id"
    ])
    expect(wrongs({ parent_trigger: true })).toEqual(["parent_trigger"])
  })

  it("allows a stored draft's past dates in an update", () => {
    const before = Either.getOrThrow(judge({ closes_at: "2026-06-20T00:00:00Z" }))
    const later = new Date("2026-08-01T00:00:00Z")
    const again = (fields: QuestionInput) =>
      Either.match(judgeDraft({ ...before, ...fields }, { now: later, before }), {
        onLeft: (failures) => failures.map(({ field }) => field),
        onRight: (draft) => changedFields(before, draft)
      })
    expect(again({})).toEqual([])
    expect(again({ context: "More." })).toEqual(["context"])
    expect(again({ resolution_date: "2026-07-02" })).toEqual(["resolution_date"])
  })
})

describe("judgeChange", () => {
  it("allows changes of fields by status", () => {
    const allowed = (status: Parameters<typeof judgeChange>[0]) =>
      draftFields.filter((field) => judgeChange(status, [field]).length === 0)
    expect(allowed("draft")).toEqual(draftFields)
    expect(allowed("approved")).toEqual(draftFields)
    const published = ["subcategory", "tag", "resolution_url", "evidence_urls", "context", "closes_at"]
    expect(allowed("open")).toEqual(published)
    expect(allowed("closed")).toEqual(published)
    expect(allowed("resolved")).toEqual([])
  })

  it("finds no change between a draft and itself", () => {
    const draft = Either.getOrThrow(judge({ options: ["A", "B"], opens_at: "2026-06-20T00:00:00Z" }))
    expect(changedFields(draft, draftOf(Object.assign({ id: "more" }, draft)))).toEqual([])
  })
})

describe("questionInputFromTexts", () => {
  it("parses cells into fields, and leaves invalid ones for the validation", () => {
    expect(questionInputFromTexts({ options: "Red | Blue", weight: "2.5", notes: "x", parent_trigger: "No", tag: " " }))
      .toEqual({ options: ["Red", "Blue"], weight: 2.5, parent_trigger: false })
    expect(wrongs(questionInputFromTexts({ weight: "heavy", parent_trigger: "maybe", options: "Red" })))
      .toEqual(["parent_trigger", "weight", "options"])
    expect(questionInputFromTexts({ parent_trigger: "__proto__" })).toEqual({ parent_trigger: "__proto__" })
  })
})
