import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { engagementReward, type EngagementFacts } from "../../src/forecasting/predictions/EngagementReward.ts"

const noFacts: EngagementFacts = {
  reasoning: { meaningfulWords: 0, dataPoints: 0 },
  weight: 1,
  position: 11,
  isContrarian: false,
  categoriesIn24h: 1
}
const zero = { total: 0, reasoning: 0, citations: 0, difficulty: 0, early: 0, contrarian: 0, diversity: 0 }
const words = (meaningfulWords: number) => ({ reasoning: { meaningfulWords, dataPoints: 0 } })
const data = (dataPoints: number) => ({ reasoning: { meaningfulWords: 0, dataPoints } })

describe("the reward on placing", () => {
  it.each([
    [{}, {}],
    [words(79), {}],
    [words(80), { reasoning: 10 }],
    [words(149), { reasoning: 10 }],
    [words(150), { reasoning: 20 }],
    [data(2), {}],
    [data(3), { citations: 10 }],
    [{ weight: 1.9 }, {}],
    [{ weight: 2 }, { difficulty: 5 }],
    [{ weight: 3 }, { difficulty: 10 }],
    [{ weight: 4 }, { difficulty: 15 }],
    [{ weight: 5 }, { difficulty: 15 }],
    [{ position: 1 }, { early: 15 }],
    [{ position: 3 }, { early: 15 }],
    [{ position: 4 }, { early: 5 }],
    [{ position: 10 }, { early: 5 }],
    [{ position: 11 }, {}],
    [{ isContrarian: true }, { contrarian: 15 }],
    [{ categoriesIn24h: 2 }, {}],
    [{ categoriesIn24h: 3 }, { diversity: 20 }]
  ])("for %j has the part %j", (facts, part) => {
    const total = Object.values(part).reduce((sum: number, value) => sum + value, 0)
    expect(engagementReward({ ...noFacts, ...facts })).toEqual({ ...zero, ...part, total })
  })

  it("is at most 40, while each part is reported in full", () => {
    const all = engagementReward({
      reasoning: { meaningfulWords: 150, dataPoints: 3 },
      weight: 5,
      position: 1,
      isContrarian: true,
      categoriesIn24h: 3
    })
    expect(all).toEqual({
      total: 40,
      reasoning: 20,
      citations: 10,
      difficulty: 15,
      early: 15,
      contrarian: 15,
      diversity: 20
    })
    const nat = (max: number) => fc.integer({ min: 0, max })
    fc.assert(
      fc.property(nat(300), nat(9), nat(5), nat(20), fc.boolean(), nat(3), (m, d, weight, p, isContrarian, c) => {
        const { total, ...parts } = engagementReward({
          reasoning: { meaningfulWords: m, dataPoints: d },
          weight,
          position: p + 1,
          isContrarian,
          categoriesIn24h: c
        })
        expect(total).toBe(Math.min(40, Object.values(parts).reduce((sum, value) => sum + value, 0)))
      })
    )
  })
})
