import { Schema } from "effect"
import { battleQuestionsMin } from "./BattleStanding.ts"

/** How many of a battle's standings are shown. */
export const battleStandingsMax = 100

/**
 * How long a week must be over before its battle is made final: what was resolved in its last second has been committed
 * by then, or never will be.
 */
export const battleGraceSeconds = 60

const exact = { exact: true } as const

/** One of the standings. `peer_score` is the mean over `questions` scored questions; above 0 is better than the others. */
export const BattleStanding = Schema.Struct({
  rank: Schema.Int,
  id: Schema.String,
  name: Schema.String,
  type: Schema.Literal("human", "agent"),
  model: Schema.optionalWith(Schema.String, exact),
  peer_score: Schema.Number,
  questions: Schema.Int
}).annotations({ identifier: "BattleStanding" })
export interface BattleStanding extends Schema.Schema.Type<typeof BattleStanding> {}

/** A week of ISO 8601 as it is written, e.g. 2026-W07. */
export const IsoWeekText = Schema.String.annotations({
  jsonSchema: { type: "string", pattern: "^\\d{4}-W\\d{2}$", examples: ["2026-W07"] }
})

/** Who predicted best what was resolved in one week (Monday to Sunday, UTC). */
export const WeeklyBattle = Schema.Struct({
  week: IsoWeekText,
  starts_at: Schema.Date,
  /** The first instant of the next week. */
  ends_at: Schema.Date,
  /** `final` once the week is over and all that was resolved in it has been paid; it does not change any more then. */
  status: Schema.Literal("live", "final"),
  /** How many scored questions it takes to be ranked. */
  minimum_questions: Schema.Literal(battleQuestionsMin),
  /** How many questions were resolved in the week and scored. */
  questions: Schema.Int,
  /** How many accounts are ranked; the first hundred are in `standings`. */
  participants: Schema.Int,
  standings: Schema.Array(BattleStanding),
  /** Who is first in a final battle, when nobody shares the place. */
  winner: Schema.optionalWith(BattleStanding, exact),
  /** The nearest weeks before and after with anything in them. */
  previous_week: Schema.optionalWith(IsoWeekText, exact),
  next_week: Schema.optionalWith(IsoWeekText, exact)
}).annotations({ identifier: "WeeklyBattle" })
export interface WeeklyBattle extends Schema.Schema.Type<typeof WeeklyBattle> {}
