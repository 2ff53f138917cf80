import { expect, it } from "vitest"
import { isPublicStatus, QuestionStatus } from "../../src/forecasting/questions/QuestionStatus.ts"

it("open, closed and resolved questions are public", () => {
  expect(QuestionStatus.literals.filter(isPublicStatus)).toEqual(["open", "closed", "resolved"])
})
