import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { cleanText, cleanTitle } from "../../src/research/evidence/cleanText.ts"
import { anyUnits } from "./sourceTexts.ts"

describe("a cleaned text", () => {
  it.each([
    ["line ends", "a\r\nb\rc\u2028d\u2029e\u0085f\vg\fh", "a\nb\nc\nd\ne\nf\ng\nh"],
    ["blank lines", "\n\n a \n \t\n\n\n b\n", "a\n\nb"],
    ["white space", "a\u00a0\u2003 \tb\u3000c", "a b c"],
    ["soft hyphens and zero-width spaces", "fore\u00adcast\u200bing\ufeff", "forecasting"],
    ["control characters", "a\u0000b\u001b[31mc\u007f", "ab[31mc"],
    ["marks of direction and tags", "\u202eabc\u2066\u{e0041}\u{e007f}", "abc"],
    ["private use, noncharacters and lone surrogates", "a\ue000b\u{f0000}c\ufffed\ud800e", "abcde"],
    ["composition", "e\u0301", "é"],
    ["composition across what is removed", "e\u200b\u0301", "é"],
    ["joiners stay", "👩‍🔬 می‌خواهم", "👩‍🔬 می‌خواهم"],
    ["at most 30 marks on a character", `x${"\u0301".repeat(500)}`, `x${"\u0301".repeat(30)}`]
  ])("%s", (_, text, clean) => {
    expect(cleanText(text)).toBe(clean)
  })

  it("does not change when it is cleaned again", () => {
    fc.assert(
      fc.property(anyUnits, (text) => {
        const clean = cleanText(text)
        expect(cleanText(clean)).toBe(clean)
        expect(clean).not.toMatch(/^\s|\s$|\n{3}| {2}| \n|\n /)
        expect(clean.replace(/\n|\u200c|\u200d|[\u0600-\u0605\u06dd]/g, "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/u)
      }),
      { numRuns: 2_000 }
    )
  })
})

describe("a title", () => {
  it("is one line, or null", () => {
    expect(cleanTitle("  Growth\r\n slowed\u200b ")).toBe("Growth slowed")
    expect(cleanTitle(" \u200b\n")).toBeNull()
    expect(cleanTitle("word ".repeat(100))?.length).toBeLessThanOrEqual(300)
  })
})
