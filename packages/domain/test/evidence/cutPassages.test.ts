import { costGrowth, linearGrowthMax } from "@auspex/testkit/cost"
import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { cleanText } from "../../src/research/evidence/cleanText.ts"
import { cutPassages, passageLengthMax, passageLengthTarget } from "../../src/research/evidence/cutPassages.ts"
import { sentenceSpans } from "../../src/research/evidence/sentenceSpans.ts"
import { anyUnits } from "./sourceTexts.ts"

const sentences = (text: string): ReadonlyArray<string> =>
  sentenceSpans(text).map(({ end, start }) => text.slice(start, end))
const sentence = (n: number): string => `Sentence number ${n} says what was said before it, in other words.`
const paragraph = (from: number, count: number): string =>
  Array.from({ length: count }, (_, n) => sentence(from + n)).join(" ")

describe("the sentences of a source", () => {
  it.each<[string, string, ReadonlyArray<string>]>([
    ["abbreviations and numbers", "Dr. Smith of the U.S. Treasury said 3.5 % is fine. It rose.", [
      "Dr. Smith of the U.S. Treasury said 3.5 % is fine.",
      "It rose."
    ]],
    ["quotations", "“It rose.” He left. \"Why?\" she asked.", ["“It rose.”", "He left.", "\"Why?\" she asked."]],
    ["references", "It rose.[1][23] It fell.", ["It rose.[1][23]", "It fell."]],
    ["scripts without spaces", "成長した。次は不明だ！", ["成長した。", "次は不明だ！"]],
    ["lines", "Results\nIt rose\n\n- one\n- two", ["Results", "It rose", "- one", "- two"]]
  ])("%s", (_, text, expected) => {
    expect(sentences(text)).toEqual(expected)
  })
})

describe("the passages of a source", () => {
  it("hold for any text: exact offsets, order, coverage, whole graphemes, bounded length", () => {
    const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" })
    fc.assert(
      fc.property(anyUnits, fc.boolean(), (raw, isClean) => {
        const text = isClean ? cleanText(raw) : raw
        const passages = cutPassages(text)
        const edges = new Set([...graphemes.segment(text)].map(({ index }) => index)).add(text.length)
        let end = 0
        for (const passage of passages) {
          expect(text.slice(passage.start, passage.end)).toBe(passage.text)
          expect(passage.start).toBeGreaterThanOrEqual(end)
          expect(text.slice(end, passage.start)).toMatch(/^\s*$/)
          expect(passage.text.trim()).not.toBe("")
          expect(passage.text.length).toBeLessThanOrEqual(passageLengthMax)
          expect([edges.has(passage.start), edges.has(passage.end)]).toEqual([true, true])
          end = passage.end
        }
        expect(text.slice(end)).toMatch(/^\s*$/)
        expect(cutPassages(text)).toEqual(passages)
      }),
      { numRuns: 2_000 }
    )
  })

  it("end at sentences, near the target", () => {
    const passages = cutPassages(paragraph(1, 100))
    for (const { text } of passages.slice(0, -1)) {
      expect(text).toMatch(/^Sentence .*words\.$/)
      expect(text.length).toBeGreaterThan(passageLengthTarget / 2)
      expect(text.length).toBeLessThanOrEqual(passageLengthTarget)
    }
  })

  it("begin at headings, and keep a heading with what follows it", () => {
    const text = `Report\n\nSummary\n\n${paragraph(1, 2)}\n\nPrices\n\n${paragraph(3, 2)}\n\nOutlook\n\n${
      paragraph(5, 30)
    }`
    const starts = cutPassages(text).map(({ text }) => text.split("\n", 1)[0])
    expect(starts.slice(0, 3)).toEqual(["Report", "Prices", "Outlook"])
  })

  it("prefer the end of a paragraph once they are long enough", () => {
    const text = `${paragraph(1, 7)}\n\n${paragraph(8, 7)}`
    expect(cutPassages(text).map(({ text }) => text)).toEqual(text.split("\n\n"))
  })

  it("stay the same behind a changed paragraph", () => {
    const rest = Array.from({ length: 20 }, (_, n) => paragraph(10 * n, 6)).join("\n\n")
    const [before, after] = [
      cutPassages(`${paragraph(900, 6)}\n\n${rest}`),
      cutPassages(`${paragraph(900, 9)}\n\n${rest}`)
    ]
    const known = new Set(before.map(({ text }) => text))
    expect(after.filter(({ text }) => !known.has(text)).length).toBe(1)
  })

  it.each<[string, string, RegExp]>([
    ["words without a stop", "word ".repeat(2_000), /^word.*word$/],
    ["one word", "x".repeat(10_000), /^x+$/],
    ["emoji of several code points", "👩‍🔬".repeat(3_000), /^(?:👩‍🔬)+$/u],
    ["pairs of surrogates", "𝒳".repeat(5_000), /^𝒳+$/u]
  ])("are bounded: %s", (_, text, whole) => {
    const passages = cutPassages(text)
    expect(passages.length).toBeLessThan(1 + text.length / 500)
    for (const passage of passages) expect(passage.text).toMatch(whole)
  })

  it.each<[string, string]>([
    ["prose", `${sentence(1)} `],
    ["Japanese", "日本の経済は成長した。次は不明だ。"],
    ["no stop", "x"],
    ["stops", "."],
    ["white space", " "],
    ["blank lines", "a\n\n"],
    ["marks", "\u0301"],
    ["joined emoji", "👩‍"]
  ])("take time in proportion to the text: %s", async (_, piece) => {
    const input = (size: number): string => piece.repeat(Math.ceil(size / piece.length))
    expect(await costGrowth({ input, work: cutPassages, size: 200_000 })).toBeLessThan(linearGrowthMax)
  })
})
