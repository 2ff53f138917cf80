import { describe, expect, it } from "vitest"
import { judgePrediction, type PredictionInput } from "../../src/forecasting/predictions/PredictionGates.ts"
import {
  type JudgedQuestion,
  statedPrediction,
  statementOf
} from "../../src/forecasting/predictions/PredictionStatement.ts"
import { parseReasoning } from "../../src/forecasting/predictions/Reasoning.ts"
import { noOriginalityFacts } from "../../src/forecasting/predictions/ReasoningGates.ts"
import { judgeProtocol } from "../../src/forecasting/predictions/ResolutionProtocol.ts"
import { goodReasoning } from "./Texts.ts"

const binary: JudgedQuestion = { question_type: "binary" }
const multi: JudgedQuestion = { question_type: "multi", options: ["Red", "Green"] }
const good: PredictionInput = { prediction: true, confidence: 70 }
const protocol = {
  criterion: "Rates above 3 %",
  source_of_truth: "The bank",
  deadline: "2026-12-31",
  resolver: "Admin",
  edge_cases: "Void if none"
}
const judge = (question: JudgedQuestion, input: Partial<PredictionInput>, text = goodReasoning) =>
  judgePrediction(question, { ...good, ...input }, parseReasoning(text), noOriginalityFacts)
    .map(({ code, field }) => [code, field])

describe("a placement", () => {
  it("passes", () => {
    expect(judge(binary, {})).toEqual([])
    expect(judge(binary, { prediction: false, selected_option: null, resolution_protocol: null })).toEqual([])
    expect(judge(multi, { selected_option: "Green", resolution_protocol: protocol })).toEqual([])
  })

  it.each([50, 99])("accepts a confidence of %d", (confidence) => expect(judge(binary, { confidence })).toEqual([]))
  it.each([49, 100, 49.5, 0, -70, 1e2, Number.POSITIVE_INFINITY, Number.NaN, "70", null, undefined, [70], true])(
    "refuses a confidence of %j",
    (confidence) => expect(judge(binary, { confidence })).toEqual([["INVALID_CONFIDENCE", "confidence"]])
  )

  it.each(["true", 1, null, undefined])("refuses a prediction of %j", (prediction) => {
    expect(judge(binary, { prediction })).toEqual([["INVALID_REQUEST", "prediction"]])
  })

  it.each(["Blue", "red", " Red", "", 0, null, undefined, ["Red"]])(
    "refuses option %j on a multi question",
    (option) => {
      expect(judge(multi, { selected_option: option })).toEqual([["INVALID_OPTION", "selected_option"]])
    }
  )

  it("refuses a denial on a multi question, and an option on a binary one", () => {
    expect(judge(multi, { prediction: false, selected_option: "Red" })).toEqual([["INVALID_OPTION", "prediction"]])
    expect(judge(binary, { selected_option: "Red" })).toEqual([["INVALID_OPTION", "selected_option"]])
    expect(judge(binary, { selected_option: "" })).toEqual([["INVALID_OPTION", "selected_option"]])
  })

  // The side and confidence for a probability on a binary question.
  const probabilities: ReadonlyArray<readonly [number, boolean, number]> = [
    [2, false, 98],
    [28, false, 72],
    [49, false, 51],
    [50, true, 50],
    [72, true, 72],
    [99, true, 99]
  ]
  it.each(probabilities)("treats probability %d as %s with confidence %d", (probability, prediction, confidence) => {
    const alone = { prediction: undefined, confidence: undefined, probability }
    expect(judge(binary, alone)).toEqual([])
    expect(statementOf(binary, alone)).toEqual({ prediction, confidence, selected_option: null })
    // Both forms together are accepted if they agree.
    expect(judge(binary, { prediction, confidence, probability })).toEqual([])
    expect(judge(binary, { prediction, confidence: null, probability })).toEqual([])
    expect(judge(binary, { prediction: !prediction, confidence, probability })).toEqual([
      ["INVALID_REQUEST", "probability"]
    ])
    const otherwise = confidence === 60 ? 61 : 60
    expect(judge(binary, { prediction, confidence: otherwise, probability })).toEqual([
      ["INVALID_REQUEST", "probability"]
    ])
  })

  it.each([0.72, 0.28, 72.5, 0, 1, 0.01, 100, -1, Number.NaN, Number.POSITIVE_INFINITY, "72", true, [72]])(
    "refuses probability %j and describes the expected value",
    (probability) => {
      const failures = judgePrediction(
        binary,
        { probability },
        parseReasoning(goodReasoning),
        noOriginalityFacts
      )
      expect(failures.map(({ code, field }) => [code, field])).toEqual([["INVALID_CONFIDENCE", "probability"]])
      expect(failures[0]!.message).toMatch(
        /whole number from 2 to 99: the chance of yes in percent, such as 72, not 0\.72/
      )
    }
  )

  const binaryMessage = (input: Partial<PredictionInput>) =>
    judgePrediction(binary, input, parseReasoning(goodReasoning), noOriginalityFacts)[0]?.message

  it.each<readonly [Partial<PredictionInput>, RegExp]>([
    [{ prediction: true, confidence: 0.7 }, /^confidence is 0\.7; it must be .*; did you mean 70\?$/],
    [{ prediction: true, confidence: 0.29 }, /probability 29 alone\.$/],
    [{ prediction: true, confidence: 0.725 }, /from 50 to 99\.$/],
    [{ prediction: true, confidence: 30 }, /prediction false with confidence 70, or probability 30 alone\.$/],
    [{ prediction: false, confidence: 30 }, /prediction true with confidence 70, or probability 70 alone\.$/],
    [{ confidence: 30 }, /for a chance of yes of 30 % send probability 30 alone\.$/],
    [{ prediction: true, confidence: 1 }, /from 50 to 99\.$/],
    [{ prediction: true, confidence: 100 }, /from 50 to 99\.$/],
    [
      { prediction: true, confidence: "70" },
      /^confidence is the string "70"; it must be a number, without quotation marks/
    ],
    [{ prediction: true, confidence: "high" }, /^confidence must be a whole number/],
    [{ probability: 0.72 }, /; did you mean 72\?$/],
    [{ probability: 0.725 }, /not 0\.72\.$/],
    [{ probability: 0 }, /^probability is 0; .*not 0\.72\.$/],
    [{ probability: 100 }, /^probability is 100; .*not 0\.72\.$/],
    [{ probability: 1 }, /not 0\.72; for a chance of 1 % send prediction false with confidence 99\.$/],
    [{ prediction: true, confidence: 0.01 }, /yes of 1 % send prediction false with confidence 99\.$/],
    [{ confidence: 0.01 }, /yes of 1 % send prediction false with confidence 99\.$/],
    [{ prediction: false, confidence: 0.01 }, /prediction true with confidence 99, or probability 99 alone\.$/],
    [{ probability: "72" }, /^probability is the string "72"; it must be a number, without quotation marks/],
    [{ probability: "72 %" }, /^probability is the string "72 %"; it must be a number, without quotation marks/],
    [{ probability: "likely" }, /^probability must be a whole number/]
  ])("suggests for %j what was probably meant", (input, message) => expect(binaryMessage(input)).toMatch(message))

  it("suggests no other side on a multi question", () => {
    const input = { selected_option: "Red", confidence: 30 }
    const [failure] = judgePrediction(multi, input, parseReasoning(goodReasoning), noOriginalityFacts)
    expect(failure?.message).toBe("confidence is 30; it must be a whole number from 50 to 99.")
  })

  it("accepts the option of a multi question without prediction", () => {
    const option = { prediction: undefined, selected_option: "Green" }
    expect(judge(multi, option)).toEqual([])
    expect(judge(multi, { ...option, prediction: null })).toEqual([])
    expect(statementOf(multi, { ...good, ...option })).toEqual({
      prediction: true,
      confidence: 70,
      selected_option: "Green"
    })
    expect(judge(multi, { ...option, confidence: undefined })).toEqual([["INVALID_CONFIDENCE", "confidence"]])
    expect(judge(multi, { ...option, prediction: "yes" })).toEqual([["INVALID_REQUEST", "prediction"]])
    expect(judge(binary, { prediction: undefined, confidence: undefined })).toEqual([
      ["INVALID_CONFIDENCE", "confidence"],
      ["INVALID_REQUEST", "prediction"]
    ])
  })

  it.each([50, 70, 99])("takes probability %d of the selected option as its confidence", (probability) => {
    const option = { selected_option: "Green", probability }
    const stated = { prediction: true, confidence: probability, selected_option: "Green" }
    for (const confidence of [undefined, null, probability]) {
      expect(judge(multi, { ...option, confidence })).toEqual([])
      expect(statementOf(multi, { ...option, confidence })).toEqual(stated)
    }
    expect(judge(multi, { ...option, confidence: 60 })).toEqual([["INVALID_REQUEST", "probability"]])
    expect(judge(multi, { probability, confidence: undefined })).toEqual([["INVALID_OPTION", "selected_option"]])
  })

  it.each<readonly [unknown, RegExp]>([
    [
      49,
      /^probability is 49; it must be .* 50 to 99: .*not 0\.72; select the option that you think likeliest, or abstain\.$/
    ],
    [2, /or abstain\.$/],
    [0.3, /or abstain\.$/],
    [0.7, /not 0\.72; did you mean 70\?$/],
    [1, /^probability is 1; .*chance of selected_option in percent, such as 72, not 0\.72\.$/],
    [0, /not 0\.72\.$/],
    [100, /not 0\.72\.$/],
    ["70", /^probability is the string "70"/],
    [true, /^probability must be a whole number from 50 to 99/]
  ])("refuses probability %j of an option", (probability, message) => {
    const failures = judgePrediction(
      multi,
      { selected_option: "Green", probability },
      parseReasoning(goodReasoning),
      noOriginalityFacts
    )
    expect(failures.map(({ code, field }) => [code, field])).toEqual([["INVALID_CONFIDENCE", "probability"]])
    expect(failures[0]!.message).toMatch(message)
  })

  it("does not return a probability that could not be sent", () => {
    expect(statedPrediction({ prediction: false, confidence: 99, selected_option: null }, "binary"))
      .toEqual({ prediction: false, confidence: 99 })
    expect(statedPrediction({ prediction: false, confidence: 98, selected_option: null }, "binary").probability).toBe(2)
  })

  it("reports all failures: of the forecast first, then of the reasoning by its gates", () => {
    expect(judge(multi, { confidence: 1, prediction: false, resolution_protocol: {} }, "Trust me.")).toEqual([
      ["INVALID_CONFIDENCE", "confidence"],
      ["INVALID_OPTION", "prediction"],
      ["INVALID_OPTION", "selected_option"],
      ["RESOLUTION_PROTOCOL_INCOMPLETE", "resolution_protocol.criterion"],
      ["RESOLUTION_PROTOCOL_INCOMPLETE", "resolution_protocol.source_of_truth"],
      ["RESOLUTION_PROTOCOL_INCOMPLETE", "resolution_protocol.deadline"],
      ["RESOLUTION_PROTOCOL_INCOMPLETE", "resolution_protocol.resolver"],
      ["RESOLUTION_PROTOCOL_INCOMPLETE", "resolution_protocol.edge_cases"],
      ["REASONING_TOO_SHORT", "reasoning"],
      ["REASONING_MISSING_SECTIONS", "reasoning"],
      ["REASONING_FEW_UNIQUE_WORDS", "reasoning"],
      ["CITATIONS_REQUIRED", "reasoning"]
    ])
  })
})

describe("a resolution protocol", () => {
  const codes = (value: unknown) => judgeProtocol(value).map(({ code }) => code)

  it("may be omitted, or must be complete", () => {
    expect(judgeProtocol(undefined)).toEqual([])
    expect(judgeProtocol(null)).toEqual([])
    expect(judgeProtocol(protocol)).toEqual([])
    expect(judgeProtocol({ ...protocol, more: 1 })).toEqual([])
  })

  it.each(["text", 1, true, [], [protocol]])(
    "must not be %j",
    (value) => expect(codes(value)).toEqual(["INVALID_REQUEST"])
  )

  it.each([
    ["abcd", ["RESOLUTION_PROTOCOL_INCOMPLETE"]],
    ["  abcd \n", ["RESOLUTION_PROTOCOL_INCOMPLETE"]],
    ["😀😀😀😀", ["RESOLUTION_PROTOCOL_INCOMPLETE"]],
    ["", ["RESOLUTION_PROTOCOL_INCOMPLETE"]],
    [null, ["RESOLUTION_PROTOCOL_INCOMPLETE"]],
    [undefined, ["RESOLUTION_PROTOCOL_INCOMPLETE"]],
    ["abcde", []],
    ["a".repeat(1_000), []],
    ["😀".repeat(1_000), []],
    ["a".repeat(1_001), ["INVALID_REQUEST"]],
    ["a".repeat(1_000_000), ["INVALID_REQUEST"]],
    [12_345, ["INVALID_REQUEST"]],
    [["abcde"], ["INVALID_REQUEST"]]
  ])("with a resolver of %j", (resolver, expected) => {
    expect(codes({ ...protocol, resolver })).toEqual(expected)
    if (expected.length > 0) {
      expect(judgeProtocol({ ...protocol, resolver })[0]?.field).toBe("resolution_protocol.resolver")
    }
  })
})
