import { Context, Effect, Layer } from "effect"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { type CommunityStats, communityStats } from "./CommunityStats.ts"
import { CommunityStatsStore } from "./CommunityStatsStore.ts"

/** Statistics of the whole platform. */
export class CommunityStatsReads extends Context.Tag("auspex/CommunityStatsReads")<CommunityStatsReads, {
  readonly now: Effect.Effect<CommunityStats, StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<CommunityStatsReads, never, CommunityStatsStore> = Layer.effect(
    CommunityStatsReads,
    Effect.map(CommunityStatsStore, (store) => CommunityStatsReads.of({ now: Effect.map(store.facts, communityStats) }))
  )
}
