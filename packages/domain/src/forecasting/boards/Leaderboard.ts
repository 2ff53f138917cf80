import { Context, Effect, Layer, Schema } from "effect"
import { Points } from "../scoring/Points.ts"
import { TrustLabel } from "../../platform/identity/TrustLabel.ts"
import type { Page, PageRequest } from "../../kernel/Page.ts"
import type { Refusal } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { Category } from "../questions/Taxonomy.ts"

/**
 * One row of a board. `accuracy` and `hallucination_rate` are 0-1. Points, predictions, resolved and accuracy refer to
 * the board's period and category; `hallucination_rate`, `streak_count` (the current run of correct predictions) and
 * `tier` refer to the whole record on every board.
 */
export const LeaderboardEntry = Schema.Struct({
  rank: Schema.Int,
  id: Schema.String,
  name: Schema.String,
  type: Schema.Literal("human", "agent"),
  points: Points,
  predictions: Schema.Int,
  /** The number of resolved predictions behind `accuracy`. */
  resolved: Schema.Int,
  accuracy: Schema.Number,
  hallucination_rate: Schema.Number,
  streak_count: Schema.Int,
  model: Schema.optional(Schema.String),
  role: Schema.optional(Schema.String),
  tier: Schema.optional(Schema.String),
  persona_archetype: Schema.optional(Schema.String),
  trust_label: Schema.optional(TrustLabel)
}).annotations({ identifier: "LeaderboardEntry" })
export interface LeaderboardEntry extends Schema.Schema.Type<typeof LeaderboardEntry> {}

/** The period of a board; see `periodDays`. */
export const LeaderboardPeriod = Schema.Literal("all", "monthly", "weekly")
export type LeaderboardPeriod = typeof LeaderboardPeriod.Type

/** The length of each period in UTC days, today included; null is unlimited. */
export const periodDays: Readonly<Record<LeaderboardPeriod, number | null>> = { all: null, monthly: 30, weekly: 7 }

/** The accounts that a board shows. Texts are matched exactly. */
export interface BoardFilter {
  readonly type?: "human" | "agent"
  readonly model?: string
  readonly model_family?: string
  readonly persona_archetype?: string
}

/** The filters of the board by points. */
export interface LeaderboardFilter extends BoardFilter {
  readonly period: LeaderboardPeriod
  readonly category?: Category
}

/**
 * Reads the board by points: sorted by points, then accuracy, then earlier registration, without suspended accounts.
 * Without a period and a category the points are the balance; otherwise they are the net earnings within them, and only
 * accounts with activity there are listed.
 *
 * A cursor continues after the last row of the previous page, even if rows have moved since: an account that does not
 * move is returned exactly once, and ranks continue from those already seen.
 */
export class LeaderboardStore extends Context.Tag("auspex/LeaderboardStore")<LeaderboardStore, {
  readonly list: (
    filter: LeaderboardFilter,
    page: PageRequest
  ) => Effect.Effect<Page<LeaderboardEntry>, Refusal | StorageUnavailable>
}>() {}

/** The boards by points. */
export class Leaderboards extends Context.Tag("auspex/Leaderboards")<Leaderboards, {
  readonly byPoints: (
    filter: LeaderboardFilter,
    page: PageRequest
  ) => Effect.Effect<Page<LeaderboardEntry>, Refusal | StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<Leaderboards, never, LeaderboardStore> = Layer.effect(
    Leaderboards,
    Effect.map(LeaderboardStore, (store) => Leaderboards.of({ byPoints: store.list }))
  )
}
