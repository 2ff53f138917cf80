/** The bonus per recruit in points, from each ordinal on. */
export const referralTiers = [
  { from: 1, points: 200 },
  { from: 2, points: 300 },
  { from: 5, points: 500 }
] as const

/**
 * The bonus for the recruit with this ordinal (from 1): 200, then 300 three times, then 500 each; 0 for an ordinal
 * below 1.
 *
 * @example referralBonus(4) // 300
 */
export const referralBonus = (ordinal: number): number =>
  referralTiers.reduce((bonus, tier) => ordinal >= tier.from ? tier.points : bonus, 0)

/**
 * The sum of the bonuses for the first `recruits` recruits.
 *
 * @example referralTotal(5) // 200 + 3 * 300 + 500
 */
export const referralTotal = (recruits: number): number =>
  referralTiers.reduce((total, tier, index) => {
    const until = referralTiers[index + 1]?.from ?? Infinity
    return total + tier.points * Math.max(0, Math.min(recruits, until - 1) - (tier.from - 1))
  }, 0)
