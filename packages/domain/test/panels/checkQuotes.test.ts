import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { cleanText } from "../../src/research/evidence/cleanText.ts"
import { type CitedClaim, checkQuotes } from "../../src/research/panels/checkQuotes.ts"
import { quoteLengthMin } from "../../src/research/panels/ClaimSupport.ts"
import { passageOf } from "./panelTexts.ts"

const text = cleanText(
  `The central bank’s committee “expects” inflation of 2.4 % in 2027.\nIt left rates unchanged — again. 利率は据え置かれた。次は不明だ。 👍🏽 Rates stay low, rates stay low.`
)
const passage = passageOf("a", text, 100)
const claimOf = (quote: string | null, name: string | null = "p1"): CitedClaim => ({
  claim: "Rates stay.",
  passage: name,
  quote
})
const whyOf = (claim: CitedClaim) => checkQuotes([claim], [passage]).unsupported[0]?.why

describe("the quotes of a specialist", () => {
  it("are found anywhere in the passage that they name, with their exact place in the stored text", () => {
    const quotes = ["It left rates unchanged — again.", "committee “expects” inflation", " 次は不明だ。\n"]
    for (const quote of quotes) {
      const { supported: [found], unsupported } = checkQuotes([claimOf(quote)], [passage])
      expect(unsupported).toEqual([])
      expect(found).toMatchObject({ claim: "Rates stay.", source_id: "source a", passage_id: "a", quote: quote.trim() })
      expect(text.slice(found!.start - 100, found!.end - 100)).toBe(quote.trim())
    }
    expect(["p1", "P1", "[p1]", "1", "\"p1\""].map((name) => whyOf(claimOf("It left rates unchanged", name)))).toEqual(
      Array.from({ length: 5 }, () => undefined)
    )
  })

  it.each<[string, CitedClaim, string]>([
    ["no quote", claimOf(null), "no_citation"],
    ["no passage", claimOf("It left rates unchanged", null), "no_citation"],
    ["a blank quote", claimOf("   "), "no_citation"],
    ["a quote that could stand anywhere", claimOf("rates"), "no_citation"],
    ["a passage that was not shown", claimOf("It left rates unchanged", "p2"), "unknown_passage"],
    ["an address instead of a name", claimOf("It left rates unchanged", "https://a.example"), "unknown_passage"],
    ["other quotation marks", claimOf("committee \"expects\" inflation"), "words_differ"],
    ["another apostrophe", claimOf("The central bank's committee"), "words_differ"],
    ["other white space", claimOf("inflation of 2.4 % in  2027."), "words_differ"],
    ["a space for a line break", claimOf("in 2027. It left rates"), "words_differ"],
    ["another dash", claimOf("left rates unchanged - again"), "words_differ"],
    ["another case", claimOf("it left rates unchanged"), "words_differ"],
    ["an omission", claimOf("The central bank’s … inflation"), "words_differ"],
    ["half a character", claimOf("だ。次は不明だ。 👍\ud83c"), "words_differ"],
    ["another figure", claimOf("inflation of 2.5 % in 2027."), "words_differ"]
  ])("do not count: %s", (_, claim, why) => {
    expect(checkQuotes([claim], [passage])).toEqual({
      supported: [],
      unsupported: [{
        claim: claim.claim,
        quote: (claim.quote?.trim() ?? "") === "" ? null : claim.quote!.replace(/\p{Cs}/gu, "\ufffd"),
        why
      }]
    })
  })

  it("count exactly if they stand in their passage, whatever is changed in them", () => {
    const other = passageOf("b", "Nothing of the kind is written in this second passage.", 7)
    const edits = fc.constantFrom<(quote: string, at: number) => string>(
      (quote) => quote,
      (quote, at) => quote.slice(0, at) + quote.slice(at + 1),
      (quote, at) => `${quote.slice(0, at)}x${quote.slice(at)}`,
      (quote, at) => `${quote.slice(0, at)} ${quote.slice(at)}`,
      (quote, at) => quote.slice(0, at) + quote.slice(at).toUpperCase(),
      (quote) => quote.replace(/[“”]/g, "\"").replace("’", "'"),
      (quote) => quote.normalize("NFD"),
      (quote) => quote.replaceAll("\n", " "),
      (quote) => `${quote}…`
    )
    const name = fc.constantFrom("p1", "p2", "p3", "", "source a")
    const places = fc.tuple(fc.nat(text.length), fc.nat(80), fc.nat(80))
    let found = 0
    fc.assert(
      fc.property(places, edits, name, ([start, length, at], edit, passageName) => {
        const quote = edit(text.slice(start, start + length), Math.min(at, length))
        const { supported, unsupported } = checkQuotes([claimOf(quote, passageName)], [passage, other])
        expect(supported.length + unsupported.length).toBe(1)
        const wanted = quote.trim()
        const measured = wanted.replace(/[利率は据え置かれた次不明だ。]/g, "xx").length
        const isThere = passageName === "p1" && measured >= quoteLengthMin && text.includes(wanted)
          && !/\p{Cs}/u.test(wanted)
        expect(supported.length).toBe(isThere ? 1 : 0)
        for (const { end, passage_id, quote: exact, start: from } of supported) {
          found++
          expect([passage_id, text.slice(from - 100, end - 100)]).toEqual(["a", exact])
        }
      }),
      { numRuns: 3_000 }
    )
    expect(found).toBeGreaterThan(100)
  })
})
