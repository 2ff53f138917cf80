import { Either } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { readForecast } from "../../src/forecasting/agentRuns/index.ts"

const forecast = { prediction: true, confidence: 70, reasoning: "EVIDENCE: a {brace} and a \"quote\"" }
const json = JSON.stringify(forecast)

describe("the forecast in a model's answer", () => {
  it.each<[string, string]>([
    ["alone", json],
    ["in a code fence", `\`\`\`json\n${JSON.stringify(forecast, null, 2)}\n\`\`\``],
    ["after thoughts with braces", `<think>{maybe} {"a": 1} {unclosed</think>\nHere it is: ${json} Good luck!`],
    ["with bare line breaks in a text", "{\"prediction\":true,\"confidence\":70,\"reasoning\":\"one\ntwo\tthree\"}"],
    ["with further keys", `{"probability": null, ${json.slice(1)}`]
  ])("is found %s", (_, answer) => {
    const read = readForecast(answer)
    expect(Either.isRight(read) && read.right).toMatchObject({ prediction: true, confidence: 70 })
  })

  it.each<[string, string]>([
    ["", "no complete JSON object"],
    ["I would say 70 %.", "no complete JSON object"],
    [json.slice(0, -1), "no complete JSON object"],
    ["{\"prediction\": true}", "must have prediction"],
    ["{\"prediction\": true, \"confidence\": \"high\", \"reasoning\": \"x\"}", "must have prediction"]
  ])("is missing in %j", (answer, flaw) => {
    const read = readForecast(answer)
    expect(Either.isLeft(read) && read.left).toContain(flaw)
  })

  it.each<[string, string]>([
    ["after a draft in thoughts", `<think>No: {"prediction":false,"confidence":60,"reasoning":"x"}</think>${json}`],
    [
      "after a draft in thoughts without an opening tag",
      `{"prediction":false,"confidence":60,"reasoning":"x"}</think>${json}`
    ],
    ["as the last of two", `{"prediction":false,"confidence":60,"reasoning":"x"} Wait, corrected answer: ${json}`],
    ["behind long thoughts", `<thinking>${"Perhaps not. ".repeat(9_000)}</thinking>${json}`],
    ["with a confidence as a text", json.replace("70", "\"70\"")],
    ["with a confidence in percent", json.replace("70", "\"70%\"")],
    ["with a bare percent sign", json.replace("70", "70%")],
    ["with a verdict as a text", json.replace("true", "\" Yes\"")],
    ["with a comma too many", json.replace(/}$/, ",}")]
  ])("is the model's last word %s", (_, answer) => {
    expect(readForecast(answer)).toEqual(Either.right(forecast))
  })

  it("keeps a confidence on another scale as it is, for the gates to refuse", () => {
    expect(readForecast(json.replace("70", "\"0.7\""))).toMatchObject({ right: { confidence: 0.7 } })
  })

  it("is not read from an earlier draft when the answer is cut off", () => {
    const read = readForecast(`${json} Wait, corrected answer: ${json.slice(0, -9)}`)
    expect(Either.isLeft(read) && read.left).toContain("cut off")
  })

  it("is the same whatever text without braces stands around it", () => {
    const around = fc.string({ unit: "grapheme" }).map((text) => text.replaceAll(/[{}"]/g, ""))
    const forecasts = fc.record({
      prediction: fc.boolean(),
      confidence: fc.integer({ min: 50, max: 99 }),
      reasoning: fc.string({ unit: "grapheme" })
    })
    fc.assert(fc.property(around, forecasts, around, (before, given, after) => {
      expect(readForecast(before + JSON.stringify(given) + after)).toEqual(Either.right(given))
    }))
  })
})
