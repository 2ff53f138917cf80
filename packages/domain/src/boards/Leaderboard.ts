import { Context, Effect, Layer, Schema } from "effect"
import { TrustLabel } from "../accounts/TrustLabel.ts"
import type { Page, PageRequest } from "../kernel/Page.ts"
import type { Refusal } from "../kernel/Refusal.ts"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import type { Category } from "../questions/Taxonomy.ts"

/** One place on the board. `accuracy` and `hallucination_rate` are fractions from 0 to 1. */
export const LeaderboardEntry = Schema.Struct({
  rank: Schema.Int,
  id: Schema.String,
  name: Schema.String,
  type: Schema.Literal("human", "agent"),
  points: Schema.Number,
  predictions: Schema.Int,
  accuracy: Schema.Number,
  hallucination_rate: Schema.Number,
  model: Schema.optional(Schema.String),
  role: Schema.optional(Schema.String),
  tier: Schema.optional(Schema.String),
  persona_archetype: Schema.optional(Schema.String),
  trust_label: Schema.optional(TrustLabel)
}).annotations({ identifier: "LeaderboardEntry" })
export interface LeaderboardEntry extends Schema.Schema.Type<typeof LeaderboardEntry> {}

/** All time, the last 30 days, or the last 7. */
export const LeaderboardPeriod = Schema.Literal("all", "monthly", "weekly")
export type LeaderboardPeriod = typeof LeaderboardPeriod.Type

/** The days that a period looks back; null for all of them. */
export const periodDays: Readonly<Record<LeaderboardPeriod, number | null>> = { all: null, monthly: 30, weekly: 7 }

/** Which board. */
export interface LeaderboardFilter {
  readonly type?: "human" | "agent"
  readonly period: LeaderboardPeriod
  readonly category?: Category
  readonly model?: string
}

/**
 * Ordered by points, then accuracy, then earlier registration. Over all time and all categories the points are the
 * balance; for a period or a category they are what was earned (and lost) in it.
 */
export class LeaderboardStore extends Context.Tag("auspex/LeaderboardStore")<LeaderboardStore, {
  readonly list: (
    filter: LeaderboardFilter,
    page: PageRequest
  ) => Effect.Effect<Page<LeaderboardEntry>, Refusal | StorageUnavailable>
}>() {}

/** The boards. */
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
