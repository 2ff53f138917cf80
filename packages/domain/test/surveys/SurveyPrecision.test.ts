import { describe, expect, it } from "vitest"
import { surveyResults } from "../../src/surveys/SurveyAnalytics.ts"
import { surveyPrecision } from "../../src/surveys/SurveyPrecision.ts"
import { binary, factsOf, multi, votesOn } from "./surveyAnswers.ts"

describe("the precision of a survey", () => {
  const [narrow, wide] = [binary("narrow"), binary("wide")]
  const answers = [
    ...votesOn(narrow, [[null, 400, 0], [null, 400, 1]]),
    ...votesOn(wide, [[null, 20, 0], [null, 20, 1]])
  ]
  const results = surveyResults(factsOf([narrow, wide], answers), true)

  it("settles the questions whose intervals are narrow enough", () => {
    const precision = surveyPrecision(results, 10)
    expect(precision).toMatchObject({ target_width: 10, settled: 1, total: 2, reached: false })
    expect(precision.questions.map(({ settled }) => settled)).toEqual([true, false])
    const { high, low } = results.questions[0]!.interval
    expect(precision.questions[0]!.width).toBeCloseTo(high - low, 10)
    expect(precision.questions[0]!.width).toBeCloseTo(6.91, 1)
  })

  it("is reached when every question is settled, at the width itself too", () => {
    const [, { width }] = surveyPrecision(results, 50).questions as [unknown, { readonly width: number }]
    expect(surveyPrecision(results, width).reached).toBe(true)
    expect(surveyPrecision(results, width - 0.01).reached).toBe(false)
  })

  it("is not reached without questions or answers", () => {
    expect(surveyPrecision(surveyResults(factsOf([], []), true), 99).reached).toBe(false)
    expect(surveyPrecision(surveyResults(factsOf([narrow], []), true), 99)).toMatchObject({ settled: 0, reached: false })
  })

  it("of a multi question is that of its least precise option", () => {
    const question = multi("q")
    const { questions } = surveyResults(factsOf([question], votesOn(question, [[null, 50, 0], [null, 8, 1]])), true)
    const widths = questions[0]!.consensus.option_breakdown!.map(({ interval }) => interval!.high - interval!.low)
    expect(surveyPrecision({ questions }, 50).questions[0]!.width).toBeCloseTo(Math.max(...widths), 10)
  })
})
