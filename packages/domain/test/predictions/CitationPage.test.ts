import { costGrowth, linearGrowthMax } from "@auspex/testkit/cost"
import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { canonicalCitation } from "../../src/forecasting/predictions/Citation.ts"
import { citationPage, pagesMeant } from "../../src/forecasting/predictions/CitationPage.ts"
import { parseReasoning } from "../../src/forecasting/predictions/Reasoning.ts"
import { judgeReasoning, noOriginalityFacts } from "../../src/forecasting/predictions/ReasoningGates.ts"
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

describe("the pages that an address may mean", () => {
  const base = "https://example.org/b"
  const meant = (tail: string) => pagesMeant(canonicalCitation(base + tail)!)

  it.each([
    "'s",
    "'e",
    "%27s",
    "\u02bcs",
    "的报道",
    ".新闻",
    "'乙方",
    "에",
    "에서",
    "によると",
    "นี้",
    "%E3%80%82",
    "%EF%BC%8C%E4%B9%99"
  ])("include the one before %s", (tail) => expect(meant(tail)).toContain(base))

  it.each(["", "c", "-c", "'Connor", "é", "/Москва", "/é", "/新闻", "/新闻/c", "?c=1"])(
    "are its own alone with %s",
    (tail) => expect(meant(tail)).toHaveLength(1)
  )

  it("never are the root of a host", () => {
    expect(pagesMeant(canonicalCitation("https://example.org/新闻")!)).toHaveLength(1)
    expect(pagesMeant(canonicalCitation("https://example.org/'s")!)).toHaveLength(1)
  })

  it("decide whether a citation is new", () => {
    const codesOf = (cited: string, known: string) =>
      judgeReasoning(parseReasoning(goodReasoning.replace(/https:\S+[a-z]/g, () => cited)), {
        ...noOriginalityFacts,
        citedByOthers: new Set([known])
      }).map(({ code }) => code)
    expect(codesOf(`${base}'s`, base)).toContain("CITATIONS_REUSED")
    expect(codesOf(`${base}에 `, base)).toContain("CITATIONS_REUSED")
    expect(codesOf("https://example.org/wiki/2024年美国总统选举", base)).not.toContain("CITATIONS_REUSED")
  })

  it("are one page in a text that has both", () => {
    expect(parseReasoning(`${base}에 따르면, ${base}, ${base}'s`).citations).toHaveLength(1)
    expect(parseReasoning("https://example.org/wiki/2024年一月 https://example.org/wiki/2024年二月").citations)
      .toHaveLength(2)
  })

  it.each(["'", ".", "%27s", "%e4%b9", "_("])("are found in linear time in a page of %s", async (part) => {
    const growth = await costGrowth({
      input: (size) => `https://example.org/${part.repeat(size)}`,
      work: pagesMeant,
      size: 20_000
    })
    expect(growth).toBeLessThan(linearGrowthMax)
  })
})
