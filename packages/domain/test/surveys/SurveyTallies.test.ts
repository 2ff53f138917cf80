import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { surveyResults } from "../../src/surveys/surveys/SurveyResults.ts"
import { RunningTallies } from "../../src/surveys/surveys/RunningTallies.ts"
import { type SurveyAnswer, tallyOf, type TallyScope } from "../../src/surveys/surveys/SurveyTallies.ts"
import { anySurvey, binary, factsOf, multi, panelAgent, surveyAnswer } from "./surveyAnswers.ts"

const running = (scope: TallyScope, answers: ReadonlyArray<SurveyAnswer>) => {
  const tallies = new RunningTallies(scope)
  for (const answer of answers) tallies.add(answer)
  return tallies.tallies()
}

const shuffled = anySurvey.chain((survey) =>
  fc.shuffledSubarray([...survey.answers], { minLength: survey.answers.length })
    .map((inAnyOrder) => ({ ...survey, inAnyOrder }))
)

describe("the tallies of a survey", () => {
  it("are the same from all answers at once, and from one after another in any order", () => {
    fc.assert(fc.property(shuffled, ({ answers, assigned, inAnyOrder, questions }) => {
      const tallies = tallyOf({ questions, assigned }, answers)
      expect(running({ questions, assigned }, inAnyOrder)).toEqual(tallies)
      expect(tallyOf({ questions, assigned }, inAnyOrder)).toEqual(tallies)
    }))
  })

  it("give the same results in any order", () => {
    fc.assert(fc.property(shuffled, ({ answers, assigned, inAnyOrder, questions }) => {
      const tallies = running({ questions, assigned }, inAnyOrder)
      expect(surveyResults({ questions, tallies }, false))
        .toEqual(surveyResults(factsOf(questions, answers, assigned), false))
    }))
  })

  it("are up to date after each answer", () => {
    fc.assert(fc.property(anySurvey, ({ answers, assigned, questions }) => {
      const tallies = new RunningTallies({ questions, assigned })
      for (const [n, answer] of answers.entries()) {
        tallies.add(answer)
        expect(tallies.tallies().panel).toEqual(tallyOf({ questions, assigned }, answers.slice(0, n + 1)).panel)
      }
    }))
  })

  it("count each answer on one side, in one band", () => {
    fc.assert(fc.property(anySurvey, ({ answers, questions }) => {
      const { questions: tallied } = tallyOf({ questions, assigned: [] }, answers)
      for (const { answers: tallies, question_id } of tallied) {
        const own = answers.filter((answer) => answer.question_id === question_id)
        expect(tallies.reduce((sum, { count }) => sum + count, 0)).toBe(own.length)
        expect(tallies.reduce((sum, { confidence_sum }) => sum + confidence_sum, 0))
          .toBe(own.reduce((sum, { confidence }) => sum + confidence, 0))
        for (const { count, side_counts } of tallies)
          expect(side_counts.reduce((sum, side) => sum + side, 0)).toBe(count)
      }
    }))
  })

  it("ignore answers to other questions", () => {
    const [asked, other] = [binary("asked"), binary("other")]
    const answer = surveyAnswer(other, panelAgent("a", "o", "gpt-4o"), "gpt-4o", { side: 1 })
    const scope = { questions: [asked], assigned: [] }
    expect(tallyOf(scope, [answer]).panel.answering).toBe(0)
    expect(running(scope, [answer])).toEqual(tallyOf(scope, []))
  })

  it("count the assigned agents that answered everything, or all agents when none is assigned", () => {
    const questions = [binary("one"), multi("two")]
    const agents = ["a", "b", "c"].map((id) => panelAgent(id, id, "gpt-4o"))
    const answers = agents.flatMap((agent, n) =>
      questions.slice(0, n === 2 ? 1 : 2).map((question) => surveyAnswer(question, agent, "gpt-4o", { side: 0 }))
    )
    expect(tallyOf({ questions, assigned: [] }, answers).panel).toMatchObject({
      assigned: 0,
      answering: 3,
      complete: 2
    })
    expect(tallyOf({ questions, assigned: ["b", "c", "d", "d"] }, answers).panel)
      .toMatchObject({ assigned: 3, answering: 3, complete: 1 })
  })
})
