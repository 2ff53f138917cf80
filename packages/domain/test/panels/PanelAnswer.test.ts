import { Either } from "effect"
import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { answerSpaceOf } from "../../src/research/panels/AnswerSpace.ts"
import { claimsPerSideMax, readPanelAnswer } from "../../src/research/panels/PanelAnswer.ts"
import { readPlan } from "../../src/research/panels/PanelPlan.ts"
import type { PanelQuestion } from "../../src/research/panels/PanelQuestion.ts"

type Kind = Pick<PanelQuestion, "kind" | "kind_options">
const binary: Kind = { kind: "binary", kind_options: null }
const multi: Kind = { kind: "multi", kind_options: { options: ["a", "b", "c"] } }
const matrix: Kind = { kind: "matrix", kind_options: { rows: ["x", "y"], columns: ["a", "b"] } }
const stars: Kind = { kind: "star_rating", kind_options: { max: 5 } }
const plain: Kind = { kind: null, kind_options: null }

const given = (fields: object) => JSON.stringify({ narrative: "For. Against.", confidence: 0.6, ...fields })
const read = (kind: Kind, fields: object) => readPanelAnswer(kind, given(fields))
const answered = (kind: Kind, fields: object) => {
  const { answer, distribution, probability } = Either.getOrThrowWith(read(kind, fields), (flaw) => new Error(flaw))
  return { answer, distribution, probability }
}

describe("the answer of a specialist", () => {
  it("is a probability, a distribution, a row of each or a text, by the kind of the question", () => {
    expect(answered(binary, { probability: 0.25 })).toEqual({
      answer: "no",
      probability: 0.25,
      distribution: [[0.25, 0.75]]
    })
    expect(answered(binary, { distribution: [1, 0] }).answer).toBe("yes")
    expect(answered(multi, { distribution: [0.2, 0.5, 0.3] })).toEqual({
      answer: "b",
      probability: 0.5,
      distribution: [[0.2, 0.5, 0.3]]
    })
    expect(answered(matrix, { distribution: [[0.75, 0.25], [0, 1]] })).toEqual({
      answer: ["a", "b"],
      probability: null,
      distribution: [[0.75, 0.25], [0, 1]]
    })
    expect(answered(stars, { distribution: [[0, 0, 0, 0.25, 0.75]] })).toMatchObject({
      answer: "5",
      probability: 0.75
    })
    expect(answered(plain, { answer: "Mostly  the <b>price</b>." })).toEqual({
      answer: "Mostly the price .",
      probability: null,
      distribution: null
    })
  })

  it.each<[string, Kind, object | string, string]>([
    ["prose", binary, "I would bet on yes.", "no complete JSON object"],
    ["a cut answer", binary, given({ probability: 0.5 }).slice(0, -3), "no complete JSON object"],
    ["other keys", binary, { narrative: undefined, p: 1 }, "must have a string narrative"],
    ["a blank narrative", binary, { narrative: " \u200b", probability: 0.5 }, "narrative must not be blank."],
    [
      "a confidence in percent",
      binary,
      { confidence: 60, probability: 0.5 },
      "confidence must be a number from 0 to 1."
    ],
    ["no probability", binary, {}, "probability must be a number from 0 to 1."],
    ["a probability in percent", binary, { probability: 70 }, "probability must be a number from 0 to 1."],
    ["too few", multi, { distribution: [0.5, 0.5] }, "distribution must hold 3 probabilities, with the sum 1."],
    ["another sum", multi, { distribution: [0.5, 0.5, 0.5] }, "distribution must hold 3 probabilities"],
    ["a negative one", multi, { distribution: [1.2, -0.2, 0] }, "distribution must hold 3 probabilities"],
    ["a row too few", matrix, { distribution: [[0.5, 0.5]] }, "2 rows of 2 probabilities, each row with the sum 1."],
    ["no text", plain, { answer: 7 }, "answer must be a string."]
  ])("is refused: %s", (_, kind, answer, flaw) => {
    const judged = readPanelAnswer(kind, typeof answer === "string" ? answer : given(answer))
    expect(Either.isLeft(judged) && judged.left).toContain(flaw)
  })

  it("is found within prose and code fences, after objects of other shapes", () => {
    const json = given({ probability: 0.5 })
    for (
      const answer of [
        `Sure!\n\`\`\`json\n${json}\n\`\`\`\nBye.`,
        `<think>{"a": {}} {</think>${json}`,
        `{"x":1}${json}`
      ]
    ) {
      expect(Either.isRight(readPanelAnswer(binary, answer))).toBe(true)
    }
  })

  const draft = given({ probability: 0.2 })
  const final = given({ probability: 0.9 })
  it.each<[string, string]>([
    ["thoughts", `<think>A first draft: ${draft} but on second thought …</think>${final}`],
    ["thoughts whose opening tag was swallowed", `A first draft: ${draft}</think>${final}`],
    ["thoughts of 66,000 characters", `<think>${"x".repeat(66_000)}</think>${final}`],
    ["an earlier answer", `${draft}\nWait, corrected answer: ${final}`],
    ["another channel", `<|channel|>analysis<|message|>${draft}<|end|><|channel|>final<|message|>${final}`]
  ])("does not count when it stands in %s", (_, answer) => {
    expect(readPanelAnswer(binary, answer)).toMatchObject({ right: { probability: 0.9 } })
  })

  it("is refused when the last answer has a flaw, whatever came before it", () => {
    const judged = readPanelAnswer(binary, `${draft} Corrected: ${given({ probability: 9 })}`)
    expect(Either.isLeft(judged) && judged.left).toBe("probability must be a number from 0 to 1.")
  })

  it.each<[unknown, number]>([
    ["0.9", 0.9],
    ["90%", 0.9],
    [" 90 % ", 0.9],
    ["12,5%", 0.125],
    ["0,9", 0.9],
    [".9", 0.9],
    ["1", 1],
    ["0.5%", 0.005],
    ["90 percent", 0.9],
    ["９０％", 0.9]
  ])("has a number that is written as %j, and its claims with it", (probability, value) => {
    expect(answered(binary, { probability, confidence: "60%" }).probability).toBeCloseTo(value, 12)
  })

  it.each<[unknown]>([["90"], [90], ["1,000"], ["likely"], ["9/10"], [""]])(
    "is refused with %j, which may mean something else",
    (probability) => expect(Either.isLeft(read(binary, { probability }))).toBe(true)
  )

  it("has probabilities that are written as texts", () => {
    expect(answered(multi, { distribution: ["20%", "50%", "30%"] }).probability).toBeCloseTo(0.5, 12)
    expect(answered(multi, { distribution: ["0.2", 0.5, "30%"] }).probability).toBeCloseTo(0.5, 12)
    expect(answered(multi, { distribution: ["20", "50", "30"] }).probability).toBeCloseTo(0.5, 12)
  })

  it("has rows with the sum 1, whatever rounding or percent it was given in", () => {
    const weights = fc.array(fc.integer({ min: 0, max: 1_000 }), { minLength: 5, maxLength: 5 })
    fc.assert(
      fc.property(weights.filter((row) => row.some((one) => one > 0)), fc.boolean(), (row, isPercent) => {
        const sum = row.reduce((total, one) => total + one, 0)
        const places = isPercent ? 1 : 3
        const rounded = row.map((one) => Number(((isPercent ? 100 : 1) * one / sum).toFixed(places)))
        const { distribution } = answered(stars, { distribution: rounded })
        expect(distribution![0]!.reduce((total, one) => total + one, 0)).toBeCloseTo(1, 9)
        expect(distribution![0]!.length).toBe(answerSpaceOf(stars)!.options.length)
      }),
      { numRuns: 300 }
    )
  })

  it("keeps a limited number of claims as plain texts, and their citations as they are", () => {
    const claim = { claim: "It [rose](https://a.example/x), see www.b.example.", passage: 2, quote: "It “rose”\u202e" }
    const claims_for = Array.from({ length: 20 }, () => claim)
    const { claims_against, claims_for: kept, falsifiers } = Either.getOrThrow(
      read(binary, { probability: 1, claims_for, claims_against: null, falsifiers: ["<i>A cut</i>", " "] })
    )
    expect(kept).toEqual(
      Array.from({ length: claimsPerSideMax }, () => ({
        claim: "It rose, see [address]",
        passage: "2",
        quote: "It “rose”\u202e"
      }))
    )
    expect([claims_against, falsifiers]).toEqual([[], ["A cut"]])
  })
})

describe("the plan of a specialist", () => {
  it("has a limited number of plain searches, and none when there is none in the answer", () => {
    const queries = ["rate  cut", "rate cut", "", 7, "x".repeat(300), "c", "d", "e"]
    const plan = readPlan(`Plan: ${JSON.stringify({ queries, look_for: ["the <b>minutes</b>"] })}`)
    expect(plan.queries).toEqual(["rate cut", `${"x".repeat(199)}…`, "c", "d"])
    expect(plan.look_for).toEqual(["the minutes"])
    expect(["", "no plan", "{\"queries\": 1}"].map((answer) => readPlan(answer))).toEqual(
      Array.from({ length: 3 }, () => ({ look_for: [], queries: [] }))
    )
  })
})
