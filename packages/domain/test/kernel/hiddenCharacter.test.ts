import { describe, expect, it } from "vitest"
import { hiddenInLine, visibleLine } from "../../src/kernel/hiddenCharacter.ts"
import { judgeText } from "../../src/kernel/TextRule.ts"

describe("a text of one line", () => {
  it.each([
    [0x07, "U+0007"],
    [0x1b, "U+001B"],
    [0x7f, "U+007F"],
    [0x85, "U+0085"],
    [0x0a, "U+000A"],
    [0x2028, "U+2028"],
    [0x202a, "U+202A"],
    [0x202e, "U+202E"],
    [0x2066, "U+2066"],
    [0x2069, "U+2069"],
    [0x200e, "U+200E"],
    [0x200f, "U+200F"],
    [0x200b, "U+200B"],
    [0x200d, "U+200D"],
    [0x2060, "U+2060"],
    [0xfeff, "U+FEFF"],
    [0xad, "U+00AD"],
    [0x3164, "U+3164"],
    [0x2800, "U+2800"],
    [0x180e, "U+180E"],
    [0xe0100, "U+E0100"],
    [0xe0041, "U+E0041"]
  ])("does not hold %d", (codePoint, named) => {
    const text = `Rates${String.fromCodePoint(codePoint)}fall`
    expect(judgeText("title", text, { max: 100, isLine: true })).toMatchObject({ field: "title", measured: named })
    expect(judgeText("content", text, { max: 100 })).toBeUndefined()
    expect(hiddenInLine(visibleLine(text))).toBeUndefined()
  })

  it.each([
    "Rates fall — “soon”, says the bank…",
    "👩‍🚀 and 👨‍👩‍👧 in 2027 ❤️",
    "🏴󠁧󠁢󠁥󠁮󠁧󠁿 wins",
    "نرخ می‌شود",
    "क्‍ष",
    "کِ‌تاب",
    "葛\u{e0100}城市",
    "ᠮᠣᠩ\u180bᠭᠣᠯ ᠠ\u180eᠠ",
    "\u0600١٢",
    "שלום\u200f!",
    "العربية\u200e (2027)",
    "ＦＵＬＬ\u3000幅",
    "e\u0301te\u0301"
  ])("may be %s", (text) => {
    expect(judgeText("title", text, { max: 100, isLine: true })).toBeUndefined()
    expect(visibleLine(text)).toBe(text.replace(/\s+/gu, " "))
  })

  it("has direction marks only beside letters that are written from right to left", () => {
    expect(hiddenInLine("Pay \u200f100 euros")).toBe("U+200F")
    expect(hiddenInLine("שלם\u200f 100")).toBeUndefined()
    expect(hiddenInLine("שלם\u202e 100")).toBe("U+202E")
  })
})
