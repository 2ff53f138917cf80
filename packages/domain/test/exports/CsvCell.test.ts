import { costGrowth, linearGrowthMax } from "@auspex/testkit/cost"
import { parse } from "csv-parse/sync"
import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { csvText, neutralised, csvQuoted, restored } from "../../src/publishing/exports/CsvCell.ts"

/** Texts in which critical characters are likely. */
const hostileText = fc.oneof(
  fc.array(
    fc.constantFrom(..."=+-@'\"\t\r\n ,;|09.eE", "\u00a0", "\u200b", "\ufeff", "＝", "＋", "－", "＠", "a", "é", "𝔸"),
    { maxLength: 8 }
  ).map((parts) => parts.join("")),
  fc.string({ unit: "binary", maxLength: 20 })
)

describe("a text in a CSV cell", () => {
  it.each([
    ["=1+1", "'=1+1"],
    ["+1+1", "'+1+1"],
    ["-1+1", "'-1+1"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1", "'\t=1"],
    ["\r=1", "'\r=1"],
    ["\n=1", "'\n=1"],
    ["\tplain", "'\tplain"],
    ["  =1", "'  =1"],
    ["\u00a0\u3000=1", "'\u00a0\u3000=1"],
    ["\u200b\ufeff=1", "'\u200b\ufeff=1"],
    ["\u0000\u001f=1", "'\u0000\u001f=1"],
    ["＝1", "'＝1"],
    ["＋1", "'＋1"],
    ["－1", "'－1"],
    ["＠SUM", "'＠SUM"],
    ["﹦1", "'﹦1"],
    ["'=1", "''=1"],
    ["-", "'-"],
    ["-5", "'-5"],
    ["+41", "'+41"],
    ["-1e-7", "'-1e-7"],
    ["-0.5.1", "'-0.5.1"],
    ["-1e", "'-1e"],
    ["+41 79", "'+41 79"],
    ["=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"]
  ])("that a spreadsheet would evaluate gets an apostrophe: %j", (text, cell) => expect(neutralised(text)).toBe(cell))

  it.each([
    "",
    "plain",
    "a=b",
    "a\n=1",
    "0.5",
    "3.",
    "'tis",
    "'",
    "''quoted''",
    "– dash",
    "#N/A"
  ])(
    "that it would not evaluate is unchanged: %j",
    (text) => expect(neutralised(text)).toBe(text)
  )

  it("never begins like a formula", () => {
    fc.assert(fc.property(hostileText, (text) => {
      const cell = neutralised(text)
      expect(/^[\s\u200b\ufeff]*[=+\-@＝＋－＠]|^[\t\r\n]/.test(cell)).toBe(false)
    }))
  })

  it("can be restored exactly", () => {
    fc.assert(fc.property(hostileText, (text) => {
      expect(restored(neutralised(text))).toBe(text)
      // The cell determines the text uniquely.
      if (restored(text) !== text) expect(neutralised(restored(text))).toBe(text)
    }))
  })

  it("survives any parser of RFC 4180, next to any other cells", () => {
    fc.assert(fc.property(fc.array(hostileText, { minLength: 1, maxLength: 5 }), (texts) => {
      const [record] = parse(`${texts.map(csvText).join(",")}\r\n`, { relax_quotes: false, record_delimiter: "\r\n" })
      expect(record!.map(restored)).toEqual(texts)
    }))
  })

  it("is quoted if a parser with another separator would begin a new cell", () => {
    expect(["a;=1", "a\t=1", "a,=1", " a", "a ", ""].map(csvQuoted)).toEqual([
      "\"a;=1\"",
      "\"a\t=1\"",
      "\"a,=1\"",
      "\" a\"",
      "\"a \"",
      "\"\""
    ])
    expect(csvQuoted("a b.c-d:e|f")).toBe("a b.c-d:e|f")
  })

  it.each([" ", "'", "\t", "' "])("with a long repetition of %j is checked in linear time", async (mark) => {
    const input = (size: number) => `${mark.repeat(size / mark.length)}x`
    expect(await costGrowth({ input, work: neutralised, size: 2_000_000 })).toBeLessThan(linearGrowthMax)
  })
})
