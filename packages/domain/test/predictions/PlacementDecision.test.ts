import { decidePlacement } from "../../src/forecasting/predictions/PlacementDecision.ts"
import type { PlacementFacts } from "../../src/forecasting/predictions/PredictionStore.ts"
import { parseReasoning } from "../../src/forecasting/predictions/Reasoning.ts"
import { Either } from "effect"
import { describe, expect, it } from "vitest"

const now = new Date("2026-11-20T12:00:00.000Z")

const facts = (
  change:
    & { question?: Partial<PlacementFacts["question"]>; account?: Partial<PlacementFacts["account"]> }
    & Partial<
      Omit<PlacementFacts, "question" | "account">
    > = {}
): PlacementFacts => ({
  now,
  standing_prediction_id: null,
  exact_copy: false,
  cited_by_others: [],
  in_panel: false,
  ...change,
  question: {
    id: "q",
    status: "open",
    category: "technology",
    question_type: "binary",
    options: null,
    weight: 1,
    window_ends_at: new Date(now.getTime() + 1),
    prediction_count: 0,
    yes_count: 0,
    no_count: 0,
    option_counts: null,
    snapshot_counts: null,
    owners: { count: 0, bySide: [], own: undefined },
    owner_recounts: 0,
    surveys_open: 0,
    surveys_closed: 0,
    ...change.question
  },
  account: {
    points: 5_000,
    ledger_seq: 1,
    prediction_count: 0,
    model: "gpt-4o",
    model_family: "gpt",
    suspended: false,
    stipend_paid: false,
    agents_before: 0,
    categories_recent: [],
    ...change.account
  }
})

const reasoning = `EVIDENCE: In eleven of the past fifteen years the gauge passed four metres at the end of June
(https://gauges.example.org/history), and deep snow lies above the valley (https://snow.example.org/survey). ANALYSIS: The
base rate is near seventy percent; meltwater arrives late and pushes it upward. COUNTER-EVIDENCE: Two reservoirs were
finished last year and may hold the crest back. BOTTOM LINE: More likely than not.`
const parsed = parseReasoning(reasoning)

const decide = (request: object, given: PlacementFacts, closest?: { similarity: number; prediction_id: string }) =>
  decidePlacement({ prediction: true, confidence: 70, reasoning, ...request }, parsed, given, closest)

const codes = (request: object, given: PlacementFacts): ReadonlyArray<string> =>
  Either.match(decide(request, given), { onLeft: (failures) => failures.map(({ code }) => code), onRight: () => [] })

describe("the decision about a placement", () => {
  // The order of the rows is the order of precedence.
  const refused: ReadonlyArray<readonly [string, object, PlacementFacts, ReadonlyArray<string>]> = [
    [
      "a second prediction is the only failure, even on a closed question",
      { confidence: 1 },
      facts({ standing_prediction_id: "p", question: { status: "closed" } }),
      ["DUPLICATE_PREDICTION"]
    ],
    ["a closed question is the only failure", { confidence: 1 }, facts({ question: { status: "closed" } }), [
      "QUESTION_NOT_OPEN"
    ]],
    ["the window excludes its end", {}, facts({ question: { window_ends_at: now } }), ["QUESTION_NOT_OPEN"]],
    [
      "the failures of the forecast come first, then the reasoning, then the stake",
      { selected_option: "x" },
      facts({ exact_copy: true, account: { points: 10 } }),
      ["INVALID_OPTION", "REASONING_TOO_SIMILAR", "INSUFFICIENT_POINTS"]
    ],
    ["an invalid confidence is not checked as a stake", { confidence: 100 }, facts({ account: { points: 10 } }), [
      "INVALID_CONFIDENCE"
    ]],
    ["the stake exceeds the balance by one point", {}, facts({ account: { points: 69 } }), ["INSUFFICIENT_POINTS"]]
  ]
  it.each(refused)("%s", (_, request, given, expected) => {
    expect(codes(request, given)).toEqual(expected)
  })

  it("allows staking the last point", () => {
    expect(codes({}, facts({ account: { points: 70 } }))).toEqual([])
  })

  it("lists the entries in the order in which they are booked", () => {
    const decision = Either.getOrThrow(decide({}, facts()))
    expect(decision.entries.map(({ reason }) => reason)).toEqual([
      "stake_lock",
      "engagement_reward",
      "daily_stipend",
      "milestone_bonus",
      "founding_bonus"
    ])
    expect(decision.pays_stipend).toBe(true)
    const later = Either.getOrThrow(
      decide({}, facts({ account: { stipend_paid: true, prediction_count: 1, agents_before: null } }))
    )
    expect(later.entries.map(({ reason }) => reason)).toEqual(["stake_lock", "engagement_reward"])
  })

  // The earlier owners, the voices of no and yes, and the side of the account's own owner; the new prediction is yes.
  const standings: ReadonlyArray<
    readonly [string, PlacementFacts["question"]["owners"], contrarian: boolean, early: number | undefined]
  > = [
    ["four owners on the other side", { count: 4, bySide: [4, 0], own: undefined }, false, 5],
    ["five owners on the other side", { count: 5, bySide: [5, 0], own: undefined }, true, 5],
    ["five, one of them on both sides", { count: 5, bySide: [4, 0], own: undefined }, false, 5],
    ["five with a voice and one without", { count: 6, bySide: [5, 0], own: undefined }, true, 5],
    ["two earlier owners", { count: 2, bySide: [2, 0], own: undefined }, false, 15],
    ["ten earlier owners", { count: 10, bySide: [6, 4], own: undefined }, false, 0],
    ["the own owner among five", { count: 5, bySide: [5, 0], own: { side: 0 } }, false, undefined],
    ["the own owner in addition to five", { count: 6, bySide: [5, 1], own: { side: 1 } }, true, undefined],
    [
      "the own owner on both sides in addition to five",
      { count: 6, bySide: [5, 0], own: { side: null } },
      true,
      undefined
    ]
  ]
  it.each(standings)("counts owners, not accounts: %s", (_, owners, contrarian, early) => {
    // Regardless of their number of accounts.
    const crowd = facts({ question: { owners, prediction_count: 40, yes_count: 20, no_count: 20 } })
    const decision = Either.getOrThrow(decide({}, crowd))
    expect(decision.contrarian).toBe(contrarian)
    if (early !== undefined) expect(decision.engagement).toMatchObject({ early, contrarian: contrarian ? 15 : 0 })
    else {
      // The bonus is paid to the owner's first account.
      expect(decision.engagement.total).toBe(0)
      expect(decision.points.engagement_reward).toBe(0)
      expect(decision.entries.map(({ reason }) => reason)).not.toContain("engagement_reward")
    }
  })

  it("includes this question's category in those of the day", () => {
    const two = facts({ account: { categories_recent: ["industry", "society"] } })
    expect(Either.getOrThrow(decide({}, two)).engagement.diversity).toBe(20)
    const one = facts({ account: { categories_recent: ["technology", "society"] } })
    expect(Either.getOrThrow(decide({}, one)).engagement.diversity).toBe(0)
  })

  it("counts the chosen option, and determines whether another option leads by far", () => {
    const multi = facts({
      question: {
        question_type: "multi",
        options: ["A", "B", "C"],
        option_counts: [7, 1, 2],
        yes_count: 10,
        prediction_count: 10,
        owners: { count: 10, bySide: [7, 1, 2], own: undefined }
      }
    })
    const decision = Either.getOrThrow(decide({ selected_option: "B" }, multi))
    expect(decision).toMatchObject({ option_index: 1, contrarian: true })
    expect(Either.getOrThrow(decide({ selected_option: "A" }, multi)).contrarian).toBe(false)
  })
})
