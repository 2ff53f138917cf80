import { describe, expect, it } from "vitest"
import { jaccard } from "../../src/text/Jaccard.ts"
import { parseReasoning } from "../../src/forecasting/predictions/Reasoning.ts"

const tokens = (text: string) => parseReasoning(text).originalityTokens

describe("originality treats as equal", () => {
  it.each([
    ["bank rates", "BANK Rates"],
    ["bank rates", "bаnk rаtеs"],
    ["bank rates", "ВΑΝΚ rατεѕ"],
    ["house money", "Ηouse ΜoΝey"],
    ["copy case", "сору саѕе"],
    ["bank rates", "ｂａｎｋ ｒａｔｅｓ"],
    ["bank rates", "𝐛𝒂𝓷𝕜 𝗿𝘢𝚝𝖊𝓼"],
    ["bank rates", "ʙᴀɴᴋ ʀᴀᴛᴇꜱ"],
    ["bank rates", "b\u0301a\u0336nk rate\u0308s"],
    ["bank rates", "bánk rátés"],
    ["bank rates", "ba\u200bnk ra\u00adtes"],
    ["lodz oslo", "łódź øslo"],
    ["strasse", "Straße"],
    ["the government's rates", "the governments rate"],
    ["policy policies", "policy"],
    ["expect expects expected expecting", "expect"],
    ["rate rates rated rating", "rate"],
    ["stop stops stopped stopping", "stop"],
    ["class classes", "class"],
    ["agree agrees agreed", "agree"],
    ["rapid rapidly", "rapid"],
    ["well known", "well-known"],
    ["rates fell sharply", "rates-fell-sharply"],
    ["don't", "dont"]
  ])("%j and %j", (one, other) => expect(tokens(other)).toEqual(tokens(one)))

  it("hyphenated and unhyphenated words, in a text that is full of them", () => {
    const plain = parseReasoning("inflation fell again although energy prices recovered during september")
    const hyphenated = parseReasoning("infla-tion fell again al-though ener-gy pri-ces reco-vered dur-ing septem-ber")
    expect(hyphenated.unhyphenatedTokens).toEqual(plain.originalityTokens)
    expect(plain.unhyphenatedTokens).toBeUndefined()
    expect(parseReasoning("a well-known rule of thumb holds in ten of eleven cases here").unhyphenatedTokens)
      .toBeUndefined()
  })
})

describe("originality distinguishes", () => {
  it.each([
    ["rate", "ratio"],
    ["bus", "bush"],
    ["king", "kin"],
    ["bring", "brow"],
    ["string", "strong"],
    ["this", "thin"],
    ["2026-03-12", "2026-03-13"],
    ["3.5", "3.6"],
    ["банк", "бант"],
    ["рост", "рот"],
    ["हिन्दी", "हिन्दू"],
    ["日本", "日光"]
  ])("%j and %j", (one, other) => expect(jaccard(tokens(one), tokens(other))).toBe(0))
})

describe("the words counted for a reasoning", () => {
  it("are not folded", () => {
    expect(parseReasoning("rate rates rated bаnk bank").distinctWords).toBe(5)
  })
})
