import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { type DisputeFacts, judgeDispute } from "../../src/forecasting/disputes/DisputeFiling.ts"
import { disputeMove, disputeMoves } from "../../src/forecasting/disputes/DisputeMove.ts"
import { DisputeEnd, DisputeStatus } from "../../src/forecasting/disputes/DisputeStatus.ts"
import { type DisputeVerdictRequest, judgeVerdict } from "../../src/forecasting/disputes/DisputeVerdict.ts"
import { balanceAfter, type AffectedAccount } from "../../src/forecasting/disputes/OverturnPreview.ts"
import { overturnedChild } from "../../src/forecasting/questions/OverturnedChild.ts"
import type { Resolution } from "../../src/forecasting/questions/Resolution.ts"

const codes = (result: Either.Either<unknown, ReadonlyArray<{ readonly code: string; readonly field?: unknown }>>) =>
  Either.match(result, {
    onLeft: (failures) => failures.map(({ code, field }) => field === undefined ? code : `${code} ${field as string}`),
    onRight: () => "fine"
  })

describe("filing a dispute", () => {
  const resolvedAt = new Date(Date.UTC(2027, 0, 1))
  const after = (ms: number) => new Date(resolvedAt.getTime() + ms)
  const hours72 = 72 * 3_600_000
  const facts: DisputeFacts = {
    now: after(0),
    question_status: "resolved",
    question_resolved_at: resolvedAt,
    has_predicted: true,
    has_open_dispute: false
  }
  const good = { reason: "x".repeat(50), evidence_urls: ["https://example.org/a"] }

  it.each<readonly [string, object, Partial<DisputeFacts>, unknown]>([
    ["everything is valid", {}, {}, "fine"],
    ["it is the last instant", {}, { now: after(hours72) }, "fine"],
    ["it is a millisecond later", {}, { now: after(hours72 + 1) }, ["QUESTION_NOT_DISPUTABLE"]],
    ["it is not resolved", {}, { question_status: "closed", question_resolved_at: null }, ["QUESTION_NOT_DISPUTABLE"]],
    ["the account did not predict", {}, { has_predicted: false, has_open_dispute: true }, ["PREDICTION_REQUIRED"]],
    ["the account has an open dispute", {}, { has_open_dispute: true }, ["DUPLICATE_DISPUTE"]],
    ["the reason has 49 characters", { reason: `${"x".repeat(49)} ` }, {}, ["INVALID_REQUEST reason"]],
    ["the reason has 5,001 characters", { reason: "x".repeat(5_001) }, {}, ["INVALID_REQUEST reason"]],
    ["the reason has 50 characters of two units", { reason: "👍".repeat(50) }, {}, "fine"],
    ["the evidence is empty", { evidence_urls: [] }, {}, "fine"],
    ["the evidence is unset", { evidence_urls: undefined }, {}, "fine"],
    ["there are 21 pieces of evidence", { evidence_urls: Array<string>(21).fill("https://example.org") }, {}, [
      "INVALID_REQUEST evidence_urls"
    ]],
    [
      "several fields are invalid",
      { reason: "", evidence_urls: ["https://example.org", "javascript:alert(1)"] },
      { has_predicted: false },
      ["INVALID_REQUEST reason", "INVALID_REQUEST evidence_urls[1]"]
    ]
  ])("when %s", (_, request, changed, expected) => {
    expect(codes(judgeDispute({ ...good, ...request }, { ...facts, ...changed }))).toEqual(expected)
  })

  it("trims the reason, and keeps each address once", () => {
    const url = "https://example.org/a"
    expect(judgeDispute({ reason: `\n${good.reason} `, evidence_urls: [url, url] }, facts))
      .toEqual(Either.right({ reason: good.reason, evidence_urls: [url] }))
    expect(judgeDispute({ reason: good.reason }, facts))
      .toEqual(Either.right({ reason: good.reason, evidence_urls: [] }))
  })
})

describe("ending a dispute", () => {
  it("is possible once, from open, three ways", () => {
    for (const from of DisputeStatus.literals) {
      for (const to of DisputeEnd.literals) {
        expect(Either.isRight(disputeMove(from, to, "admin"))).toBe(from === "open")
        expect(disputeMoves.some((move) => move.from === from && move.to === to)).toBe(from === "open")
      }
    }
  })

  const binary = {
    status: "open",
    evidence_urls: ["https://example.org/dispute"],
    question: "?",
    question_type: "binary",
    options: null,
    outcome: true,
    correct_options: null,
    prediction_count: 1
  } as const
  const multi = {
    ...binary,
    question_type: "multi",
    options: ["a", "b", "c"],
    outcome: null,
    correct_options: ["b", "a"]
  } as const
  const overturned = (extra: object) =>
    ({ status: "overturned", resolution_note: "No.", ...extra }) as DisputeVerdictRequest

  it.each<readonly [string, Parameters<typeof judgeVerdict>[0], DisputeVerdictRequest, unknown]>([
    ["upheld", binary, { status: "upheld", resolution_note: "Yes." }, "fine"],
    ["dismissed, with null fields", binary, {
      status: "dismissed",
      resolution_note: "No.",
      outcome: null,
      correct_options: []
    }, "fine"],
    ["upheld with an outcome", binary, { status: "upheld", resolution_note: "", outcome: true }, [
      "INVALID_REQUEST resolution_note",
      "INVALID_REQUEST outcome"
    ]],
    ["overturned", binary, overturned({ outcome: false }), "fine"],
    ["overturned to void", binary, overturned({ outcome: null }), "fine"],
    ["overturned to the same outcome", binary, overturned({ outcome: true }), ["INVALID_REQUEST outcome"]],
    ["overturned without an outcome", binary, overturned({ resolution_note: " " }), [
      "INVALID_REQUEST resolution_note",
      "INVALID_REQUEST outcome"
    ]],
    ["overturned to the same options", multi, overturned({ correct_options: ["a", "b"] }), [
      "INVALID_REQUEST correct_options"
    ]],
    ["overturned to fewer options", multi, overturned({ correct_options: ["a"] }), "fine"],
    ["overturned to other options", multi, overturned({ correct_options: ["a", "c"] }), "fine"],
    ["overturned from void to void", { ...multi, correct_options: [] }, overturned({ correct_options: [] }), [
      "INVALID_REQUEST correct_options"
    ]],
    ["overturned to an unknown option", multi, overturned({ correct_options: ["d"] }), [
      "INVALID_OPTION correct_options"
    ]],
    ["ended already", { ...binary, status: "upheld" }, overturned({}), ["INVALID_TRANSITION status"]]
  ])("is checked when %s", (_, dispute, request, expected) => {
    expect(codes(judgeVerdict(dispute, request))).toEqual(expected)
  })

  it("uses the evidence of the disputes for the new resolution by default", () => {
    const evidence = (extra: object) =>
      Either.getOrThrow(judgeVerdict(binary, overturned({ outcome: false, ...extra }))).newResolution!.evidence_urls
    expect(evidence({})).toEqual(["https://example.org/dispute"])
    expect(evidence({ evidence_urls: [] })).toEqual(["https://example.org/dispute"])
    expect(evidence({ evidence_urls: ["https://example.org/own"] })).toEqual(["https://example.org/own"])
    const others = Array.from({ length: 20 }, (_, n) => `https://example.org/${n || "dispute"}`)
    const together = judgeVerdict({ ...binary, other_evidence_urls: others }, overturned({ outcome: false }))
    expect(Either.getOrThrow(together).newResolution!.evidence_urls).toEqual(others)
    const full = { ...binary, evidence_urls: others, other_evidence_urls: ["https://example.org/one-too-many"] }
    expect(Either.getOrThrow(judgeVerdict(full, overturned({ outcome: false }))).newResolution!.evidence_urls).toEqual(
      others
    )
    const bare = judgeVerdict({ ...binary, evidence_urls: [] }, overturned({ outcome: false }))
    expect(Either.getOrThrow(bare).newResolution!.evidence_urls).toEqual([])
  })
})

describe("a child of a question that is resolved again", () => {
  const yes: Resolution = { kind: "outcome", outcome: true }
  const no: Resolution = { kind: "outcome", outcome: false }
  const child = {
    status: "open",
    parent_trigger: true,
    is_void: false,
    is_void_by_parent: false,
    prediction_count: 3
  } as const
  const voided = { ...child, status: "resolved", is_void: true, is_void_by_parent: true, prediction_count: 0 } as const
  it.each<readonly [string, Parameters<typeof overturnedChild>[0], Resolution, string]>([
    ["open and no longer triggered", child, no, "void"],
    ["no longer triggered because of a void parent", child, { kind: "void" }, "void"],
    ["closed", { ...child, status: "closed" }, no, "void"],
    ["resolved itself", { ...child, status: "resolved" }, no, "void"],
    ["resolved void itself", { ...voided, is_void_by_parent: false }, no, "stays"],
    ["void by the parent, and triggered now", voided, yes, "open"],
    ["void by the parent, and triggered by no", { ...voided, parent_trigger: false }, no, "open"],
    ["void by the parent, and still not triggered", voided, no, "stays"],
    ["void, with returned stakes", { ...voided, prediction_count: 2 }, yes, "stays"],
    ["void by an administrator", { ...voided, is_void_by_parent: false }, yes, "stays"],
    ["open and still triggered", child, yes, "stays"],
    ["a draft", { ...child, status: "draft" }, no, "stays"],
    ["approved", { ...child, status: "approved" }, no, "stays"]
  ])("%s", (_, facts, parent, fate) => {
    expect(overturnedChild(facts, parent)).toBe(fate)
  })
})

describe("the preview of an overturn", () => {
  const forecast = {
    early: false,
    prediction: true,
    selected_option: null,
    confidence: 60,
    contrarian: false,
    hedged: false,
    weight: 1,
    option_count: 2
  }
  const call = { confidence: 60, weight: 1, contrarian: false, early: false, hedged: false, correct: true }
  it("includes all questions that are resolved again, in their order", () => {
    // Three correct predictions; the second question is a child of the first.
    const account: AffectedAccount = {
      account_id: "a",
      name: "Ada",
      points: 1_000,
      record: {
        before: { streak_count: 0, max_streak: 0 },
        calls: [
          { ...call, prediction_id: "p1", question_id: "q1", streak_count: 1, payout: 90 },
          { ...call, prediction_id: "p2", question_id: "q2", streak_count: 2, payout: 90 },
          { ...call, prediction_id: "p3", question_id: "q3", streak_count: 3, payout: 135 }
        ]
      },
      predictions: [
        { ...forecast, prediction_id: "p2", question_id: "q2" },
        { ...forecast, prediction_id: "p1", question_id: "q1" }
      ]
    }
    // The third loses its streak (-45), the first is now wrong (-90 + 5), the second's stake is returned (-90 + 60).
    const change = balanceAfter(account, [
      { question_id: "q1", resolution: { kind: "outcome", outcome: false } },
      { question_id: "q2", resolution: { kind: "void" } },
      { question_id: "q9", resolution: { kind: "void" } }
    ])
    expect(change).toEqual({ account_id: "a", name: "Ada", balance_before: 1_000, balance_after: 840, change: -160 })
  })
})
