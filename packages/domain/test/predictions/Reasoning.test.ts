import { costGrowth, linearGrowthMax } from "@auspex/testkit/cost"
import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { copyTextOf } from "../../src/forecasting/predictions/copyTextOf.ts"
import { parseReasoning } from "../../src/forecasting/predictions/Reasoning.ts"
import { addressesMax } from "../../src/forecasting/predictions/ReasoningScan.ts"
import { stopWords } from "../../src/text/StopWords.ts"
import { sortedDistinct } from "../../src/text/TokenSet.ts"
import { bytesToTokens, tokensToBytes, wordToken } from "../../src/text/WordToken.ts"
import { goodReasoning } from "./Texts.ts"

const tokensOf = (...words: ReadonlyArray<string>): Uint32Array =>
  Uint32Array.from(new Set(words.map(wordToken))).sort()

describe("the words of a reasoning", () => {
  it.each([
    ["Rates fell, and rates FELL.", ["rates", "fell", "and"]],
    ["don't well-known O'Brien's", ["don't", "well-known", "o'brien's"]],
    ["don’t well‐known", ["don't", "well-known"]],
    ["- dash -- 'quoted' end-", ["dash", "quoted", "end"]],
    ["3.5 1,234.5 2026-03-12 12:30 5g 1/2 3.", ["3.5", "1,234.5", "2026-03-12", "12:30", "5g", "1/2", "3"]],
    ["snake_case a/b a.b", ["snake", "case", "a", "b"]],
    ["see https://example.org/some/words here http://other.example", ["see", "here"]],
    ["Straße STRASSE ΟΔΟΣ οδος İ", ["strasse", "οδος", "İ"]],
    ["ｆｕｌｌ ﬁne e\u0301te\u0301", ["full", "fine", "été"]],
    ["zero\u200bwidth so\u00adft", ["zerowidth", "soft"]],
    ["Größe naïve Ёлка", ["größe", "naïve", "ёлка"]],
    ["\u{1d42b}\u{1d41a}\u{1d42d}\u{1d41e}", ["rate"]],
    ["한국은행 금리", ["한국은행", "금리"]],
    ["हिन्दी में", ["हिन्दी", "में"]],
    ["😀 rates 👍🏽", ["rates"]],
    ["lone \ud800 half\udc00", ["lone", "half"]],
    ["", []]
  ])("%j", (text, words) => {
    const parsed = parseReasoning(text)
    expect(parsed.wordTokens).toEqual(tokensOf(...words))
    expect(parsed.distinctWords).toBe(new Set(words).size)
  })

  it("of scripts without spaces are pairs of neighbouring characters", () => {
    expect(parseReasoning("日本銀行").distinctWords).toBe(3)
    expect(parseReasoning("日").distinctWords).toBe(1)
    expect(parseReasoning("日本。日本 AI日本").distinctWords).toBe(2)
    expect(parseReasoning("𠀀𠀁𠀂").distinctWords).toBe(2)
    expect(parseReasoning("𠀀").distinctWords).toBe(1)
    expect(parseReasoning("日本銀行").meaningfulWords).toBe(3)
    expect(parseReasoning("日").meaningfulWords).toBe(0)
  })

  it("do not depend on case, order or repetition", () => {
    const words = fc.array(fc.stringMatching(/^[a-zA-Zà-öø-ÿ]{1,12}$/), { maxLength: 60 })
    fc.assert(fc.property(words, (list) => {
      const once = parseReasoning(list.join(" ")).wordTokens
      const again = parseReasoning([...list, ...list].reverse().map((word) => word.toUpperCase()).join("\n")).wordTokens
      expect(again).toEqual(once)
      expect(once).toEqual(tokensOf(...list))
    }))
  })

  it("are ascending and distinct for any text", () => {
    fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
      const { distinctWords, wordTokens } = parseReasoning(text)
      expect(wordTokens).toEqual(Uint32Array.from(new Set(wordTokens)).sort())
      expect(distinctWords).toBe(wordTokens.length)
    }))
  })

  it("are counted exactly in a text with more words than the table of repetitions has slots", () => {
    const words = Array.from({ length: 20_000 }, (_, i) => `word${i.toString(36)}`)
    const parsed = parseReasoning([...words, ...words].join(" "))
    expect(parsed.wordTokens).toEqual(tokensOf(...words))
    expect(parsed.meaningfulWords).toBe(new Set(words.map(wordToken)).size)
  })
})

describe("the measures of a reasoning", () => {
  it("include its length in characters without white space at the ends", () => {
    expect(parseReasoning(" \n abc \u00a0").length).toBe(3)
    expect(parseReasoning("a😀é").length).toBe(3)
    expect(parseReasoning("ﷺ").length).toBe(1)
    expect(parseReasoning("e\u0301").length).toBe(2)
  })

  it("count distinct addresses and numbers as data points", () => {
    expect(parseReasoning("3.5 and 3.5 and 2026-03-12").dataPoints).toBe(2)
    expect(parseReasoning("12 March 2026").dataPoints).toBe(2)
    expect(parseReasoning("https://a.org/b https://a.org/b/ https://a.org").dataPoints).toBe(2)
    expect(parseReasoning("https://a.org/2026/03 in 2026").dataPoints).toBe(2)
    expect(parseReasoning("GPT-4, Q3 and F16").dataPoints).toBe(0)
  })

  it("count uncommon words of four or more letters as meaningful", () => {
    expect(parseReasoning("rates fell sharply because they could").meaningfulWords).toBe(3)
    expect(parseReasoning("cut cuts 2026 a1b2c3d4 isn't don't well-known").meaningfulWords).toBe(3)
    expect(parseReasoning(stopWords.join(" ")).meaningfulWords).toBe(0)
  })

  it("list each citation once, in order of appearance", () => {
    expect(
      parseReasoning("https://b.org/x, http://b.org/x/ (https://a.org/y). https://a.org and ftp://c.org/z").citations
    )
      .toEqual(["https://b.org/x", "https://a.org/y"])
  })

  it("include at most 256 addresses", () => {
    const text = Array.from({ length: addressesMax + 1 }, (_, i) => `https://a.org/${i}`).join(" ")
    expect(parseReasoning(text).citations).toHaveLength(addressesMax)
  })

  it("do not change when another text is parsed", () => {
    const parsed = parseReasoning(goodReasoning)
    const before = [parsed.distinctWords, parsed.meaningfulWords, parsed.dataPoints, [...parsed.wordTokens]]
    parseReasoning("other words entirely 1 2 3")
    expect([parsed.distinctWords, parsed.meaningfulWords, parsed.dataPoints, [...parsed.wordTokens]]).toEqual(before)
  })
})

describe("the normalised text that identifies exact copies", () => {
  it.each([
    ["  Rates\r\n\n fell\tAGAIN ", "rates fell again"],
    ["ｒａｔｅｓ\u3000fell\u00a0again", "rates fell again"],
    ["ra\u200btes fe\u00adll\ufeff again", "rates fell again"],
    ["Straße", "strasse"],
    ["a。b", "a。b"]
  ])("%j is %j", (text, expected) => expect(parseReasoning(text).normalised).toBe(expected))

  it("is the same by the fast path and by the general path", () => {
    const unit = fc.constantFrom(
      ..." \n\t\u00a0\u2028aB。é\u200b\u00ad",
      "ß",
      "😀",
      "\u{e0101}",
      "\u{1d173}",
      "\ud800",
      "\udc00"
    )
    const padding = " x".repeat(4_200)
    fc.assert(fc.property(fc.array(unit, { maxLength: 40 }), (units) => {
      const text = "q" + units.join("") + "q"
      expect(copyTextOf(text + padding)).toBe(copyTextOf(text) + copyTextOf(padding).replace(/^/, " "))
    }))
  })
})

describe("headings", () => {
  const found = (text: string) =>
    parseReasoning(text).sections.map(({ heading, text, times }) => [heading, times, text])
  it.each([
    ["EVIDENCE: a", [["EVIDENCE", 1, "a"]]],
    ["**EVIDENCE:** a", [["EVIDENCE", 1, "a"]]],
    ["**EVIDENCE**: a", [["EVIDENCE", 1, "a"]]],
    ["## EVIDENCE: a", [["EVIDENCE", 1, "a"]]],
    ["> - EVIDENCE : a", [["EVIDENCE", 1, "a"]]],
    ["1. EVIDENCE: a", [["EVIDENCE", 1, "a"]]],
    ["1) EVIDENCE: a", [["EVIDENCE", 1, "a"]]],
    ["📊 EVIDENCE: a", [["EVIDENCE", 1, "a"]]],
    ["EVIDENCE： a", [["EVIDENCE", 1, "a"]]],
    ["COUNTER-EVIDENCE: a", [["COUNTER-EVIDENCE", 1, "a"]]],
    ["COUNTER‑EVIDENCE: a", [["COUNTER-EVIDENCE", 1, "a"]]],
    ["BOTTOM LINE: a", [["BOTTOM LINE", 1, "a"]]],
    ["EVIDENCE: a. ANALYSIS: b! BOTTOM LINE: c", [["EVIDENCE", 1, "a."], ["ANALYSIS", 1, "b!"], [
      "BOTTOM LINE",
      1,
      "c"
    ]]],
    ["EVIDENCE: (a.) ANALYSIS: b", [["EVIDENCE", 1, "(a.)"], ["ANALYSIS", 1, "b"]]],
    ["EVIDENCE: https://a.org/b. ANALYSIS: b", [["EVIDENCE", 1, "https://a.org/b."], ["ANALYSIS", 1, "b"]]],
    ["EVIDENCE: a\n\n**ANALYSIS:** b", [["EVIDENCE", 1, "a"], ["ANALYSIS", 1, "b"]]],
    ["EVIDENCE: a\nEVIDENCE: b", [["EVIDENCE", 2, "a"]]],
    ["EVIDENCE: **\nANALYSIS: ...", [["EVIDENCE", 1, ""], ["ANALYSIS", 1, ""]]],
    ["Evidence: a", [["EVIDENCE", 1, "a"]]],
    ["evidence: a\n  Analysis: b\rbottom line:c", [["EVIDENCE", 1, "a"], ["ANALYSIS", 1, "b"], [
      "BOTTOM LINE",
      1,
      "c"
    ]]],
    ["## EVIDENCE\na", [["EVIDENCE", 1, "a"]]],
    ["**EVIDENCE**\na", [["EVIDENCE", 1, "a"]]],
    ["### **Evidence** ###\r\na\n\n__Counter-Evidence__\nb", [["EVIDENCE", 1, "a"], ["COUNTER-EVIDENCE", 1, "b"]]],
    ["**Evidence:** a\n_analysis_ : b", [["EVIDENCE", 1, "a"], ["ANALYSIS", 1, "b"]]],
    ["EVIDENCE\u2028a\nANALYSIS", [["EVIDENCE", 1, "a"], ["ANALYSIS", 1, ""]]],
    ["EVIDENCE\n========\na", [["EVIDENCE", 1, "========\na"]]],
    ["THE EVIDENCE: a", [["EVIDENCE", 1, "a"]]],
    ["a, EVIDENCE: b; ANALYSIS: c", [["EVIDENCE", 1, "b;"], ["ANALYSIS", 1, "c"]]],
    ["rates fell https://a.org/b EVIDENCE: a", [["EVIDENCE", 1, "a"]]],
    ["(https://a.org/b) EVIDENCE: a", [["EVIDENCE", 1, "a"]]],
    ["rates fell [1] EVIDENCE: a", [["EVIDENCE", 1, "a"]]],
    ["rates fell [1]EVIDENCE: a", [["EVIDENCE", 1, "a"]]],
    ["a.EVIDENCE: b", [["EVIDENCE", 1, "b"]]],
    ["EVIDENCE: a COUNTER-EVIDENCE: b", [["EVIDENCE", 1, "a"], ["COUNTER-EVIDENCE", 1, "b"]]],
    ["COUNTER–EVIDENCE: a", [["COUNTER-EVIDENCE", 1, "a"]]],
    ["EVIDENCE a", []],
    ["EVIDENCES: a", []],
    ["EVIDENCE\u0301: a", []],
    ["the evidence: a", []],
    ["the Evidence: a", []],
    ["the\nevidence is", []],
    ["- Evidence: a", []],
    ["(evidence)\nevidence.", []],
    ["COUNTER EVIDENCE: a", []],
    ["NON-EVIDENCE: a", []],
    ["https://a.org/EVIDENCE: a", []],
    ["PREEVIDENCE: a; 5EVIDENCE: a; o'EVIDENCE: a", []]
  ])("%j", (text, sections) => expect(found(text)).toEqual(sections))
})

describe("a worst-case text of a megabyte", () => {
  const fill = (unit: string) => unit.repeat(Math.ceil(1_000_000 / new TextEncoder().encode(unit).length))
  it.each([
    ["colons", fill(":"), 0],
    ["headings in a row", fill("EVIDENCE:"), 0],
    ["headings on lines", fill("EVIDENCE:\n"), 0],
    ["headings alone", fill("evidence\n"), 0],
    ["marks before a heading", fill("#") + "EVIDENCE", 0],
    ["marks after a heading", "x EVIDENCE" + fill("*"), 2],
    ["marks between headings", fill("Evidence * # _ "), 1],
    ["half headings", fill("COUNTER-"), 1],
    ["slips", fill("COUNTER EVIDENCE: "), 2],
    ["decorated headings", fill("EVIDENCE****"), 1],
    ["unfinished addresses", fill("http://"), 0],
    ["addresses", fill("http://a/b "), 0],
    ["open brackets", fill("https://a.b/("), 0],
    ["full stops after an address", "https://a.b/c" + fill("."), 0],
    ["marks on one letter", "a" + fill("\u0301\u0316"), 1],
    ["one word", fill("a"), 1],
    ["apostrophes", fill("a'"), 1],
    ["an endless number", fill("1,"), 1],
    ["ligatures of whole phrases", fill("\ufdfa "), 1],
    ["line ends", fill("a\n"), 1],
    ["invisible characters", fill("a\u200b"), 1],
    ["emoji", fill("😀"), 0],
    ["addresses joined by words", fill("https://a.b/c和"), 1],
    ["dot segments", "https://a.b" + fill("/.."), 0],
    ["parameters", "https://a.b/c?" + fill("utm_a=1&"), 0]
  ])("of %s is parsed in linear time", async (_name, text, words) => {
    const parsed = parseReasoning(text)
    expect(parsed.distinctWords).toBe(words)
    expect(parsed.normalised.length).toBeGreaterThan(0)
    const input = (size: number) => text.slice(0, size)
    const work = (part: string) => parseReasoning(part).normalised
    expect(await costGrowth({ input, work, size: text.length / 4 })).toBeLessThan(linearGrowthMax)
  })
})

describe("tokens", () => {
  it("collide for known FNV-1a collisions only if FNV-1a does", () => {
    expect(wordToken("costarring")).toBe(wordToken("liquid"))
    const words = Array.from({ length: 20_000 }, (_, i) => `term${i}`)
    expect(new Set(words.map(wordToken)).size).toBe(words.length)
  })

  it("are unchanged by storage", () => {
    fc.assert(fc.property(fc.uint32Array(), (tokens) => {
      const bytes = tokensToBytes(tokens)
      expect(bytesToTokens(bytes)).toEqual(tokens)
      const shifted = new Uint8Array(bytes.length + 1)
      shifted.set(bytes, 1)
      expect(bytesToTokens(shifted.subarray(1))).toEqual(tokens)
    }))
  })

  it("are sorted equally by the fast and the general path", () => {
    fc.assert(fc.property(fc.uint32Array({ maxLength: 200 }), fc.boolean(), (values, isLong) => {
      const all = isLong ? Uint32Array.from({ length: 4_000 }, (_, i) => values[i % (values.length || 1)] ?? i) : values
      expect(sortedDistinct(all, all.length)).toEqual(Uint32Array.from(new Set(all)).sort())
    }))
  })
})
