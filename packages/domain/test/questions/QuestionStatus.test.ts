import { expect, it } from "vitest"
import { isPublicStatus, QuestionStatus } from "../../src/questions/QuestionStatus.ts"

it("shows open, closed and resolved to all", () => {
  expect(QuestionStatus.literals.filter(isPublicStatus)).toEqual(["open", "closed", "resolved"])
})
