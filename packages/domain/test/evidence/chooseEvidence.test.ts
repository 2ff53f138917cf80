import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { chooseEvidence, shownLengthMax, shownPassagesMax } from "../../src/research/evidence/chooseEvidence.ts"
import { passageOf } from "../panels/panelTexts.ts"

describe("the passages that a specialist is shown", () => {
  const passages = Array.from({ length: 40 }, (_, n) => passageOf(String(n), "x".repeat(100 + n)))

  it("are those that several searches found, then those that one found early", () => {
    const found = (...ids: ReadonlyArray<number>) => ids.map((id) => passages[id]!)
    expect(chooseEvidence([found(1, 2, 3), found(3, 4)]).map(({ id }) => id)).toEqual(["3", "1", "2", "4"])
    expect(chooseEvidence([])).toEqual([])
  })

  it("are different, few and not too long", () => {
    const ranking = fc.uniqueArray(fc.nat(39), { maxLength: 20 })
    fc.assert(fc.property(fc.array(ranking, { maxLength: 5 }), fc.integer({ min: 1, max: 40 }), (rankings, factor) => {
      const chosen = chooseEvidence(
        rankings.map((ids) => ids.map((id) => passageOf(String(id), passages[id]!.text.repeat(factor))))
      )
      expect(new Set(chosen.map(({ id }) => id)).size).toBe(chosen.length)
      expect(chosen.length).toBeLessThanOrEqual(shownPassagesMax)
      expect(chosen.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(shownLengthMax)
      if (rankings.some((ids) => ids.length > 0)) expect(chosen.length).toBeGreaterThan(0)
    }))
  })
})
