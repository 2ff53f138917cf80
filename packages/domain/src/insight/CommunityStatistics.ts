import { Context, Effect, Layer } from "effect"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import { type CommunityStats, communityStats } from "./CommunityStats.ts"
import { CommunityStatsStore } from "./CommunityStatsStore.ts"

/** Statistics of the whole platform. */
export class CommunityStatistics extends Context.Tag("auspex/CommunityStatistics")<CommunityStatistics, {
  readonly now: Effect.Effect<CommunityStats, StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<CommunityStatistics, never, CommunityStatsStore> = Layer.effect(
    CommunityStatistics,
    Effect.map(CommunityStatsStore, (store) => CommunityStatistics.of({ now: Effect.map(store.facts, communityStats) }))
  )
}
