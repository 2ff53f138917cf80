import { costGrowth, linearGrowthMax } from "@auspex/testkit/cost"
import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { type Sentence, sentencesMax, sentencesOf } from "../../src/publishing/briefs/Sentence.ts"
import { anyText, hostileTexts, unspaced } from "./Texts.ts"

const textsOf = (text: string): ReadonlyArray<string> => sentencesOf(text).map((sentence: Sentence) => sentence.text)

describe("the sentences of a text", () => {
  it.each([
    ["full stops", "It rose. It fell! Did it? Yes.", ["It rose.", "It fell!", "Did it?", "Yes."]],
    ["numbers", "It rose by 3.5 % to 1,204.75 in 2026. Then it fell.", [
      "It rose by 3.5 % to 1,204.75 in 2026.",
      "Then it fell."
    ]],
    ["addresses", "See https://example.org/a.b?c=d. And http://x.org/?! Then go.", [
      "See https://example.org/a.b?c=d.",
      "And http://x.org/?!",
      "Then go."
    ]],
    ["abbreviations", "Mr. Smith, e.g., paid approx. 3 % vs. 4 % before. Fine.", [
      "Mr. Smith, e.g., paid approx. 3 % vs. 4 % before.",
      "Fine."
    ]],
    ["abbreviations before a number", "It closes on Jan. 5. See No. 7 of the list. The answer is no. Fine.", [
      "It closes on Jan. 5.",
      "See No. 7 of the list.",
      "The answer is no.",
      "Fine."
    ]],
    ["names with dots", "The U.S. Senate and Acme Inc. Europe agreed. They met in the U.S. The vote passed.", [
      "The U.S. Senate and Acme Inc. Europe agreed.",
      "They met in the U.S.",
      "The vote passed."
    ]],
    ["initials", "J. P. Morgan wrote it. Plan B. The rest is silence.", [
      "J. P. Morgan wrote it.",
      "Plan B.",
      "The rest is silence."
    ]],
    ["an ellipsis", "It may ... or may not. So ... Then no.", ["It may ... or may not.", "So ...", "Then no."]],
    ["quotes", "\"It rose.\" He said so. (It did.) \"Why?\" she asked.", [
      "\"It rose.\"",
      "He said so.",
      "(It did.)",
      "\"Why?\" she asked."
    ]],
    ["a list", "Reasons:\n- one fell\n- two rose\n\n1. first\n2) second\n  * third", [
      "Reasons:",
      "one fell",
      "two rose",
      "first",
      "second",
      "third"
    ]],
    ["a list in one line", "(1) It rose. (2) It fell.", ["It rose.", "It fell."]],
    [
      "lines that end at a margin",
      "The value that was published last week by the statistical office of\nFrance is above\nthe threshold.\nNext",
      [
        "The value that was published last week by the statistical office of France is above the threshold.",
        "Next"
      ]
    ],
    ["a blank line", "A line without a stop\n\nanother one", ["A line without a stop", "another one"]],
    ["Japanese", "金利は3.5％に下がった。物価は上がった！「本当か？」と彼は言った。", [
      "金利は3.5％に下がった。",
      "物価は上がった！",
      "「本当か？」と彼は言った。"
    ]],
    ["Hindi", "सरकार ने कहा। यह सच है।", ["सरकार ने कहा।", "यह सच है।"]],
    ["Arabic", "هل هذا صحيح؟ نعم.", ["هل هذا صحيح؟", "نعم."]],
    ["Russian", "В 2026 г. цена упала. Это важно.", ["В 2026 г. цена упала.", "Это важно."]],
    ["nothing", " \n ", []],
    ["signs alone", "!!! ... ***", []]
  ])("of %s", (_, text, sentences) => expect(textsOf(text)).toEqual(sentences))

  it("belong to the section of the preceding heading, at any position", () => {
    const text =
      "Before. EVIDENCE: One. Two. **ANALYSIS**: Three.\n\n## COUNTER-EVIDENCE:\n- Four.\n1) BOTTOM LINE: Five."
    expect(sentencesOf(text)).toEqual([
      { text: "Before.", heading: null, place: 0 },
      { text: "One.", heading: "EVIDENCE", place: 0 },
      { text: "Two.", heading: "EVIDENCE", place: 1 },
      { text: "Three.", heading: "ANALYSIS", place: 0 },
      { text: "Four.", heading: "COUNTER-EVIDENCE", place: 0 },
      { text: "Five.", heading: "BOTTOM LINE", place: 0 }
    ])
    const marked =
      "## Evidence\nIt fell (https://a.org/b) ANALYSIS: It may rise **COUNTER-EVIDENCE:** Or not\n__bottom line__\nMaybe"
    expect(sentencesOf(marked).map(({ heading, text }) => [heading, text])).toEqual([
      ["EVIDENCE", "It fell (https://a.org/b)"],
      ["ANALYSIS", "It may rise"],
      ["COUNTER-EVIDENCE", "Or not"],
      ["BOTTOM LINE", "Maybe"]
    ])
    expect(sentencesOf("ＥＶＩＤＥＮＣＥ： 下がった。")).toEqual([{
      text: "下がった。",
      heading: "EVIDENCE",
      place: 0
    }])
  })

  it("are exact parts of the text, in order and without overlap", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        let rest = unspaced(text)
        for (const sentence of textsOf(text)) {
          const at = rest.indexOf(sentence)
          expect(at, `${JSON.stringify(sentence)} in ${JSON.stringify(rest)}`).toBeGreaterThanOrEqual(0)
          rest = rest.slice(at + sentence.length)
          expect(sentence).toBe(unspaced(sentence).trim())
          expect(sentence).toMatch(/[\p{L}\p{N}]/u)
        }
      }),
      { numRuns: 500 }
    )
  })

  it("include every word except headings and list numbers", () => {
    const words = (text: string): ReadonlyArray<string> => text.match(/\p{L}{2,}/gu) ?? []
    fc.assert(
      fc.property(anyText, (text) => {
        const heading = /EVIDENCE|ANALYSIS|COUNTER|BOTTOM|LINE|ＡＮＡＬＹＳＩＳ/g
        const kept = textsOf(text).flatMap((sentence) => words(sentence.replace(heading, "")))
        expect(kept.join("")).toBe(words(text.replace(heading, "")).join(""))
      }),
      { numRuns: 500 }
    )
  })

  it("are found in hostile texts of 64 kB in linear time", async () => {
    for (const text of hostileTexts) {
      expect(sentencesOf(text).length).toBeLessThanOrEqual(sentencesMax)
      const growth = await costGrowth({
        input: (size) => text.slice(0, size),
        work: sentencesOf,
        size: text.length
      })
      expect(growth, text.slice(0, 20)).toBeLessThan(linearGrowthMax)
    }
  })
})
