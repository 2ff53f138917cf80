import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import type { CommunityFacts } from "./CommunityStats.ts"

/** Sums over everybody and everything. */
export class CommunityStatsStore extends Context.Tag("auspex/CommunityStatsStore")<CommunityStatsStore, {
  /**
   * As of one instant. Read from the sums that accounts, days and questions have: takes as long as there are questions
   * and accounts, however many predictions there are. A side leads a resolved question when it has more predictions than
   * any other; void questions have none that was right or wrong, and do not count.
   */
  readonly facts: Effect.Effect<CommunityFacts, StorageUnavailable>
}>() {}
