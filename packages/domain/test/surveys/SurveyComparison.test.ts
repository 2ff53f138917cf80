import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { wilsonInterval } from "../../src/kernel/Interval.ts"
import type { SurveyedQuestion } from "../../src/surveys/surveys/MeasuredQuestion.ts"
import { surveyResults } from "../../src/surveys/surveys/SurveyResults.ts"
import { compareRuns, shareChange } from "../../src/surveys/surveys/SurveyComparison.ts"
import { anySurvey, binary, factsOf, multi, type Votes, votesOn } from "./surveyAnswers.ts"

const estimated = (successes: number, trials: number) => {
  const { high, low } = wilsonInterval(successes, trials)
  return { percent: (100 * successes) / trials, interval: { low: 100 * low, high: 100 * high } }
}

const run = (...rows: ReadonlyArray<readonly [SurveyedQuestion, Votes]>) =>
  surveyResults(
    factsOf(rows.map(([question]) => question), rows.flatMap(([question, votes]) => votesOn(question, votes))),
    false
  )

describe("the change of a share", () => {
  // The examples of the paper (its table II, method 10), as p₁ - p₂.
  it.each([
    [56, 70, 48, 80, 0.0524, 0.3339],
    [9, 10, 3, 10, 0.1705, 0.809],
    [10, 10, 0, 10, 0.6075, 1],
    [0, 10, 0, 20, -0.1611, 0.2775],
    [5, 56, 0, 29, -0.0381, 0.1926]
  ])("from %d of %d and %d of %d has the interval that Newcombe gives", (a, m, b, n, low, high) => {
    const { change, interval } = shareChange(estimated(b, n), estimated(a, m))
    expect(change).toBeCloseTo(100 * (a / m - b / n), 1)
    expect(interval.low).toBeCloseTo(100 * low, 1)
    expect(interval.high).toBeCloseTo(100 * high, 1)
  })
})

describe("two runs of a survey", () => {
  it("do not change between equal results", () => {
    fc.assert(fc.property(anySurvey, ({ answers, questions }) => {
      const results = surveyResults(factsOf(questions, answers), false)
      const { only_after, only_before, questions: changes } = compareRuns(results, results)
      expect([only_after, only_before]).toEqual([[], []])
      expect(changes.map(({ after_id }) => after_id)).toEqual(questions.map(({ id }) => id))
      for (const { change, changed, interval } of changes) {
        expect([change, changed]).toEqual([0, false])
        expect(interval.low).toBeLessThanOrEqual(0)
        expect(interval.high).toBeGreaterThanOrEqual(0)
      }
    }))
  })

  it("tell a change from noise", () => {
    const [moved, steady] = [binary("moved"), binary("steady")]
    const before = run([moved, [[null, 40, 0], [null, 10, 1]]], [steady, [[null, 5, 0], [null, 5, 1]]])
    const after = run([moved, [[null, 10, 0], [null, 40, 1]]], [steady, [[null, 4, 0], [null, 6, 1]]])
    const { questions } = compareRuns(before, after)
    expect(questions.map(({ change, changed }) => [change, changed])).toEqual([[60, true], [10, false]])
    expect(questions[0]).toMatchObject({ before_percent: 20, after_percent: 80, before_count: 50, after_count: 50 })
  })

  it("belong together by id, else by text, but for case and white space", () => {
    const before = [
      { ...binary("a1"), question: "Will it rain?" },
      { ...binary("b"), question: "Will it snow?" },
      { ...binary("c1"), question: "Will it hail?" }
    ]
    const after = [
      { ...binary("b"), question: "Will it rain?" },
      { ...binary("a2"), question: " will it  RAIN?" },
      { ...binary("d"), question: "Will it thaw?" }
    ]
    const { only_after, only_before, questions } = compareRuns(
      run(...before.map((question) => [question, []] as const)),
      run(...after.map((question) => [question, []] as const))
    )
    expect(questions.map(({ after_id, before_id }) => [before_id, after_id])).toEqual([["b", "b"], ["a1", "a2"]])
    expect(only_before).toEqual([{ question_id: "c1", question: "Will it hail?" }])
    expect(only_after).toEqual([{ question_id: "d", question: "Will it thaw?" }])
  })

  it("compare each option of a multi question, and the one that led before as its share", () => {
    const question = multi("q")
    const { questions: [change] } = compareRuns(
      run([question, [[null, 6, 0], [null, 4, 1]]]),
      run([question, [[null, 3, 0], [null, 7, 1]]])
    )
    expect(change).toMatchObject({ option: "Red", before_percent: 60, after_percent: 30, change: -30 })
    expect(change!.options!.map(({ change, option }) => [option, change]))
      .toEqual([["Red", -30], ["Green", 30], ["Blue", 0]])
  })

  it("do not compare questions with other options", () => {
    const [before, after] = [multi("q", ["Red", "Green"]), multi("q", ["Red", "Blue"])]
    const { only_after, only_before, questions } = compareRuns(run([before, []]), run([after, []]))
    expect([questions.length, only_before.length, only_after.length]).toEqual([0, 1, 1])
  })
})
