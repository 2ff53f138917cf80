import { FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"
import { codePoints } from "../../src/kernel/TextRule.ts"
import { fitSentences } from "../../src/community/personas/fitSentences.ts"

describe("the sentences of a text that fit", () => {
  it.each([
    ["One thing. Another thing.", 25, "One thing. Another thing."],
    ["One thing. Another thing.", 24, "One thing."],
    ["One thing. Another thing.", 9, "One…"],
    ["It rose by 2.1 per cent. Then it fell.", 30, "It rose by 2.1 per cent."],
    ["He asked: \"Why?\" Nobody knew.", 20, "He asked: \"Why?\""],
    ["Really?! Yes, really.", 10, "Really?!"],
    ["我相信统计。没有来源不算。", 7, "我相信统计。"],
    ["他说：“为什么？”没人知道。", 9, "他说：“为什么？”"],
    ["أثق بالبيانات. هل تكفي؟ لا.", 24, "أثق بالبيانات. هل تكفي؟"],
    ["x".repeat(50), 10, `${"x".repeat(9)}…`],
    ["👍".repeat(50), 10, `${"👍".repeat(9)}…`],
    ["anything", 0, "…"]
  ])("%s within %i characters: %s", (text, max, kept) => {
    expect(fitSentences(text, max)).toBe(kept)
  })

  it("never have more characters than allowed, and begin as the text begins", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 80 }), (text, max) => {
        const kept = fitSentences(text, max)
        expect(codePoints(kept)).toBeLessThanOrEqual(max)
        expect(text.startsWith(kept.replace(/…$/u, "")) || text === kept).toBe(true)
      }),
      { seed: 26 }
    )
  })

  it("are found in time that grows with the text alone", () => {
    for (const text of ["!".repeat(10_000), "\"".repeat(10_000), ". ".repeat(5_000)]) {
      expect(codePoints(fitSentences(text, 100))).toBeLessThanOrEqual(100)
    }
  })
})
