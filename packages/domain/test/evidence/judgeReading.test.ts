import { describe, expect, it } from "vitest"
import { judgeReading, sourceWordsMin, wordsUpTo } from "../../src/research/evidence/judgeReading.ts"
import { labelledInterstitials } from "./labelledInterstitials.ts"
import { labelledPages } from "./labelledPages.ts"

const judged = (title: string | null, text: string, hasPasswordField = false) =>
  judgeReading({ title, text, hasPasswordField })?.reason

describe("the judgement of a page", () => {
  it.each([...labelledPages, ...labelledInterstitials])(
    "$label: $name",
    ({ hasPasswordField = false, label, text, title }) => {
      expect(judged(title, text, hasPasswordField) ?? "evidence").toBe(label)
    }
  )

  it.each([
    ["a check for robots comes before a log-in wall", "blocked", "Press and hold. Log in to continue."],
    ["a log-in wall comes before an error page", "login_wall", "Log in to continue. Something went wrong."],
    ["an error page comes before a thin one", "error_page", "Something went wrong."],
    ["what shows no sign is thin", "thin", "Something was right."]
  ])("%s", (_, reason, text) => {
    expect(judged(null, text)).toBe(reason)
  })

  it("takes a site in maintenance for one that may be read later", () => {
    const text = "Our site is undergoing scheduled maintenance."
    expect(judgeReading({ title: null, text, hasPasswordField: false })).toMatchObject({ is_temporary: true })
  })

  it("takes a demand for consent for one at any length of walls, by four signs", () => {
    const demand =
      "We and our 80 partners store and/or access information on a device. Accept all. Manage options. You may withdraw your consent. "
    expect(judged(null, demand + "purpose ".repeat(600))).toBe("consent_wall")
    expect(judged(null, `We and our 80 partners grew. Accept all. ${"word ".repeat(600)}`)).toBeUndefined()
  })

  it("asks for 50 words", () => {
    expect(judged(null, "word ".repeat(sourceWordsMin))).toBeUndefined()
    const detail = judgeReading({ title: null, text: "word ".repeat(49), hasPasswordField: false })?.detail
    expect(detail).toBe("The page has 49 words; evidence needs at least 50.")
  })

  it("takes one sign up to 80 words, two below 300, and none from there on", () => {
    const signs = ["Log in to continue.", "Already a subscriber?"]
    const padded = (sign: string, words: number) => `${"word ".repeat(words - wordsUpTo(sign, 99))}${sign}`
    expect(judged(null, padded(signs[0]!, 80))).toBe("login_wall")
    expect(judged(null, padded(signs[0]!, 81))).toBeUndefined()
    expect(judged(null, padded(signs.join(" "), 299))).toBe("login_wall")
    expect(judged(null, padded(signs.join(" "), 300))).toBeUndefined()
  })
})
