import { describe, expect, it } from "vitest"
import { parseReasoning } from "../../src/forecasting/predictions/Reasoning.ts"
import {
  judgeReasoning,
  noOriginalityFacts,
  type OriginalityFacts
} from "../../src/forecasting/predictions/ReasoningGates.ts"
import { distinctWords, goodReasoning, withSections } from "./Texts.ts"

const judge = (text: string, facts: Partial<OriginalityFacts> = {}) =>
  judgeReasoning(parseReasoning(text), { ...noOriginalityFacts, ...facts })
const codes = (text: string, facts?: Partial<OriginalityFacts>) => judge(text, facts).map(({ code }) => code)
const find = (code: string, text: string, facts?: Partial<OriginalityFacts>) =>
  judge(text, facts).find((failure) => failure.code === code)

const cited = parseReasoning(goodReasoning).citations

describe("the gates", () => {
  it("accept a good reasoning", () => expect(judge(goodReasoning)).toEqual([]))

  it("accept it in Markdown", () => {
    expect(judge(goodReasoning.replace(/^([A-Z- ]+):/gm, "## **$1:**"))).toEqual([])
    expect(judge(goodReasoning.replace(/^([A-Z- ]+):/gm, "**$1**:").replaceAll("\n", "\r\n"))).toEqual([])
  })

  it("accept it with common spellings of headings", () => {
    const lines = (heading: (word: string) => string) =>
      goodReasoning.replace(/^([A-Z- ]+):/gm, (_, word) => heading(word))
    const title = (word: string) => word.replace(/[A-Z]+/g, (part) => part[0] + part.slice(1).toLowerCase())
    for (
      const text of [
        lines((word) => `## ${word}\n`),
        lines((word) => `**${word}**\n\n`),
        lines((word) => `${title(word)}:`),
        lines((word) => `### _${title(word)}_ ###\n`),
        lines((word) => `${word.toLowerCase()}\n`),
        goodReasoning.replace(/\.?\n+/g, " "),
        goodReasoning.replace(/\.?\n+/g, " (https://a.org/b) ")
      ]
    ) expect(judge(text), text).toEqual([])
  })

  it("report all failures together, in their order", () => {
    expect(codes("BOTTOM LINE: x\nANALYSIS: https://a.org/b", {
      citedByOthers: new Set(["https://a.org/b"]),
      closest: { similarity: 0.7 },
      exactCopy: false
    })).toEqual([
      "REASONING_TOO_SHORT",
      "REASONING_MISSING_SECTIONS",
      "REASONING_SECTIONS_OUT_OF_ORDER",
      "REASONING_FEW_UNIQUE_WORDS",
      "CITATIONS_REQUIRED",
      "CITATIONS_REUSED",
      "REASONING_TOO_SIMILAR"
    ])
    expect(codes("")).toEqual([
      "REASONING_TOO_SHORT",
      "REASONING_MISSING_SECTIONS",
      "REASONING_FEW_UNIQUE_WORDS",
      "CITATIONS_REQUIRED"
    ])
  })

  it.each([[199, true], [200, false]])("length %i refused: %s", (length, isRefused) => {
    const text = "😀".repeat(length - 2) + "é!"
    const failure = find("REASONING_TOO_SHORT", `  ${text}\n`)
    expect(failure !== undefined).toBe(isRefused)
    if (isRefused) expect(failure).toMatchObject({ field: "reasoning", measured: 199, limit: 200 })
  })

  it.each([[29, true], [30, false]])("%i distinct words refused: %s", (count, isRefused) => {
    const words = distinctWords(count - 3)
    const text = withSections(`${words} https://a.org/words/not/counted`, words.toUpperCase(), "one two", "three")
    const failure = find("REASONING_FEW_UNIQUE_WORDS", text)
    expect(failure !== undefined).toBe(isRefused)
    if (isRefused) expect(failure).toMatchObject({ field: "reasoning", measured: 29, limit: 30 })
  })

  it.each([
    ["https://a.org/b", true],
    ["https://a.org/b https://a.org/c", false],
    ["https://a.org/b http://A.org:80/b/?utm_source=x#y", true],
    ["https://a.org/b https://a.org", true],
    ["https://a.org/b www.a.org/c", true]
  ])("%s refused for missing citations: %s", (evidence, isRefused) => {
    const failure = find("CITATIONS_REQUIRED", withSections(evidence))
    expect(failure !== undefined).toBe(isRefused)
    if (isRefused) expect(failure).toMatchObject({ field: "reasoning", measured: 1, limit: 2 })
  })

  it("require one new citation", () => {
    expect(codes(goodReasoning, { citedByOthers: new Set(cited) })).toEqual(["CITATIONS_REUSED"])
    expect(codes(goodReasoning, { citedByOthers: new Set(cited.slice(1)) })).toEqual([])
    expect(codes("", { citedByOthers: new Set(cited) })).not.toContain("CITATIONS_REUSED")
  })

  it.each([[0.6, undefined], [0.600001, 0.6001], [0.7654321, 0.7655], [1, 1]])(
    "similarity %d",
    (similarity, measured) => {
      const failure = find("REASONING_TOO_SIMILAR", goodReasoning, { closest: { similarity, prediction_id: "p1" } })
      expect(failure?.measured).toBe(measured)
      if (measured !== undefined) expect(failure?.message).toContain("p1")
    }
  )

  it("refuse an exact copy, once", () => {
    expect(judge(goodReasoning, { exactCopy: true, closest: { similarity: 0.9 } })).toMatchObject([
      { code: "REASONING_TOO_SIMILAR", measured: 1, limit: 0.6 }
    ])
  })
})

describe("the gate of the sections", () => {
  const e = "EVIDENCE: a"
  const a = "ANALYSIS: a"
  const c = "COUNTER-EVIDENCE: a"
  const b = "BOTTOM LINE: a"
  const missing = "REASONING_MISSING_SECTIONS"
  const order = "REASONING_SECTIONS_OUT_OF_ORDER"
  it.each([
    [[e, a, c, b], []],
    [[a, c, b], [missing]],
    [[e, a, b], [missing]],
    [[e, a, c], [missing]],
    [[e, a, c, "Bottom line: a"], []],
    [[e, a, c, "The bottom line: a"], [missing]],
    [[e, a, e, c, b], [missing]],
    [[e, a, c, b, b], [missing]],
    [["EVIDENCE:", a, c, b], [missing]],
    [[e, a, c, "BOTTOM LINE: ..."], [missing]],
    [[a, e, c, b], [order]],
    [[e, c, a, b], [order]],
    [[b, e, a, c], [order]],
    [[c, e, b], [missing, order]],
    [["preface", e, "more", a, c, b, "end"], []]
  ])("%j", (parts, expected) => {
    const found = codes(parts.join("\n")).filter((code) => code === missing || code === order)
    expect(found).toEqual(expected)
  })

  it("names missing, repeated and empty sections", () => {
    const failure = find(missing, "EVIDENCE: a\nEVIDENCE: b\nANALYSIS:\nBOTTOM LINE: x")
    expect(failure?.message).toContain("EVIDENCE appears 2 times; ANALYSIS is empty; COUNTER-EVIDENCE is missing.")
    expect(failure).toMatchObject({ field: "reasoning", measured: 1, limit: 4 })
  })
})
