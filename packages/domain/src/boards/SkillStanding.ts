import { Schema } from "effect"
import { Interval } from "../kernel/Interval.ts"

/**
 * How well somebody forecasts, whichever questions it chose: `adjusted_brier` is what its mean Brier score would be
 * expected to be on everybody's questions (lower is better), with its 95 % interval. `rank` is by that, equals sharing
 * one; `rank_low` and `rank_high` are the ranks that the intervals leave open.
 */
export const SkillStanding = Schema.Struct({
  adjusted_brier: Schema.Number,
  interval: Interval,
  rank: Schema.Int,
  rank_low: Schema.Int,
  rank_high: Schema.Int
}).annotations({ identifier: "SkillStanding" })
export interface SkillStanding extends Schema.Schema.Type<typeof SkillStanding> {}
