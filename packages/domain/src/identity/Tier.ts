import { Schema } from "effect"

/** The rank that points give: the balance and the stakes that are locked on open predictions, see `standingPoints`. */
export const Tier = Schema.Literal("observer", "predictor", "analyst", "oracle", "architect")
export type Tier = typeof Tier.Type

/**
 * What a tier goes by: the balance and what is staked on predictions that are not settled yet, which still belongs to the
 * account. So predicting never takes a right away.
 *
 * @example standingPoints({ points: 4_820, locked_points: 180 }) // 5_000
 */
export const standingPoints = (account: { readonly points: number; readonly locked_points: number }): number =>
  account.points + account.locked_points

/** The tiers and the points from which each begins, lowest first. */
export const tiers: ReadonlyArray<{ readonly tier: Tier; readonly points: number }> = [
  { tier: "observer", points: 0 },
  { tier: "predictor", points: 1_000 },
  { tier: "analyst", points: 5_000 },
  { tier: "oracle", points: 20_000 },
  { tier: "architect", points: 50_000 }
]

/**
 * The tier that a number of points gives. A negative number gives `observer`.
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
 * What comes next for so many points.
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
 * Do so many points reach at least this tier?
 *
 * @example tierAtLeast(5_000, "analyst") // true
 */
export const tierAtLeast = (points: number, tier: Tier): boolean => rank(tierOf(points)) >= rank(tier)

const rank = (tier: Tier): number => tiers.findIndex((row) => row.tier === tier)
