import { costGrowth, linearGrowthMax } from "@auspex/testkit/cost"
import { Either, Option } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { jsonObjectsIn } from "../../src/platform/inference/jsonObjectsIn.ts"
import { answerText, lastCharacters, readModelAnswer } from "../../src/platform/inference/ModelAnswer.ts"
import { withoutThoughts } from "../../src/platform/inference/withoutThoughts.ts"

const p = (object: Readonly<Record<string, unknown>>) => Option.fromNullable(object["p"])
const read = (answer: string) => Either.merge(readModelAnswer(answer, p, "p is missing"))

const draft = "A first draft: {\"p\":2}, but on second thought …"
const final = "{\"p\":9}"

describe("thoughts", () => {
  it.each<[string, string]>([
    ["between tags", `<think>${draft}</think>${final}`],
    ["before a closing tag whose opening one the template swallowed", `${draft}</think>\n\n${final}`],
    ["between tags of another name", `<thinking>${draft}</thinking>${final}`],
    ["with attributes and capitals", `<Reasoning effort="high">${draft}</REASONING >${final}`],
    ["with a name in one word", `<antThinking>${draft}</antThinking>${final}`],
    ["with a name in one word, behind the answer", `${final}<antThinking>${draft}</antThinking>`],
    ["with a name space", `<seed:think>${draft}</seed:think>${final}`],
    ["in brackets", `[THINK]${draft}[/THINK]${final}`],
    ["in triangles", `◁think▷${draft}◁/think▷${final}`],
    ["between tokens", `<|START_THINKING|>${draft}<|END_THINKING|>${final}`],
    ["between other tokens", `<|begin_of_thought|>${draft}<|end_of_thought|>${final}`],
    ["several times", `<think>${draft}</think>So:<reflection>${draft}</reflection>${final}`],
    ["behind the answer", `${final}<think>Was ${draft} better?</think>`],
    ["about tags", `<think>I write <think> first. ${draft}</think>${final}`],
    ["within thoughts", `<think>a<think>b</think>${draft}</think>${final}`],
    ["without an end, behind the answer", `${final}<think>${draft}`],
    [
      "in a channel",
      `<|channel|>analysis<|message|>${draft}<|end|><|start|>assistant<|channel|>final<|message|>${final}<|return|>`
    ],
    [
      "in a channel whose beginning was swallowed, before constrained JSON",
      `${draft}<|end|><|start|>assistant<|channel|>final <|constrain|>json<|message|>${final}<|end|>`
    ],
    [
      "in channels around the answer",
      `<|channel|>analysis<|message|>x<|end|><|channel|>final<|message|>${final}<|end|><|channel|>analysis<|message|>${draft}`
    ],
    ["in a channel whose tokens were removed", `analysis${draft}assistantfinal${final}`]
  ])("%s do not count", (_, answer) => expect(read(answer)).toBe(9))

  it.each<[string, string]>([
    ["that nothing follows", `<think>${draft}</think>`],
    ["that never end", `<think>${draft} ${final}`],
    ["without a final message", `<|channel|>analysis<|message|>${final}`]
  ])("%s are no answer", (_, answer) => expect(read(answer)).toBe("The answer holds no complete JSON object."))

  it("are nothing that is written without tags", () => {
    const texts = fc.string({ unit: "grapheme" }).filter((text) => !/[<[◁]|^\s*(analysis|commentary)/i.test(text))
    fc.assert(fc.property(texts, (text) => withoutThoughts(text) === text))
  })
})

describe("the object that counts", () => {
  it.each<[string, string]>([
    ["the last one of the right shape", "{\"p\":1} Wait, corrected: {\"p\":9} (format: {\"q\":3})"],
    ["in the last code fence", "```json\n{\"p\":1}\n```\nCorrected:\n```json\n{\n  \"p\": 9\n}\n```"],
    ["before what is no correction", "{\"p\":9} as in {x: 1}, {\"p\"} and {\"q\": yes}"],
    ["which quotes what is no JSON", "{\"p\":9,\"q\":\"not {p: 1}\"}"],
    ["behind what is no JSON", "{p: 1} Corrected: {\"p\":9}"],
    ["behind any number of braces", `${"{x} {\"a\": 1} \\frac{1}{2} ".repeat(500)}${final}`],
    ["the outermost", "{\"q\":{\"p\":1},\"p\":9}"],
    ["with commas behind the last elements", "{\"q\":[1,2,],\"p\":9,}"],
    ["with a comma in another line", "{\n  \"p\": 9,\n}"],
    ["with bare line breaks in a text", "{\"q\":\"one\ntwo\tthree\",\"p\":9}"],
    ["with words as another language writes them", "{\"q\":True,\"r\":None,\"p\":9}"],
    ["the last of equal keys", "{\"p\":1,\"p\":9}"],
    ["within what is no object", "{\"reasons\" are: {\"p\":9}"],
    ["behind thoughts of any length", `<think>${"no ".repeat(40_000)}${draft}</think>${final}`],
    ["at the end of a text of any length", `${"no {\"p\":1} ".repeat(20_000)}${final}`]
  ])("is %s", (_, answer) => expect(read(answer)).toBe(9))

  it.each<[string, string, string]>([
    ["in a text without objects", "nine", "no complete JSON object."],
    ["in an object that is cut off", final.slice(0, -1), "cut off"],
    ["when a correction is cut off", "{\"p\":1} Wait, corrected: {\"q\":\"so\",\"p", "cut off"],
    ["when a correction is cut off within a text", "{\"p\":1} Wait, corrected: {\"q\":\"so", "cut off"],
    ["when a correction is cut off within a number", "{\"p\":1} Wait, corrected: {\"p\":0.", "cut off"],
    ["when a correction is cut off within a list", "{\"p\":1} Wait: {\"q\":[{\"p\":2},", "cut off"],
    ["when a correction has an open quotation mark", `{"p":1} Corrected: {"p":9,"q":"it is "good""}`, "not valid JSON"],
    ["when a correction is of another language", "{\"p\":1} Corrected: {'p': 9}", "not valid JSON"],
    ["when a correction has no quotation marks", "{\"p\":1} Corrected: {p: 9}", "not valid JSON"],
    ["when a correction has comments", "{\"p\":1} Corrected: {\"p\": 9, // sure\n\"q\": 1}", "not valid JSON"],
    ["when a correction is of another shape", "{\"p\":1} Corrected: {\"p\":null}", "p is missing"],
    ["in objects of other shapes", "{\"q\":1} {\"p\":null}", "p is missing"],
    ["in an object without commas", "{\"q\":1 \"p\":9}", "no complete JSON object."]
  ])("is missing %s", (_, answer, flaw) => expect(read(answer)).toContain(flaw))

  it("is read from any value that JSON can hold, and as JSON reads it", () => {
    fc.assert(fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.boolean(), (object, isIndented) => {
      const json = JSON.stringify(object, null, isIndented ? 2 : 0)
      expect(jsonObjectsIn(`so: ${json} .`)).toEqual({ objects: [JSON.parse(json)], broken: [], isCut: false })
    }))
  })

  it.each<[string, string]>([
    ["beginnings of objects", "{\"a\":"],
    ["beginnings of lists", "{\"a\":[\""],
    ["braces", "{"],
    ["beginnings in another language", "{p: "],
    ["objects with the same key", "{\"p\":9}"],
    ["texts and braces", "{\"a {"],
    ["tags", "<think></think>{\"p\":1}"],
    ["open tags", "<think <think"],
    ["channels", "<|channel|>final "]
  ])("is looked for in linear time among %s", async (_, unit) => {
    const input = (size: number) => unit.repeat(size / unit.length)
    const work = (text: string) => jsonObjectsIn(withoutThoughts(text))
    expect(await costGrowth({ input, work, size: 200_000 })).toBeLessThan(linearGrowthMax)
  })
})

describe("an answer that is too long", () => {
  it("loses its front, and no half of a character stays", () => {
    expect(answerText(`${"x".repeat(70_000)}end`, 5)).toBe("xxend")
    expect(lastCharacters("ab😀c", 2)).toBe("c")
    expect(lastCharacters("ab😀c", 3)).toBe("😀c")
  })
})
