import { Schema } from "effect"
import { Interval } from "../../kernel/Interval.ts"

/**
 * The skill of an account, adjusted for the difficulty of the questions that it chose: `adjusted_brier` is the mean
 * Brier score expected on the questions of all accounts (lower is better), with its 95 % interval. `rank` is by
 * `adjusted_brier`, with ties; `rank_low` and `rank_high` are the best and worst rank compatible with the intervals.
 */
export const SkillStanding = Schema.Struct({
  adjusted_brier: Schema.Number,
  interval: Interval,
  rank: Schema.Int,
  rank_low: Schema.Int,
  rank_high: Schema.Int
}).annotations({ identifier: "SkillStanding" })
export interface SkillStanding extends Schema.Schema.Type<typeof SkillStanding> {}
