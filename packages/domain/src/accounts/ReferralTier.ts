/** What each recruit earns the recruiter, by order of recruit: from which ordinal on, and how many points. */
export const referralTiers = [
  { from: 1, points: 200 },
  { from: 2, points: 300 },
  { from: 5, points: 500 }
] as const

/**
 * The bonus for the recruit with this ordinal (1 for the first): 200, then 300 three times, then 500 each.
 * An ordinal below 1 earns nothing.
 *
 * @example referralBonus(4) // 300
 */
export const referralBonus = (ordinal: number): number =>
  referralTiers.reduce((bonus, tier) => ordinal >= tier.from ? tier.points : bonus, 0)

/**
 * All the bonuses of the first `recruits` recruits together.
 *
 * @example referralTotal(5) // 200 + 3 * 300 + 500
 */
export const referralTotal = (recruits: number): number =>
  referralTiers.reduce((total, tier, index) => {
    const until = referralTiers[index + 1]?.from ?? Infinity
    return total + tier.points * Math.max(0, Math.min(recruits, until - 1) - (tier.from - 1))
  }, 0)
