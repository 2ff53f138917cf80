import { expect, it } from "vitest"
import { crowdVerdict } from "../../src/forecasting/questions/crowdVerdict.ts"

const binary = { status: "resolved", question_type: "binary", yes_count: 0, no_count: 0, outcome: null } as const
const multi = { ...binary, question_type: "multi" } as const

it.each(
  [
    ["yes came true and led", { ...binary, outcome: true, yes_count: 3, no_count: 1 }, "right"],
    ["no came true and led", { ...binary, outcome: false, yes_count: 1, no_count: 3 }, "right"],
    ["no came true while yes led", { ...binary, outcome: false, yes_count: 3, no_count: 1 }, "wrong"],
    ["both sides had as many", { ...binary, outcome: false, yes_count: 2, no_count: 2 }, "split"],
    ["nobody predicted", { ...binary, outcome: true }, undefined],
    ["it was void", { ...binary, yes_count: 3 }, undefined],
    ["it is still closed", { ...binary, status: "closed", outcome: true, yes_count: 3 }, undefined],
    [
      "one of the correct options led",
      { ...multi, correct_options: ["a", "b"], option_counts: { a: 3, b: 0, c: 1 } },
      "right"
    ],
    ["another option led", { ...multi, correct_options: ["a"], option_counts: { a: 1, b: 3 } }, "wrong"],
    ["two options led", { ...multi, correct_options: ["a"], option_counts: { a: 3, b: 3 } }, "split"],
    ["it was void, with options", { ...multi, correct_options: [], option_counts: { a: 3 } }, undefined]
  ] as const
)("judges the crowd when %s", (_, question, verdict) => {
  expect(crowdVerdict(question)).toBe(verdict)
})
