import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { CommunityFacts } from "./CommunityStats.ts"

/** Reads the sums behind the statistics of the platform. */
export class CommunityStatsStore extends Context.Tag("auspex/CommunityStatsStore")<CommunityStatsStore, {
  /**
   * The sums as of one instant, read from the counters of accounts, days and questions: the cost grows with these and
   * not with the number of predictions. A side leads a resolved question when it has more predictions than any other;
   * void questions do not count.
   */
  readonly facts: Effect.Effect<CommunityFacts, StorageUnavailable>
}>() {}
