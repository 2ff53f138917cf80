import { costGrowth, linearGrowthMax } from "@auspex/testkit/cost"
import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { excerpt } from "../../src/kernel/Excerpt.ts"
import { codePoints } from "../../src/kernel/TextRule.ts"

describe("an excerpt", () => {
  it.each([
    ["", 5, ""],
    ["   ", 5, ""],
    ["one", 5, "one"],
    ["  one\n\n two ", 7, "one two"],
    ["one two", 7, "one two"],
    ["one two three", 9, "one two…"],
    ["one two three", 8, "one two…"],
    ["one two three", 7, "one…"],
    ["abcdefgh", 5, "abcd…"],
    ["👍👍👍👍", 3, "👍👍…"],
    ["👍👍👍", 3, "👍👍👍"]
  ])("of %j within %i is %j", (text, length, cut) => expect(excerpt(text, length)).toBe(cut))

  it("keeps 280 characters, and truncates 281", () => {
    expect(excerpt("x".repeat(280))).toBe("x".repeat(280))
    expect(excerpt("x".repeat(281))).toBe("x".repeat(279) + "…")
    expect(excerpt("x".repeat(280) + " \n ")).toBe("x".repeat(280))
  })

  it("respects its length, ends at a word of the text, and is idempotent", () => {
    const text = fc.array(fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom(" ", "\n", "word", "👍")), {
      maxLength: 80
    })
    fc.assert(fc.property(text.map((parts) => parts.join("")), fc.integer({ min: 2, max: 40 }), (whole, length) => {
      const cut = excerpt(whole, length)
      const plain = whole.replace(/\s+/gu, " ").replace(/^ | $/g, "")
      expect(codePoints(cut)).toBeLessThanOrEqual(length)
      expect(/\p{Cs}/u.test(cut)).toBe(false)
      expect(excerpt(cut, length)).toBe(cut)
      if (cut !== plain) {
        expect(cut.endsWith("…")).toBe(true)
        const kept = cut.slice(0, -1)
        expect(plain.startsWith(kept)).toBe(true)
        if (kept.includes(" ")) expect(plain.charAt(kept.length)).toBe(" ")
      }
    }))
  })

  it.each([
    ["words", (size: number) => "a ".repeat(size / 2)],
    ["spaces", (size: number) => " ".repeat(size)],
    ["spaces between words", (size: number) => `x${" ".repeat(size)}y`]
  ])(
    "of a long text of %s is made in linear time",
    async (_, input) =>
      expect(await costGrowth({ input, work: (text) => excerpt(text), size: 2_000_000 })).toBeLessThan(linearGrowthMax)
  )
})
