import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { englishStem } from "../../src/text/EnglishStem.ts"
import { matchSpans } from "../../src/research/retrieval/MatchSpans.ts"
import { hasPhrase, phraseOf } from "../../src/research/retrieval/Phrase.ts"
import { readSearchText } from "../../src/research/retrieval/SearchText.ts"
import { termOf } from "../../src/research/retrieval/termOf.ts"
import { analysis, textTerms } from "../../src/research/retrieval/TextTerms.ts"

describe("englishStem", () => {
  it.each([
    ["caresses", "caress"],
    ["ties", "tie"],
    ["cries", "cri"],
    ["gas", "gas"],
    ["agreed", "agre"],
    ["hopping", "hop"],
    ["hoping", "hope"],
    ["added", "add"],
    ["happy", "happi"],
    ["relational", "relat"],
    ["generalizations", "general"],
    ["electricity", "electr"],
    ["skies", "sky"],
    ["succeeding", "succeed"],
    ["by", "by"]
  ])("%s becomes %s", (word, stem) => {
    expect(englishStem(word)).toBe(stem)
  })
})

describe("textTerms", () => {
  const termsOf = (text: string) => textTerms(text).map(({ term }) => term)

  it("folds inflection, case, width, accents and apostrophes, and keeps positions", () => {
    expect(termsOf("Flows")).toEqual(termsOf("ＦＬＯＷ"))
    expect(termsOf("CAFÉ")).toEqual(termsOf("cafe\u0301"))
    expect(termsOf("don’t")).toEqual([0])
    expect(textTerms("a 1,000.5 m").map(({ end, start }) => [start, end])).toEqual([[0, 1], [2, 9], [10, 11]])
  })

  it("matches parts of texts without spaces, and words of other scripts", () => {
    expect(termsOf("黒猫").some((term) => termsOf("猫").includes(term))).toBe(true)
    expect(hasPhrase(textTerms("東京タワーへ"), phraseOf(textTerms("東京")))).toBe(true)
    expect(termsOf("Привет, МИР")).toEqual([termOf("привет"), termOf("мир")])
  })

  it("reads every text", () => {
    const texts = fc.uint16Array({ maxLength: 40 }).map((units) => String.fromCharCode(...units))
    fc.assert(fc.property(texts, (text) => {
      for (const { end, start } of textTerms(text)) expect(text.slice(start, end)).not.toBe("")
      expect(readSearchText(text).terms.has(0)).toBe(false)
    }))
  })
})

describe("the analysis", () => {
  it("has another version when it makes other terms of the same text", () => {
    const text =
      "The Straße's relational floods, 1,234.5 metres: naïve Ⅳ 洪水が来る, ทดสอบ. İstanbul generalizations don't"
    const sum = textTerms(text).reduce((all, { term }) => (Math.imul(all, 31) + term) >>> 0, 0)
    expect([analysis, sum]).toEqual([1, 2_523_118_380])
  })
})

describe("readSearchText", () => {
  const of = (...words: ReadonlyArray<string>) => words.map((word) => termOf(englishStem(word)))

  it.each([
    ["rivers flood", ["river", "flood"], [], []],
    ["\"sea of level\" rise", ["sea", "level", "rise"], [["sea", "", "level"]], []],
    ["river -dam -\"sea level\"", ["river"], [], [["dam"], ["sea", "level"]]],
    ["long-term \"unclosed", ["long", "term", "unclosed"], [], []],
    ["the of -- \"\" - ?!", [], [], []],
    ["\"sea level\" OR harbour -dam", ["sea", "level", "harbour"], [], [["dam"]]],
    ["or river or", ["river"], [], []],
    ["river -'dam' --sea - level", ["river", "sea", "level"], [], [["dam"]]]
  ])("%s", (q, terms, required, excluded) => {
    const phrase = (words: ReadonlyArray<string>) => words.map((word) => word === "" ? 0 : of(word)[0])
    const read = readSearchText(q)
    expect([...read.terms.keys()]).toEqual(of(...terms))
    expect(read.required).toEqual(required.map(phrase))
    expect(read.excluded).toEqual(excluded.map(phrase))
  })

  it.each([
    ["rivers \"sea level\"", [["river"], ["sea level!"]]],
    ["rivers OR \"sea level\" or bays dam", [["river", "sea level!", "bay"], ["dam"]]],
    ["OR river OR -bay OR", [["river"]]],
    ["river OR the bay", [["river"], ["bay"]]]
  ])("takes the words of %s around OR as alternatives", (q, expected) => {
    const words = new Map(["river", "sea", "level", "bay", "dam"].map((word) => [of(word)[0], word]))
    const parts = readSearchText(q).parts.map((part) =>
      part.map(({ is_quoted, phrase }) => phrase.map((term) => words.get(term)).join(" ") + (is_quoted ? "!" : ""))
    )
    expect(parts).toEqual(expected)
  })

  it("marks the words that were searched for", () => {
    const text = "The river's floods: 洪水"
    const marked = (q: string) =>
      matchSpans(textTerms(text), readSearchText(q).terms).map(({ end, start }) => text.slice(start, end))
    expect(marked("flooding rivers")).toEqual(["river's", "floods"])
    expect(marked("洪水")).toEqual(["洪水"])
  })
})

describe("a phrase", () => {
  it.each([
    "“second phase”",
    "„second phase“",
    "„second phase”",
    "”second phase”",
    "«second phase»",
    "»second phase«",
    "‹second phase›",
    "「second phase」",
    "『second phase』",
    "＂second phase＂",
    "‘second phase’",
    "‚second phase‘",
    "\"second phase”",
    "《second phase》",
    "〈second phase〉",
    "❝second phase❞",
    "〞second phase〞",
    "״second phase״",
    "″second phase″"
  ])("may be in quotation marks of any kind: %s", (quoted) => {
    expect(readSearchText(quoted)).toEqual(readSearchText("\"second phase\""))
    expect(readSearchText(`pilot -${quoted}`)).toEqual(readSearchText("pilot -\"second phase\""))
    expect(readSearchText(`${quoted} or ${quoted}`)).toEqual(readSearchText("\"second phase\" or \"second phase\""))
  })

  it("in a script without spaces stands within letters", () => {
    expect(readSearchText("東京「第二段階」計画").required).toEqual(readSearchText("\"第二段階\"").required)
  })

  it("is not made of apostrophes or of marks without a partner", () => {
    for (
      const text of ["the bank’s and the banks’ rates", "rock ’n’ roll", "“second phase", "second phase»", "5‘ 6’"]
    ) {
      expect(readSearchText(text).required, text).toEqual([])
    }
  })
})
