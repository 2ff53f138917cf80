import { Either } from "effect"
import { expect, it } from "vitest"
import { permittedMove } from "../../src/kernel/Move.ts"
import { type QuestionMove, questionMove, questionMoves } from "../../src/forecasting/questions/QuestionMove.ts"

const table = [
  { from: "open", to: "closed", by: ["admin", "clock"] },
  { from: "closed", to: "open", by: ["admin"] }
] as const

it("a move is the first matching row that the mover may take", () => {
  expect(permittedMove(table, "clock", ({ from }) => from === "open")).toBe(table[0])
  expect(permittedMove(table, "clock", ({ from }) => from === "closed")).toBe(undefined)
  expect(permittedMove(table, "admin", ({ from }) => from === "closed")).toBe(table[1])
})

it("a move can only be obtained from its table", () => {
  const drawn: QuestionMove = Either.getOrThrow(questionMove("open", "close", "scheduler"))
  // @ts-expect-error a row without a mover
  const taken: QuestionMove = questionMoves[0]!
  // @ts-expect-error an invented row
  const invented: QuestionMove = { from: "draft", action: "resolve", to: "resolved", by: ["admin"] }
  expect([drawn, taken, invented].map(({ action }) => action)).toEqual(["close", "create", "resolve"])
})
