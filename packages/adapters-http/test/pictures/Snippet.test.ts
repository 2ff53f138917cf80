import { markEnd, markStart } from "@auspex/domain/insight"
import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { safeSnippet } from "../../src/forecasting/insight/Snippet.ts"

const entities: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": "\"",
  "&#39;": "'"
}
/** The text that a browser shows for a snippet. */
const shown = (html: string): string =>
  html.replace(/<\/?mark>/g, "").replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity]!)

const tagsOf = (html: string): ReadonlyArray<string> => html.match(/<[^>]*>?/g) ?? []

describe("a snippet", () => {
  it.each([
    ["", ""],
    [" a \n\t b ", "a b"],
    [`${markStart}a${markEnd}`, "<mark>a</mark>"],
    [`${markStart}a`, "<mark>a</mark>"],
    [`a${markEnd}`, "a"],
    [`${markStart}a${markStart}b${markEnd}c${markEnd}`, "<mark>ab</mark>c"],
    ["<mark>a</mark>", "&lt;mark&gt;a&lt;/mark&gt;"],
    [`<scr${markStart}ipt>alert('1')`, "&lt;scr<mark>ipt&gt;alert(&#39;1&#39;)</mark>"],
    ["&lt;b&gt; &amp;", "&amp;lt;b&amp;gt; &amp;amp;"],
    [`"onload="x`, "&quot;onload=&quot;x"]
  ])("of %j is %j", (marked, html) => expect(safeSnippet(marked)).toBe(html))

  const part = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.constantFrom(
      markStart,
      markEnd,
      "<",
      ">",
      "&",
      "\"",
      "'",
      "<mark>",
      "</mark>",
      "&lt;",
      "<!--",
      " "
    )
  )

  it("has no tags except balanced, unnested marks, and shows the original text", () => {
    fc.assert(fc.property(fc.array(part).map((parts) => parts.join("")), (marked) => {
      const html = safeSnippet(marked)
      const tags = tagsOf(html)
      expect(tags).toEqual(tags.map((_, at) => at % 2 === 0 ? "<mark>" : "</mark>"))
      expect(tags.length % 2).toBe(0)
      expect(html.replace(/<\/?mark>/g, "")).not.toMatch(/[<>"']|&(?!(?:amp|lt|gt|quot|#39);)/)
      const plain = marked.replace(/\s+/gu, " ").trim()
      expect(shown(html)).toBe(plain.replaceAll(markStart, "").replaceAll(markEnd, ""))
    }))
  })
})
