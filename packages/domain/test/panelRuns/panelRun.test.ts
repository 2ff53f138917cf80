import { describe, expect, it } from "vitest"
import { type AnsweredStep, judgeStep } from "../../src/research/panelRuns/judgeStep.ts"
import {
  exhaustedBudget,
  judgePanelBudget,
  largestPanelBudget,
  panelBudgetFor,
  plannedCalls
} from "../../src/research/panelRuns/PanelBudget.ts"
import { PanelRunStatus } from "../../src/research/panelRuns/PanelRun.ts"
import {
  advanceRun,
  panelRunMove,
  type PanelRunEvent,
  panelRunMoves
} from "../../src/research/panelRuns/PanelRunMove.ts"
import { planRun, type StepOutcome } from "../../src/research/panelRuns/PanelStep.ts"
import { afterFailure } from "../../src/research/panelRuns/StepSchedule.ts"
import { passageOf, questionOf } from "../panels/panelTexts.ts"

const events: ReadonlyArray<PanelRunEvent> = [
  { type: "settled", open: 1, reasoned: 1 },
  { type: "settled", open: 0, reasoned: 1 },
  { type: "settled", open: 0, reasoned: 0 },
  { type: "exhausted", reason: "calls" },
  { type: "unavailable" },
  { type: "cancelled" }
]

const budget = { calls_max: 500, tokens_max: 2_500_000, seconds_max: 7_200 }

describe("the life of a run", () => {
  it("ends by one event, and nothing leads on from its end", () => {
    const table = PanelRunStatus.literals.map((status) => [
      status,
      ...events.map((event) => {
        const end = advanceRun(status, event)
        return end === undefined ? "-" : `${end.move.to} ${end.reason}`
      })
    ])
    expect(table).toEqual([
      ["queued", "-", "-", "-", "-", "-", "stopped cancelled"],
      [
        "running",
        "-",
        "completed null",
        "failed no_answers",
        "stopped calls",
        "failed model_unavailable",
        "stopped cancelled"
      ],
      ["completed", "-", "-", "-", "-", "-", "-"],
      ["stopped", "-", "-", "-", "-", "-", "-"],
      ["failed", "-", "-", "-", "-", "-", "-"]
    ])
  })

  it("takes only moves of its table, each by those who may", () => {
    for (const { action, by, from, to } of panelRunMoves) {
      expect(panelRunMove(from, action, by[0]!)?.to).toBe(to)
      expect(panelRunMove(from, action, by[0] === "worker" ? "project" : "worker")).toBe(undefined)
    }
  })

  it("begins with a plan of each specialist for each question", () => {
    const steps = planRun(["a", "b"], [{ id: "x" }, { id: "y" }])
    expect(steps.map(({ question_id, specialist, stage }) => `${question_id} ${specialist} ${stage}`)).toEqual([
      "a x plan",
      "a y plan",
      "b x plan",
      "b y plan"
    ])
    expect(plannedCalls({ questions: 5, specialists: 5 })).toEqual({ min: 50, max: 75 })
  })

  it.each<[Parameters<typeof exhaustedBudget>[0], string | undefined]>([
    [{ calls: 499, tokens: 2_499_999, seconds: 7_199 }, undefined],
    [{ calls: 500, tokens: 2_500_000, seconds: 7_200 }, "calls"],
    [{ calls: 0, tokens: 2_500_000, seconds: 7_200 }, "tokens"],
    [{ calls: 0, tokens: 0, seconds: 7_200 }, "time"]
  ])("has used up of its budget with %o: %s", (usage, expected) => {
    expect(exhaustedBudget(usage, budget)).toBe(expected)
  })

  it("takes budgets of whole numbers within limits", () => {
    const fieldsOf = (fields: object) => judgePanelBudget({ ...budget, ...fields }).map(({ field }) => field)
    expect([fieldsOf({}), fieldsOf(largestPanelBudget)]).toEqual([[], []])
    expect(fieldsOf(panelBudgetFor({ questions: 100, specialists: 5 }))).toEqual([])
    expect(fieldsOf(panelBudgetFor({ questions: 1, specialists: 0 }))).toEqual([])
    expect(fieldsOf({ calls_max: 10_001, tokens_max: 1.5, seconds_max: Number.NaN })).toEqual([
      "calls_max",
      "tokens_max",
      "seconds_max"
    ])
  })

  it("repeats what nobody accepted more often than what broke off", () => {
    const delays = (reason: Parameters<typeof afterFailure>[0]) =>
      [0, 1, 2, 3, 4].map((failures) => {
        const next = afterFailure(reason, failures)
        return next.kind === "repeat" ? next.seconds : next.kind
      })
    expect(delays("unavailable")).toEqual([5, 30, 120, 300, "unavailable"])
    expect(delays("refused")).toEqual([5, 30, 120, 300, "unavailable"])
    expect(delays("total")).toEqual([5, 30, "give_up", "give_up", "give_up"])
  })
})

const passage = passageOf("a", "The bank left its policy rate unchanged at 4 %.", 10)
const answerOf = (quote: string, probability: unknown = 0.3) =>
  JSON.stringify({
    narrative: "For. Against.",
    probability,
    confidence: 0.5,
    claims_for: [{ claim: "It stayed.", passage: "p1", quote }]
  })
const exact = answerOf("left its policy rate unchanged")
const inexact = answerOf("left its policy rates unchanged")

const step = (stage: AnsweredStep["stage"], content: string, of: Partial<AnsweredStep> = {}): AnsweredStep => ({
  question: questionOf(),
  specialist: "macro",
  stage,
  input: { plan: { look_for: [], queries: [] }, passage_ids: ["a"] },
  answer: { content, model: "m2" },
  shown: [passage],
  ...of
})
const refused = (answer: string) => ({ input: { refused: { answer, model: "m1", flaw: "?" } } })
const told = (outcome: StepOutcome): string =>
  outcome.kind === "reasoned"
    ? `${outcome.reasoning.model} ${outcome.reasoning.evidence.length}/${outcome.reasoning.unsupported.length}`
    : outcome.kind === "next"
    ? outcome.stage
    : outcome.why

describe("what an answer leads to", () => {
  it.each<[string, AnsweredStep, string]>([
    ["a plan", step("plan", "{\"queries\": [\"rates\"]}"), "answer"],
    ["no plan", step("plan", "Let me think."), "answer"],
    ["an exact quote", step("answer", exact), "m2 1/0"],
    ["no quote at all", step("answer", answerOf("").replace(/"claims_for".*/, "\"claims_for\":[]}")), "m2 0/0"],
    ["only wrong quotes", step("answer", inexact), "repair"],
    ["wrong quotes, but nothing to cite", step("answer", inexact, { shown: [] }), "m2 0/1"],
    ["prose", step("answer", "Yes."), "repair"],
    ["another shape", step("answer", answerOf("", 7)), "repair"],
    ["a mended answer", step("repair", exact, refused("Yes.")), "m2 1/0"],
    ["wrong quotes again", step("repair", inexact, refused(inexact)), "m2 0/1"],
    ["prose after wrong quotes", step("repair", "Sorry.", refused(inexact)), "m1 0/1"],
    ["prose again", step("repair", "Sorry.", refused("Yes.")), "unreadable_answer"]
  ])("%s", (_, answered, expected) => {
    expect(told(judgeStep(answered))).toBe(expected)
  })

  it("hands on the plan, the passages and what was wrong", () => {
    expect(judgeStep(step("plan", "{\"queries\": [\"rates\"]}"))).toEqual({
      kind: "next",
      stage: "answer",
      input: { plan: { look_for: [], queries: ["rates"] } }
    })
    expect(judgeStep(step("answer", "Yes."))).toMatchObject({
      input: {
        plan: { queries: [] },
        passage_ids: ["a"],
        refused: { answer: "Yes.", model: "m2", flaw: "The answer holds no complete JSON object." }
      }
    })
  })
})
