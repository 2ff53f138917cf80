import { probabilityLevels, probabilityWords } from "@auspex/domain/packets"
import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { mergeTexts, overlapOf } from "../../src/research/packets/mergeTexts.ts"

describe("merging", () => {
  it.each([
    ["Rates will fall in 2027.", "Rates will not fall in 2027."],
    ["Revenue will rise strongly next year in Europe.", "Revenue will fall strongly next year in Europe."],
    ["Revenue rose strongly last year in Europe.", "Revenue fell strongly last year in Europe."],
    ["Revenue grew by 3 percent in the last quarter.", "Revenue grew by 5 percent in the last quarter."],
    ["The regulator approves the merger of the two banks.", "The regulator rejects the merger of the two banks."]
  ])("keeps “%s” and “%s” apart", (one, other) => {
    expect(mergeTexts([one, other], (text) => text)).toHaveLength(2)
  })

  it("takes the most frequent text, then the shortest", () => {
    const texts = ["The rate falls soon.", "Rates fall soon", "The rate falls soon."]
    expect(mergeTexts(texts, (text) => text).map(({ text }) => text)).toEqual(["The rate falls soon."])
    expect(mergeTexts(texts.slice(0, 2), (text) => text).map(({ text }) => text)).toEqual(["Rates fall soon"])
  })

  it("finds every near duplicate that comparing all texts finds", () => {
    const letter = fc.constantFrom(..."alpha beta gamma delta epsilon zeta eta theta".split(" "))
    const text = fc.array(letter, { minLength: 1, maxLength: 8 }).map((words) => words.join(" "))
    const all = fc.array(text, { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(all, (texts) => {
        const groups = mergeTexts(texts, (one) => one)
        groups.forEach((group, at) => {
          for (const earlier of groups.slice(0, at)) expect(overlapOf(earlier.terms, group.terms)).toBeLessThan(0.7)
        })
        expect(groups.flatMap(({ items }) => items).sort()).toEqual([...texts].sort())
        expect(mergeTexts([...texts].reverse(), (one) => one).map((group) => group.text)).toEqual(
          groups.map((group) => group.text)
        )
      })
    )
  })

  it("does not merge what has no terms", () => {
    expect(mergeTexts(["…", "!"], (text) => text)).toHaveLength(2)
  })
})

describe("words for probabilities", () => {
  it("never say more than the number at the bounds of their levels", () => {
    const middle = probabilityLevels.findIndex(({ words }) => words.includes("even"))
    probabilityLevels.slice(0, -1).forEach(({ to }, at) => {
      expect(probabilityWords(to)).toBe(probabilityLevels[at < middle ? at + 1 : at]!.words)
    })
    expect([0, 0.5, 1].map(probabilityWords)).toEqual([
      "has almost no chance",
      "has a roughly even chance",
      "is almost certain"
    ])
  })
})
