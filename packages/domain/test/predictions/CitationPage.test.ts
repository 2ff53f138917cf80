import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { canonicalCitation } from "../../src/predictions/Citation.ts"
import { citationPage } from "../../src/predictions/CitationPage.ts"
import { parseReasoning } from "../../src/predictions/Reasoning.ts"
import { judgeReasoning, noOriginalityFacts } from "../../src/predictions/ReasoningGates.ts"
import { goodReasoning } from "./Texts.ts"

const pageOf = (raw: string) => {
  const canonical = canonicalCitation(raw)
  return canonical === undefined ? undefined : citationPage(canonical)
}

describe("the page of a citation", () => {
  it.each([
    "https://example.org/reports/may?a=1&b=2",
    "HTTP://WWW.Example.ORG/reports/may?a=1&b=2",
    "https://example.org//reports///may/?a=1&b=2",
    "https://example.org/Reports/MAY?a=1&b=2",
    "https://example.org/reports;v=2/may;jsessionid=7?a=1&b=2",
    "https://example.org/reports/may?b=2&a=1",
    "https://example.org/reports/may?a=1&c=&d&b=2&=x&utm_source=y&fbclid=z",
    "https://example.org/x/../reports/%6day?a=1&b=2#part"
  ])("is the same for %s", (raw) => expect(pageOf(raw)).toBe("https://example.org/reports/may?a=1&b=2"))

  it.each([
    ["https://example.org/a?id=1", "https://example.org/a?id=2"],
    ["https://example.org/a?v=x", "https://example.org/a?v=X"],
    ["https://example.org/a", "https://example.org/b"],
    ["https://example.org/a", "https://news.example.org/a"],
    ["https://www.org/a", "https://org.org/a"],
    ["https://www.co/a", "https://example.co/a"],
    ["https://example.org/a", "https://example.org:8443/a"]
  ])("%s differs from that of %s", (one, other) => expect(pageOf(one)).not.toBe(pageOf(other)))

  it("is its own page", () => {
    fc.assert(fc.property(fc.webUrl({ withQueryParameters: true }), (url) => {
      const page = pageOf(url)
      if (page !== undefined) expect(citationPage(page)).toBe(page)
    }))
  })

  it("counts once in a reasoning, in its first spelling", () => {
    const text = "https://www.example.org/A https://example.org/a https://example.org//a;b?c= https://example.org/b"
    expect(parseReasoning(text).citations).toEqual(["https://www.example.org/A", "https://example.org/b"])
  })

  it("is new on a question only if no other account has cited it in any spelling", () => {
    const parsed = parseReasoning(goodReasoning)
    const known = (...urls: ReadonlyArray<string>) =>
      judgeReasoning(parsed, { ...noOriginalityFacts, citedByOthers: new Set(urls) }).map(({ code }) => code)
    expect(known("https://www.example.org/Press//march", "https://data.example.com/series/prices;v=1?x="))
      .toEqual(["CITATIONS_REUSED"])
    expect(known("https://www.example.org/Press//march", "https://data.example.com/series/wages")).toEqual([])
  })
})
