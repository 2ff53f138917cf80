import { describe, expect, it } from "vitest"
import { surveyResults } from "../../src/surveys/surveys/SurveyResults.ts"
import { surveyPrecision } from "../../src/surveys/surveys/SurveyPrecision.ts"
import { targetWidthMax } from "../../src/surveys/surveys/SurveyTarget.ts"
import { binary, factsOf, multi, type Votes, votesOn } from "./surveyAnswers.ts"

describe("the precision of a survey", () => {
  const [narrow, wide] = [binary("narrow"), binary("wide")]
  const facts = factsOf([narrow, wide], [
    ...votesOn(narrow, [[null, 400, 0], [null, 400, 1]]),
    ...votesOn(wide, [[null, 20, 0], [null, 20, 1]])
  ])

  it("settles the questions whose intervals are narrow enough", () => {
    const precision = surveyPrecision(facts, 10)
    expect(precision).toMatchObject({ target_width: 10, settled_count: 1, question_count: 2, reached: false })
    expect(precision.questions.map(({ settled }) => settled)).toEqual([true, false])
    const { high, low } = surveyResults(facts, true).questions[0]!.interval
    expect(precision.questions[0]!.width).toBeCloseTo(high - low, 10)
    expect(precision.questions[0]!.width).toBeCloseTo(6.91, 1)
  })

  it("is reached when every question is settled, at the width itself too", () => {
    const { width } = surveyPrecision(facts, 50).questions[1]!
    expect(surveyPrecision(facts, width).reached).toBe(true)
    expect(surveyPrecision(facts, width - 0.01).reached).toBe(false)
  })

  it("is not reached without questions or answers", () => {
    expect(surveyPrecision(factsOf([], []), 99).reached).toBe(false)
    const { questions, reached, settled_count } = surveyPrecision(factsOf([narrow], []), targetWidthMax)
    expect([settled_count, reached, questions[0]!.width]).toEqual([0, false, 100])
  })

  it("settles nothing without a target, and tells the widths all the same", () => {
    const [without, wanted] = [surveyPrecision(facts, null), surveyPrecision(facts, 10)]
    expect(without).toMatchObject({ target_width: null, settled_count: 0, question_count: 2, reached: false })
    expect(without.questions).toEqual(wanted.questions.map((question) => ({ ...question, settled: false })))
    expect(without.questions.map(({ prediction_count }) => prediction_count)).toEqual([800, 40])
  })

  it("of a multi question is that of its least precise option", () => {
    const question = multi("q")
    const answered = factsOf([question], votesOn(question, [[null, 50, 0], [null, 8, 1]]))
    const [result] = surveyResults(answered, true).questions
    const widths = result!.consensus.option_breakdown!.map(({ interval }) => interval!.high - interval!.low)
    expect(surveyPrecision(answered, 50).questions[0]!.width).toBeCloseTo(Math.max(...widths), 10)
  })

  it("approaches a limit with more agents of the same families, and none with people", () => {
    const precisionOf = (times: number, model: string | null) => {
      const votes: Votes = [["gpt-4o", times, 0], [model, times, 1]]
      return surveyPrecision(factsOf([wide], votesOn(wide, votes)), 50).questions[0]!
    }
    const [few, many] = [precisionOf(2, "claude-3"), precisionOf(2_000, "claude-3")]
    expect(many.width_limit).toBe(few.width_limit)
    expect(many.width - many.width_limit).toBeGreaterThanOrEqual(0)
    expect(many.width - many.width_limit).toBeLessThan(0.1)
    expect(few.width).toBeGreaterThan(few.width_limit + 5)
    expect(surveyPrecision(facts, 10).questions.map(({ width_limit }) => width_limit)).toEqual([0, 0])
  })
})
