import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { markedSnippet, markEnd, markStart } from "../../src/forecasting/insight/SearchMarks.ts"
import { readSearchText } from "../../src/research/retrieval/SearchText.ts"

const of = (text: string, q: string) =>
  markedSnippet(text, readSearchText(q).terms).replaceAll(markStart, "[").replaceAll(markEnd, "]")

describe("a marked snippet", () => {
  const long = `${"before ".repeat(40)}the river ${"after ".repeat(60)}`

  it.each([
    ["The river's bank", "rivers", "The [river's] bank"],
    ["one\n\n two\tthree", "two", "one [two] three"],
    [`a ${markStart}b${markEnd} \u0001c`, "b", "a [b] c"],
    ["", "a", ""],
    ["nothing here", "elsewhere", "nothing here"]
  ])("of %j for %j is %j", (text, q, expected) => expect(of(text, q)).toBe(expected))

  it("is the part around the first match, of whole words", () => {
    expect(of(long, "river")).toMatch(/^… (before )+the \[river\] (after )+…$/)
    expect(of(long, "nothing")).toMatch(/^(before )+…$/)
    expect(of(`${"before ".repeat(60)}river`, "river")).toMatch(/^… (before )+\[river\]$/)
  })

  it("is short, has balanced marks, and cuts no character", () => {
    const part = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.constantFrom("river ", "🦘", "🦘".repeat(90), "a".repeat(200))
    )
    fc.assert(fc.property(fc.array(part), (parts) => {
      const snippet = of(parts.join(""), "river 🦘")
      expect(snippet).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/)
      expect(snippet.replace(/[[\]]/g, "").length).toBeLessThanOrEqual(260)
    }))
  })
})
