import { Either } from "effect"
import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { judgeOptions } from "../../src/forecasting/questions/QuestionOptions.ts"
import {
  childFate,
  isCorrect,
  judgeResolution,
  type Resolution,
  resolutionOf,
  type ResolutionRequest
} from "../../src/forecasting/questions/Resolution.ts"
import { judgeWeight } from "../../src/forecasting/questions/Weight.ts"

const binary = { question_type: "binary" } as const
const multi = { question_type: "multi", options: ["Red", "Green", "Blue"] } as const
const isVoid: Resolution = { kind: "void" }
const yes: Resolution = { kind: "outcome", outcome: true }
const no: Resolution = { kind: "outcome", outcome: false }
const options = (...correct_options: ReadonlyArray<string>): Resolution => ({ kind: "options", correct_options })

describe("a request to resolve", () => {
  it.each<readonly [string, typeof binary | typeof multi, ResolutionRequest, Resolution]>([
    ["binary, yes", binary, { outcome: true }, yes],
    ["binary, no", binary, { outcome: false }, no],
    ["binary, null", binary, { outcome: null }, isVoid],
    ["binary, no options named", binary, { outcome: true, correct_options: [] }, yes],
    ["multi, one", multi, { correct_options: ["Green"] }, options("Green")],
    [
      "multi, in the order of the question, once",
      multi,
      { correct_options: ["Blue", "Red", "Blue"] },
      options("Red", "Blue")
    ],
    ["multi, an unused outcome", multi, { correct_options: ["Red"], outcome: null }, options("Red")],
    ["multi, none", multi, { correct_options: [] }, isVoid],
    ["multi, null", multi, { correct_options: null }, isVoid],
    ["multi, outcome null", multi, { outcome: null }, isVoid]
  ])(
    "%s",
    (_, question, request, resolution) =>
      expect(Either.getOrThrow(judgeResolution(question, request)).resolution).toEqual(resolution)
  )

  it.each<readonly [string, typeof binary | typeof multi, ResolutionRequest, ReadonlyArray<readonly [string, string]>]>(
    [
      ["binary without an outcome", binary, {}, [["INVALID_REQUEST", "outcome"]]],
      ["binary by options", binary, { correct_options: ["Red"], outcome: true }, [[
        "INVALID_REQUEST",
        "correct_options"
      ]]],
      ["multi without options", multi, { resolution_note: "done" }, [["INVALID_REQUEST", "correct_options"]]],
      ["multi by outcome", multi, { outcome: true }, [["INVALID_REQUEST", "outcome"]]],
      ["multi by an unknown option", multi, { correct_options: ["Red", "red"] }, [[
        "INVALID_OPTION",
        "correct_options"
      ]]],
      ["a note that is too long", binary, { outcome: true, resolution_note: "x".repeat(2_001) }, [[
        "INVALID_REQUEST",
        "resolution_note"
      ]]],
      ["a bad URL", binary, { outcome: true, evidence_urls: ["https://a.b/", "nope"] }, [[
        "INVALID_REQUEST",
        "evidence_urls[1]"
      ]]],
      [
        "21 URLs",
        binary,
        { outcome: true, evidence_urls: Array.from({ length: 21 }, (_, index) => `https://a.b/${index}`) },
        [["INVALID_REQUEST", "evidence_urls"]]
      ],
      [
        "several failures together",
        binary,
        { resolution_note: "x".repeat(2_001), evidence_urls: ["nope"] },
        [["INVALID_REQUEST", "outcome"], ["INVALID_REQUEST", "resolution_note"], [
          "INVALID_REQUEST",
          "evidence_urls[0]"
        ]]
      ]
    ]
  )("is refused: %s", (_, question, request, failures) => {
    const judged = judgeResolution(question, request)
    expect(Either.isLeft(judged) && judged.left.map(({ code, field }) => [code, field])).toEqual(failures)
  })

  it("accepts 2,000 characters and 20 URLs, trims the note and removes duplicate URLs", () => {
    const evidence_urls = Array.from({ length: 19 }, (_, index) => `https://a.b/${index}`)
    const judged = judgeResolution(binary, {
      outcome: true,
      resolution_note: ` ${"👍".repeat(2_000)} `,
      evidence_urls: [...evidence_urls, evidence_urls[0]!]
    })
    expect(Either.getOrThrow(judged)).toEqual({ resolution: yes, resolution_note: "👍".repeat(2_000), evidence_urls })
  })

  it("can be restored from the stored fields", () => {
    expect(resolutionOf({ ...binary, outcome: false })).toEqual(no)
    expect(resolutionOf({ ...binary, outcome: null, correct_options: null })).toEqual(isVoid)
    expect(resolutionOf({ ...multi, outcome: null, correct_options: ["Red"] })).toEqual(options("Red"))
    expect(resolutionOf({ ...multi, correct_options: [] })).toEqual(isVoid)
  })
})

describe("a prediction came true", () => {
  it.each(
    [
      ["yes, yes", { prediction: true }, yes, true],
      ["yes, no", { prediction: true }, no, false],
      ["no, no", { prediction: false }, no, true],
      ["no, yes", { prediction: false }, yes, false],
      ["yes, void", { prediction: true }, isVoid, null],
      ["the option", { prediction: true, selected_option: "Red" }, options("Red", "Blue"), true],
      ["another option", { prediction: true, selected_option: "Green" }, options("Red", "Blue"), false],
      ["the option, whatever the flag", { prediction: false, selected_option: "Red" }, options("Red"), true],
      ["no option", { prediction: true }, options("Red"), false],
      ["an option, void", { prediction: true, selected_option: "Red" }, isVoid, null]
    ] as const
  )("%s: %j", (_, forecast, resolution, correct) => expect(isCorrect(forecast, resolution)).toBe(correct))
})

describe("a child", () => {
  it.each(
    [
      [yes, true, "open"],
      [yes, false, "void"],
      [no, false, "open"],
      [no, true, "void"],
      [isVoid, true, "void"],
      [isVoid, false, "void"],
      [yes, undefined, "open"],
      [no, null, "void"],
      [options("Red"), true, "void"]
    ] as const
  )(
    "whose parent resolves to %j and that waits for %s: %s",
    (parent, trigger, fate) => expect(childFate(parent, trigger)).toBe(fate)
  )
})

describe("options", () => {
  it("are trimmed and kept in order", () => {
    expect(judgeOptions([" b", "a "])).toEqual(Either.right(["b", "a"]))
    expect(Either.isRight(judgeOptions(["a".repeat(200), "👍".repeat(200)]))).toBe(true)
    expect(Either.isRight(judgeOptions(Array.from({ length: 10 }, (_, index) => `${index}`)))).toBe(true)
  })

  it.each([
    ["one", ["a"], "options", 1],
    ["eleven", Array.from({ length: 11 }, (_, index) => `${index}`), "options", 11],
    ["an empty one", ["a", "  "], "options[1]", 0],
    ["one of 201 characters", ["a", "b".repeat(201)], "options[1]", 201],
    ["two that differ in case only", ["Red", "red"], "options[1]", "red"],
    ["two that differ in blanks only", ["Red", " Red "], "options[1]", "Red"],
    ["two that differ in width only", ["Red", "Ｒed"], "options[1]", "Ｒed"]
  ])(
    "are refused: %s",
    (_, list, field, measured) =>
      expect(judgeOptions(list)).toMatchObject({ left: [{ code: "INVALID_REQUEST", field, measured }] })
  )
})

describe("a weight", () => {
  it.each([1, 5, 1.5, 2.25, 1.01, 4.99, 1.1, 3.3])(
    "of %d is accepted",
    (weight) => expect(judgeWeight(weight)).toBeUndefined()
  )
  it.each([0.99, 5.01, 0, -1, 1.005, 1.234, NaN, Infinity, -Infinity])(
    "of %d is refused",
    (weight) => expect(judgeWeight(weight)).toMatchObject({ code: "INVALID_REQUEST", field: "weight" })
  )
  it("of any hundredth from 1 to 5 is accepted", () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 500 }), (hundredths) => judgeWeight(hundredths / 100) === undefined)
    )
  })
})
