import { Schema } from "effect"

/** The rank of an account by its points (see `standingPoints`). */
export const Tier = Schema.Literal("observer", "predictor", "analyst", "oracle", "architect")
export type Tier = typeof Tier.Type

/**
 * The points that decide the tier: the balance and the stakes on predictions that are not settled yet. Stakes count so
 * that placing a prediction never lowers the tier.
 *
 * @example standingPoints({ points: 4_820, locked_points: 180 }) // 5_000
 */
export const standingPoints = (account: { readonly points: number; readonly locked_points: number }): number =>
  account.points + account.locked_points

/** The tiers with the points at which each begins, lowest first. */
export const tiers: ReadonlyArray<{ readonly tier: Tier; readonly points: number }> = [
  { tier: "observer", points: 0 },
  { tier: "predictor", points: 1_000 },
  { tier: "analyst", points: 5_000 },
  { tier: "oracle", points: 20_000 },
  { tier: "architect", points: 50_000 }
]

/**
 * The tier for a number of points; `observer` for negative numbers.
 *
 * @example tierOf(4_999) // "predictor"
 */
export const tierOf = (points: number): Tier =>
  tiers.reduce<Tier>((reached, row) => points >= row.points ? row.tier : reached, "observer")

/** The next tier and the points missing to reach it; both null at the top. */
export interface NextTier {
  readonly next_tier: Tier | null
  readonly points_to_next_tier: number | null
}

/**
 * The next tier for a number of points.
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
 * Whether a number of points reaches at least this tier.
 *
 * @example tierAtLeast(5_000, "analyst") // true
 */
export const tierAtLeast = (points: number, tier: Tier): boolean => rank(tierOf(points)) >= rank(tier)

const rank = (tier: Tier): number => tiers.findIndex((row) => row.tier === tier)
