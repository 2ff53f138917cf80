import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { answerSpaceOf } from "../../src/research/panels/AnswerSpace.ts"
import type { PanelQuestion } from "../../src/research/panels/PanelQuestion.ts"
import { countResponses, fewAnswers, medianPoint } from "../../src/surveys/surveyLinks/countResponses.ts"
import { judgeResponse } from "../../src/surveys/surveyLinks/judgeResponse.ts"
import type { CountedQuestion } from "../../src/surveys/surveyLinks/ResponseResults.ts"
import type { ResponseTallies } from "../../src/surveys/surveyLinks/ResponseTallies.ts"
import { readResponse, type StoredAnswer } from "../../src/surveys/surveyLinks/SurveyResponse.ts"

type Question = Pick<PanelQuestion, "id" | "text" | "kind" | "kind_options">

const questions: ReadonlyArray<Question> = [
  { id: "words", text: "Why?", kind: null, kind_options: null },
  { id: "fee", text: "Would you pay?", kind: "binary", kind_options: null },
  { id: "bank", text: "Which?", kind: "multi", kind_options: { options: ["A", "B", "C"] } },
  { id: "scale", text: "How far?", kind: "likert", kind_options: { scale: 5, statement: "It is easy." } },
  { id: "stars", text: "How good?", kind: "star_rating", kind_options: { max: 10 } },
  { id: "ways", text: "How often?", kind: "matrix", kind_options: { rows: ["App", "Post"], columns: ["No", "Yes"] } }
]

const links = ["first", "second"] as const

const givenTo = (question: Question): fc.Arbitrary<StoredAnswer> => {
  const space = answerSpaceOf(question)
  if (space === null) return fc.record({ question_id: fc.constant(question.id), text: fc.constantFrom("", " ", "So.") })
  const choice = fc.option(fc.nat({ max: space.options.length - 1 }))
  return fc.record({
    question_id: fc.constant(question.id),
    choices: fc.tuple(...space.rows.map(() => choice))
  })
}

const responses = fc.array(
  fc.record({ link: fc.constantFrom(...links), given: fc.tuple(...questions.map(givenTo)) }).map(({ given, link }) => ({
    link,
    answers: judgeResponse(questions, given).answers
  })).filter(({ answers }) => answers.length > 0),
  { maxLength: 60 }
)

interface Given {
  readonly link: string
  readonly answers: ReadonlyArray<StoredAnswer>
}

/** Counts as a store does. */
const talliesOf = (given: ReadonlyArray<Given>): ResponseTallies => ({
  links: links.map((link) => ({
    link_id: link,
    name: link,
    responses: given.filter((response) => response.link === link).length
  })).filter((link) => link.responses > 0),
  questions: links.flatMap((link) =>
    questions.map(({ id }) => {
      const own = given.filter((response) => response.link === link)
      return {
        link_id: link,
        question_id: id,
        asked: own.length,
        answered: own.filter(({ answers }) => answers.some(({ question_id }) => question_id === id)).length
      }
    })
  ),
  choices: given.flatMap(({ answers, link }) =>
    answers.flatMap((answer) =>
      "text" in answer ?
        [] :
        answer.choices.flatMap((choice, row) =>
          choice === null ? [] : [{ link_id: link, question_id: answer.question_id, row, choice, count: 1 }]
        )
    )
  )
})

const sum = (values: ReadonlyArray<number>): number => values.reduce((all, value) => all + value, 0)

const judgeSums = (counted: ReadonlyArray<CountedQuestion>, asked: number) => {
  for (const { answered, question_id, rows, unanswered } of counted) {
    expect([question_id, answered + unanswered]).toEqual([question_id, asked])
    for (const row of rows) {
      expect(sum(row.options.map(({ count }) => count))).toBe(row.answered)
      expect(row.answered).toBeLessThanOrEqual(answered)
      expect(sum(row.options.map(({ share }) => share))).toBeCloseTo(row.answered === 0 ? 0 : 1, 3)
      for (
        const { interval: { high, low }, share } of [...row.options, row.top_box, row.bottom_box].flatMap((one) =>
          one ?? []
        )
      ) {
        expect([low >= 0, low <= share, share <= high, high <= 1]).toEqual([true, true, true, true])
      }
      const isScale = question_id === "scale" || question_id === "stars"
      expect([row.mean !== null, row.median !== null]).toEqual(Array(2).fill(isScale && row.answered > 0))
      if (row.mean !== null && row.mean_interval !== null) {
        expect(row.mean).toBeGreaterThanOrEqual(row.mean_interval.low)
        expect(row.mean).toBeLessThanOrEqual(row.mean_interval.high)
      }
    }
  }
}

describe("the results of responses", () => {
  it("count every answer once, in all and by link, with intervals that hold the shares", () => {
    fc.assert(fc.property(responses, (given) => {
      const results = countResponses(questions, talliesOf(given))
      expect(results.responses).toBe(given.length)
      judgeSums(results.questions, given.length)
      for (const { questions: own, responses: asked } of results.by_link) judgeSums(own, asked)
      if (results.by_link.length > 0) {
        for (const [at, { answered }] of results.questions.entries()) {
          expect(sum(results.by_link.map((link) => link.questions[at]!.answered))).toBe(answered)
        }
      }
    }))
  })

  it("warn of a sample that chose itself, and of few answers", () => {
    const answers: ReadonlyArray<StoredAnswer> = questions.map(({ id, kind, kind_options }) => {
      const space = answerSpaceOf({ kind, kind_options })
      return space === null ? { question_id: id, text: "So." } : { question_id: id, choices: space.rows.map(() => 0) }
    })
    const warningsFor = (count: number, few = 0) =>
      countResponses(
        questions,
        talliesOf([
          ...Array.from({ length: count - few }, () => ({ link: "first", answers })),
          ...Array.from({ length: few }, () => ({ link: "first", answers: answers.slice(1) }))
        ])
      ).warnings
    expect(warningsFor(0)).toEqual(["Nobody has answered yet."])
    expect(warningsFor(fewAnswers - 1).at(-1)).toMatch(/^Fewer than 30 people have answered each question/u)
    expect(warningsFor(fewAnswers, 1).at(-1)).toMatch(/^Fewer than 30 people have answered 1 of 6 questions/u)
    expect(warningsFor(fewAnswers)).toEqual([expect.stringContaining("no random sample")])
  })

  it.each<[string, ReadonlyArray<number>, object | null]>([
    ["scale", [4, 4, 5], { low: 2.8991, high: 5 }],
    ["scale", [5, 5], { low: 1.8944, high: 5 }],
    ["scale", [3, 3, 3, 3, 3, 3], { low: 2.2139, high: 3.7861 }],
    ["stars", [9, 10, 10, 8], { low: 7.7265, high: 10 }],
    ["stars", [10, 10, 10], { low: 4.3156, high: 10 }],
    ["stars", [7], null]
  ])("have an interval of the mean of %s %j: %j", (id, points, interval) => {
    const given = points.map((point) => ({ link: "first", answers: [{ question_id: id, choices: [point - 1] }] }))
    const { questions: counted } = countResponses(questions, talliesOf(given))
    expect(counted.find(({ question_id }) => question_id === id)!.rows[0]!.mean_interval).toEqual(interval)
  })

  it("have the median of all points in order", () => {
    fc.assert(fc.property(fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 40 }), (points) => {
      const ordered = points.toSorted((one, other) => one - other)
      const [low, high] = [ordered[Math.floor((ordered.length - 1) / 2)]!, ordered[Math.floor(ordered.length / 2)]!]
      const counts = Array.from({ length: 7 }, (_, at) => points.filter((point) => point === at + 1).length)
      expect(medianPoint(counts)).toBe((low + high) / 2)
    }))
    expect(medianPoint([0, 0])).toBeNull()
  })
})

describe("a response", () => {
  const fieldsOf = (given: ReadonlyArray<StoredAnswer>) =>
    judgeResponse(questions, given).failures.map(({ field, message }) => [field, message])
  const choose = "Choose one of the answers that are offered."

  it.each<[ReadonlyArray<StoredAnswer>, ReadonlyArray<ReadonlyArray<string>>]>([
    [[], [["answers", "Answer at least one question."]]],
    [[{ question_id: "fee", choices: [null] }, { question_id: "words", text: " \n" }], [[
      "answers",
      "Answer at least one question."
    ]]],
    [[{ question_id: "fee", choices: [2] }], [["fee", choose]]],
    [[{ question_id: "fee", choices: [0, 1] }], [["fee", choose]]],
    [[{ question_id: "fee", choices: [Number.NaN] }], [["fee", choose]]],
    [[{ question_id: "fee", text: "yes" }], [["fee", choose]]],
    [[{ question_id: "words", choices: [0] }], [["words", choose]]],
    [[{ question_id: "ways", choices: [0] }], [["ways", choose]]],
    [[{ question_id: "other", text: "So." }], [["other", "The survey has no such question."]]],
    [[{ question_id: "fee", choices: [0] }, { question_id: "fee", choices: [1] }], [[
      "fee",
      "Answer the question once."
    ]]],
    [[{ question_id: "words", text: "x".repeat(501) }, { question_id: "fee", choices: [7] }], [
      ["words", "The answer takes at most 500 characters; it has 501."],
      ["fee", choose]
    ]]
  ])("of %j is refused: %j", (given, failures) => {
    expect(fieldsOf(given)).toEqual(failures)
  })

  it("is stored without what was left out, and read in the words of its questions", () => {
    const { answers, failures } = judgeResponse(questions, [
      { question_id: "words", text: " So.\r\nAnd so. " },
      { question_id: "fee", choices: [null] },
      { question_id: "stars", choices: [9] },
      { question_id: "ways", choices: [null, 1] }
    ])
    expect(failures).toEqual([])
    const stored = { id: "r", link_id: "l", created_at: new Date(0), answers }
    expect(readResponse(stored, new Map(questions.map((question) => [question.id, question]))).answers).toEqual([
      { question_id: "words", answer: "So.\nAnd so." },
      { question_id: "stars", answer: "10" },
      { question_id: "ways", answer: [null, "Yes"] }
    ])
  })
})

it("results of very long surveys are not counted by link, and say so", () => {
  const rows = Array.from({ length: 50 }, (_, at) => `Row ${at}`)
  const columns = Array.from({ length: 10 }, (_, at) => `Column ${at}`)
  const long = Array.from({ length: 21 }, (_, at): Question => ({
    id: `matrix ${at}`,
    text: "How often?",
    kind: "matrix",
    kind_options: { rows, columns }
  }))
  const tallies = {
    links: ["a", "b"].map((link_id) => ({ link_id, name: link_id, responses: 1 })),
    questions: [],
    choices: []
  }
  const found = countResponses(long, tallies)
  expect([found.by_link, found.warnings.at(-1)]).toEqual([[], expect.stringContaining("too many questions and links")])
  expect(countResponses(long.slice(1), tallies).by_link.length).toBe(2)
})
