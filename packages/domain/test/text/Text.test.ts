import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { caseFold } from "../../src/text/CaseFold.ts"
import { isHttpUri, judgeHttpUri, uriLengthMax } from "../../src/kernel/HttpUri.ts"
import { codePoints, judgeText } from "../../src/kernel/TextRule.ts"

describe("case folding", () => {
  it.each([
    ["ADA", "ada"],
    ["Straße", "STRASSE"],
    ["ΟΔΟΣ", "οδος"],
    ["Ａda", "ada"],
    ["e\u0301", "É"],
    ["ΐ", "Ϊ́"]
  ])("%s equals %s", (a, b) => expect(caseFold(a)).toBe(caseFold(b)))

  it("is idempotent for every character of Unicode", () => {
    const moved: Array<string> = []
    for (let point = 0; point <= 0x2ffff; point++) {
      if (point >= 0xd800 && point <= 0xdfff) continue
      const folded = caseFold(String.fromCodePoint(point))
      if (caseFold(folded) !== folded) moved.push(point.toString(16))
    }
    expect(moved).toEqual([])
  })

  it("folds a text and its upper case alike", () => {
    fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => caseFold(text) === caseFold(text.toUpperCase())))
  })
})

describe("text rules", () => {
  it("count code points, like iterating over a string", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => codePoints(text) === Array.from(text).length))
    expect(codePoints("\ud83d")).toBe(1)
    expect(codePoints("👍")).toBe(1)
  })

  it.each([
    ["at the least", "ab", undefined],
    ["one below", "a", { measured: 1, limit: 2 }],
    ["at the most, in wide characters", "👍👍👍", undefined],
    ["one above", "abcd", { measured: 4, limit: 3 }],
    ["NUL", "a\0b", { field: "it" }],
    ["half a pair", "a\ud83d", { field: "it" }]
  ])("%s", (_, text, wrong) => {
    const found = judgeText("it", text, { min: 2, max: 3 })
    if (wrong === undefined) expect(found).toBeUndefined()
    else expect(found).toMatchObject({ code: "INVALID_REQUEST", field: "it", ...wrong })
  })
})

describe("http uris", () => {
  it.each([
    "https://example.org",
    "http://example.org:8080/a/b?c=d#e",
    "https://sub.example.co.uk/%20",
    "https://bücher.example/ü",
    "https://[2001:db8::1]/x",
    "HTTPS://EXAMPLE.ORG/",
    "https://example.org?q",
    `https://example.org/${"a".repeat(uriLengthMax - 20)}`
  ])("accepts %s", (uri) => expect(isHttpUri(uri)).toBe(true))

  it.each([
    "",
    "example.org",
    "ftp://example.org/",
    "javascript:alert(1)",
    "https://",
    "https:///path",
    "https://user:secret@example.org/",
    "https://example.org/a b",
    "https://example.org/\n",
    "https://example.org/<script>",
    "https://example.org/\u202e",
    " https://example.org",
    `https://example.org/${"a".repeat(uriLengthMax - 19)}`
  ])("refuses %j", (uri) => {
    expect(isHttpUri(uri)).toBe(false)
    expect(judgeHttpUri("url", uri)).toMatchObject({ code: "INVALID_REQUEST", field: "url" })
  })
})
