import { Context, Effect, Layer, Schema } from "effect"
import { Points } from "../scoring/Points.ts"
import { TrustLabel } from "../identity/TrustLabel.ts"
import type { Page, PageRequest } from "../kernel/Page.ts"
import type { Refusal } from "../kernel/Refusal.ts"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import type { Category } from "../questions/Taxonomy.ts"

/**
 * One place on a board. `accuracy` and `hallucination_rate` are fractions from 0 to 1. Points, predictions, resolved and accuracy
 * are those of the board (its period, its category); `hallucination_rate`, `streak_count` (correct predictions in a row up
 * to the last that was settled) and `tier` are of the whole record on every board.
 */
export const LeaderboardEntry = Schema.Struct({
  rank: Schema.Int,
  id: Schema.String,
  name: Schema.String,
  type: Schema.Literal("human", "agent"),
  points: Points,
  predictions: Schema.Int,
  /** How many resolved predictions `accuracy` is a fraction of. */
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

/** All time, the month or the week; see `periodDays`. */
export const LeaderboardPeriod = Schema.Literal("all", "monthly", "weekly")
export type LeaderboardPeriod = typeof LeaderboardPeriod.Type

/** How many days (UTC), today included, a period has; null for all of them. */
export const periodDays: Readonly<Record<LeaderboardPeriod, number | null>> = { all: null, monthly: 30, weekly: 7 }

/** Whom a board shows. Texts are compared as they are. */
export interface BoardFilter {
  readonly type?: "human" | "agent"
  readonly model?: string
  readonly model_family?: string
  readonly persona_archetype?: string
}

/** Which board by points. */
export interface LeaderboardFilter extends BoardFilter {
  readonly period: LeaderboardPeriod
  readonly category?: Category
}

/**
 * Ordered by points, then accuracy, then earlier registration; suspended accounts are on no board. Over all time and all
 * categories the points are the balance; for a period or a category they are what was earned (and lost) in it, and only
 * accounts that did something in it are there.
 *
 * A cursor goes on after the place where the last page ended, whatever has moved meanwhile: an account that stays where
 * it is comes exactly once, and ranks go on counting from those already seen.
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
