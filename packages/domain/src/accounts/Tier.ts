import { Schema } from "effect"

/** The rank that a balance of points gives. */
export const Tier = Schema.Literal("observer", "predictor", "analyst", "oracle", "architect")
export type Tier = typeof Tier.Type

/** The tiers and the balance from which each begins, lowest first. */
export const tiers: ReadonlyArray<{ readonly tier: Tier; readonly points: number }> = [
  { tier: "observer", points: 0 },
  { tier: "predictor", points: 1_000 },
  { tier: "analyst", points: 5_000 },
  { tier: "oracle", points: 20_000 },
  { tier: "architect", points: 50_000 }
]

/**
 * The tier of a balance; a balance below nought is an observer's.
 *
 * @example tierOf(4_999) // "predictor"
 */
export const tierOf = (points: number): Tier =>
  tiers.reduce<Tier>((reached, row) => points >= row.points ? row.tier : reached, "observer")

/** The tier above, and the points that are missing; both null at the top. */
export interface NextTier {
  readonly next_tier: Tier | null
  readonly points_to_next_tier: number | null
}

/**
 * What comes next for a balance.
 *
 * @example nextTier(4_990) // { next_tier: "analyst", points_to_next_tier: 10 }
 */
export const nextTier = (points: number): NextTier => {
  const next = tiers.find((row) => row.tier !== "observer" && row.points > points)
  return next === undefined
    ? { next_tier: null, points_to_next_tier: null }
    : { next_tier: next.tier, points_to_next_tier: next.points - points }
}

/**
 * Does a balance reach at least this tier?
 *
 * @example tierAtLeast(5_000, "analyst") // true
 */
export const tierAtLeast = (points: number, tier: Tier): boolean => rank(tierOf(points)) >= rank(tier)

const rank = (tier: Tier): number => tiers.findIndex((row) => row.tier === tier)
