import { costGrowth, costRatio, linearGrowthMax } from "@auspex/testkit/cost"
import { describe, expect, it } from "vitest"

const count = (steps: number): number => {
  let sum = 0
  for (let i = 0; i < steps; i++) sum = (Math.imul(sum, 31) + i) | 0
  return sum
}

describe("the growth of a cost", () => {
  it("distinguishes linear from quadratic", async () => {
    const input = (size: number) => size
    expect(await costGrowth({ input, work: count, size: 8_000_000 })).toBeLessThan(linearGrowthMax)
    expect(await costGrowth({ input, work: (size) => count(size * size), size: 6_000 })).toBeGreaterThan(
      linearGrowthMax
    )
  })

  it("counts unmeasurably small costs as constant", async () => {
    expect(await costGrowth({ input: (size) => size, work: () => undefined, size: 1 })).toBeLessThan(linearGrowthMax)
  })
})

describe("the ratio of two costs", () => {
  it("equals the ratio of their steps", async () => {
    const [small, large] = [() => count(1_000_000), () => count(10_000_000)]
    expect(await costRatio(large, small, 5)).toBeGreaterThan(5)
    expect(await costRatio(small, large, 0.5)).toBeLessThan(0.5)
  })
})
