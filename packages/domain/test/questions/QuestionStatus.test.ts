import { Either } from "effect"
import { describe, expect, it } from "vitest"
import {
  isPublicStatus,
  mayMove,
  moveOf,
  questionMoves,
  QuestionStatus,
  type StatusAction,
  transition
} from "../../src/questions/QuestionStatus.ts"

// Copied from decisions, section 4, by hand: the code must not be its own witness.
const possible: ReadonlyArray<readonly [QuestionStatus, StatusAction, QuestionStatus]> = [
  ["draft", "approve", "approved"],
  ["draft", "reject", "draft"],
  ["approved", "publish", "open"],
  ["approved", "publish_waiting", "closed"],
  ["open", "close", "closed"],
  ["open", "resolve", "resolved"],
  ["closed", "reopen", "open"],
  ["closed", "trigger", "open"],
  ["closed", "void", "resolved"],
  ["closed", "resolve", "resolved"],
  ["resolved", "overturn", "resolved"],
  // Of children whose parent is resolved again (docs/decisions/0029).
  ["open", "void", "resolved"],
  ["resolved", "reinstate", "open"]
]
const actions: ReadonlyArray<StatusAction> = [...new Set(possible.map(([, action]) => action))]

describe("the life of a question", () => {
  it("knows these steps and no other", () => {
    for (const status of QuestionStatus.literals) {
      for (const action of actions) {
        const row = possible.find(([from, by]) => from === status && by === action)
        const found = transition(status, action)
        if (row !== undefined) expect(Either.getOrThrow(found)).toBe(row[2])
        else expect(found).toMatchObject({ left: { code: "INVALID_TRANSITION", field: "status", measured: status } })
      }
    }
  })

  it("says from where a refused step would be possible", () => {
    expect(transition("draft", "resolve")).toMatchObject({ left: { measured: "draft", limit: "open, closed" } })
    expect(transition("draft", "publish")).toMatchObject({
      left: { message: "The question is draft; \"publish\" is possible only when it is approved." }
    })
  })

  it("removes drafts only", () => {
    for (const status of QuestionStatus.literals) {
      expect(Either.isRight(moveOf(status, "delete"))).toBe(status === "draft")
    }
  })

  it.each(
    [
      ["publish", "question.created"],
      ["publish_waiting", "question.created"],
      ["close", "question.closed"],
      ["resolve", "question.resolved"],
      ["void", "question.resolved"],
      ["overturn", "question.resolved"],
      ["approve", undefined],
      ["reject", undefined],
      ["reopen", undefined],
      ["trigger", undefined],
      ["reinstate", undefined]
    ] as const
  )("%s fires %s", (action, event) => {
    const fired = questionMoves.filter((row) => row.action === action).map((row) => row.fires)
    expect(new Set(fired)).toEqual(new Set([event]))
  })

  it.each(
    [
      ["guardian", "approve", true],
      ["guardian", "publish", false],
      ["guardian", "resolve", false],
      ["scheduler", "publish", true],
      ["scheduler", "close", true],
      ["scheduler", "resolve", false],
      ["suggester", "create", true],
      ["suggester", "delete", false],
      ["admin", "overturn", false],
      ["dispute", "overturn", true],
      ["parent", "trigger", true]
    ] as const
  )("%s may %s: %s", (by, action, may) => expect(mayMove(by, action)).toBe(may))

  it("shows open, closed and resolved to all", () => {
    expect(QuestionStatus.literals.filter(isPublicStatus)).toEqual(["open", "closed", "resolved"])
  })

  it("has each row once", () => {
    const keys = questionMoves.map((row) => `${row.from} ${row.action}`)
    expect(new Set(keys).size).toBe(keys.length)
  })
})
