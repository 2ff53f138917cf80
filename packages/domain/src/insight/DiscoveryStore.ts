import { Context, type Effect } from "effect"
import type { Page, PageRequest } from "../kernel/Page.ts"
import type { Refusal } from "../kernel/Refusal.ts"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import type { Timeframe } from "../questions/PredictionWindow.ts"
import type { QuestionRow } from "../questions/QuestionRow.ts"
import type { Category } from "../questions/Taxonomy.ts"
import type { DiscoveryRank } from "./Discovery.ts"

/** Which questions are wanted. Fields that are absent do not filter. */
export interface DiscoveryFilter {
  readonly category?: Category
  readonly subcategory?: string
  readonly timeframe?: Timeframe
}

/** A ranked question as it is stored, as of `now`. */
export interface DiscoveredRow extends DiscoveryRank {
  readonly now: Date
  readonly row: QuestionRow
}

/** Questions that take predictions, ranked by `rankDiscoveries`. */
export class DiscoveryStore extends Context.Tag("auspex/DiscoveryStore")<DiscoveryStore, {
  /**
   * A filter leaves questions out and changes no score. A walk by cursor keeps to the clock and the median that it began
   * with, so a question whose voices do not change meanwhile is seen once. A cursor of another list is refused.
   */
  readonly list: (
    filter: DiscoveryFilter,
    page: PageRequest
  ) => Effect.Effect<Page<DiscoveredRow>, Refusal | StorageUnavailable>
}>() {}
