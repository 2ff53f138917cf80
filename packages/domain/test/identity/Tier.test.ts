import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { referralBonus, referralTotal } from "../../src/platform/accounts/ReferralTier.ts"
import { nextTier, tierAtLeast, tierOf, tiers } from "../../src/platform/identity/Tier.ts"

describe("tiers", () => {
  it.each(
    [
      [-1, "observer", "predictor", 1_001],
      [0, "observer", "predictor", 1_000],
      [999, "observer", "predictor", 1],
      [1_000, "predictor", "analyst", 4_000],
      [4_999, "predictor", "analyst", 1],
      [5_000, "analyst", "oracle", 15_000],
      [19_999, "analyst", "oracle", 1],
      [20_000, "oracle", "architect", 30_000],
      [49_999, "oracle", "architect", 1],
      [50_000, "architect", null, null],
      [9_999_999, "architect", null, null]
    ] as const
  )("%i points: %s, next %s in %s", (points, tier, next_tier, points_to_next_tier) => {
    expect(tierOf(points)).toBe(tier)
    expect(nextTier(points)).toEqual({ next_tier, points_to_next_tier })
  })

  it("are reached with exactly the missing points", () => {
    fc.assert(fc.property(fc.integer({ min: -1_000, max: 60_000 }), (points) => {
      const next = nextTier(points)
      if (next.next_tier === null || next.points_to_next_tier === null) {
        expect(points).toBeGreaterThanOrEqual(50_000)
        return
      }
      expect(tierAtLeast(points, next.next_tier)).toBe(false)
      expect(tierOf(points + next.points_to_next_tier)).toBe(next.next_tier)
      expect(tierOf(points + next.points_to_next_tier - 1)).toBe(tierOf(points))
    }))
  })

  it("include all lower tiers", () => {
    for (const [index, row] of tiers.entries()) {
      for (const [other, { tier }] of tiers.entries()) expect(tierAtLeast(row.points, tier)).toBe(other <= index)
    }
  })
})

describe("referrals", () => {
  it.each([[0, 0], [1, 200], [2, 300], [3, 300], [4, 300], [5, 500], [6, 500], [1_000, 500]])(
    "recruit %i earns %i",
    (ordinal, points) => expect(referralBonus(ordinal)).toBe(points)
  )

  it("add up to the total", () => {
    fc.assert(fc.property(fc.nat(500), (recruits) => {
      const sum = Array.from({ length: recruits }, (_, index) => referralBonus(index + 1)).reduce((a, b) => a + b, 0)
      expect(referralTotal(recruits)).toBe(sum)
    }))
    expect(referralTotal(5)).toBe(1_600)
  })
})
