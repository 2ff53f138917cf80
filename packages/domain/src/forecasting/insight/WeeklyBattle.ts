import { Schema } from "effect"
import { battleQuestionsMin } from "./BattleStanding.ts"
import { optional } from "../../kernel/optional.ts"

/** The maximum number of standings shown. */
export const battleStandingsMax = 100

/**
 * How many seconds after the end of a week its battle is finalised: by then every resolution of the week has committed.
 */
export const battleGraceSeconds = 60

/**
 * One place in the standings. `peer_score` is the mean over `questions` scored questions; positive is better than the
 * others.
 */
export const BattleStanding = Schema.Struct({
  rank: Schema.Int,
  id: Schema.String,
  name: Schema.String,
  type: Schema.Literal("human", "agent"),
  model: optional(Schema.String),
  peer_score: Schema.Number,
  questions: Schema.Int
}).annotations({ identifier: "BattleStanding" })
export interface BattleStanding extends Schema.Schema.Type<typeof BattleStanding> {}

/** An ISO 8601 week, e.g. 2026-W07. */
export const IsoWeekText = Schema.String.annotations({
  jsonSchema: { type: "string", pattern: "^\\d{4}-W\\d{2}$", examples: ["2026-W07"] }
})

/** The weekly ranking by peer score on the questions that were resolved in a week (Monday to Sunday, UTC). */
export const WeeklyBattle = Schema.Struct({
  week: IsoWeekText,
  starts_at: Schema.Date,
  /** The first instant of the next week. */
  ends_at: Schema.Date,
  /** `final` once the week is over and everything resolved in it is paid; a final battle never changes. */
  status: Schema.Literal("live", "final"),
  /** The minimum number of scored questions for a rank. */
  minimum_questions: Schema.Literal(battleQuestionsMin),
  /** The number of scored questions that were resolved in the week. */
  questions: Schema.Int,
  /** The number of ranked accounts; the first hundred are in `standings`. */
  participants: Schema.Int,
  standings: Schema.Array(BattleStanding),
  /** The first place of a final battle, unless it is shared. */
  winner: optional(BattleStanding),
  /** The nearest earlier and later weeks that are not empty. */
  previous_week: optional(IsoWeekText),
  next_week: optional(IsoWeekText)
}).annotations({ identifier: "WeeklyBattle" })
export interface WeeklyBattle extends Schema.Schema.Type<typeof WeeklyBattle> {}
