import { choiceFailure, describeInvalidChoice } from "../../src/kernel/Choice.ts"
import { describe, expect, it } from "vitest"

describe("the refusal of an invalid choice", () => {
  const choices = ["open", "closed", "resolved"]

  it.each([
    ["opne", `"opne"; the nearest is open`],
    ["RESOLVE", `"RESOLVE"; the nearest is resolved`],
    [" closed", `" closed"; the nearest is closed`],
    ["", `""`],
    ["  ", `"  "`],
    ["\n", `"\\n"`],
    ["x".repeat(61), `"${"x".repeat(60)}…"; the nearest is open`],
    [`a "b"`, `"a \\"b\\""; the nearest is open`],
    ["\ud83d", `"\\ud83d"; the nearest is open`]
  ])("quotes what was sent and names the nearest: %j", (sent, words) => {
    expect(describeInvalidChoice(sent, choices)).toBe(words)
  })

  it("is made in constant time for long texts", () => {
    expect(describeInvalidChoice("x".repeat(10_000_000), choices)).toHaveLength(
      describeInvalidChoice("x".repeat(61), choices).length
    )
  })

  it("names field, measured value and limit, and does not quote values that are not text", () => {
    expect(choiceFailure("status", "opne", choices)).toEqual({
      code: "INVALID_REQUEST",
      message: `status must be one of open, closed, resolved, not "opne"; the nearest is open.`,
      field: "status",
      measured: "opne",
      limit: "open, closed, resolved"
    })
    expect(choiceFailure("selected_option", 5, choices, "INVALID_OPTION")).toEqual({
      code: "INVALID_OPTION",
      message: "selected_option must be one of open, closed, resolved.",
      field: "selected_option",
      limit: "open, closed, resolved"
    })
  })
})
