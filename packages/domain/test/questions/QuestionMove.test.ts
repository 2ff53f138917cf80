import { Either } from "effect"
import { describe, expect, it } from "vitest"
import {
  type QuestionAction,
  questionMove,
  type QuestionMover,
  questionMoves
} from "../../src/forecasting/questions/QuestionMove.ts"
import { QuestionStatus } from "../../src/forecasting/questions/QuestionStatus.ts"

// An independent copy of the specified transitions, so that the test does not derive them from the code.
const possible: ReadonlyArray<readonly [QuestionStatus, QuestionAction, QuestionStatus]> = [
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
  // Children whose parent is resolved again (docs/decisions/0029).
  ["open", "void", "resolved"],
  ["resolved", "reinstate", "open"]
]
const actions: ReadonlyArray<QuestionAction> = [...new Set(possible.map(([, action]) => action))]
const movers: ReadonlyArray<QuestionMover> = ["suggester", "guardian", "admin", "scheduler", "parent", "dispute"]
/** The move by any mover that may make it. */
const anyMove = (status: QuestionStatus, action: QuestionAction) =>
  movers.map((by) => questionMove(status, action, by)).toSorted((one) => Either.isRight(one) ? -1 : 1)[0]!

describe("the transitions of a question", () => {
  it("are exactly these", () => {
    for (const status of QuestionStatus.literals) {
      for (const action of actions) {
        const row = possible.find(([from, by]) => from === status && by === action)
        const found = anyMove(status, action)
        if (row !== undefined) expect(Either.getOrThrow(found).to).toBe(row[2])
        else expect(found).toMatchObject({ left: { code: "INVALID_TRANSITION", field: "status", measured: status } })
      }
    }
  })

  it("are listed in the refusal of a forbidden one", () => {
    expect(questionMove("draft", "resolve", "admin")).toMatchObject({
      left: { measured: "draft", limit: "open, closed" }
    })
    expect(questionMove("draft", "publish", "admin")).toMatchObject({
      left: { message: "The question is draft; \"publish\" is possible only when it is approved." }
    })
  })

  it("allow the deletion of drafts only", () => {
    for (const status of QuestionStatus.literals) {
      expect(Either.isRight(questionMove(status, "delete", "admin"))).toBe(status === "draft")
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
  )("%s may %s: %s", (by, action, may) => {
    const statuses = ["new", ...QuestionStatus.literals] as const
    expect(statuses.some((status) => Either.isRight(questionMove(status, action, by)))).toBe(may)
  })

  it("have each row once", () => {
    const keys = questionMoves.map((row) => `${row.from} ${row.action}`)
    expect(new Set(keys).size).toBe(keys.length)
  })
})
