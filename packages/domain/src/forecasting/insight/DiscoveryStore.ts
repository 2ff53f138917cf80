import { Context, type Effect } from "effect"
import type { Page, PageRequest } from "../../kernel/Page.ts"
import type { Refusal } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { Timeframe } from "../questions/PredictionWindow.ts"
import type { QuestionRow } from "../questions/QuestionRow.ts"
import type { Category } from "../questions/Taxonomy.ts"
import type { DiscoveryRank } from "./Discovery.ts"

/** The filters of the ranking; absent ones do not filter. */
export interface DiscoveryFilter {
  readonly category?: Category
  readonly subcategory?: string
  readonly timeframe?: Timeframe
}

/** A ranked question as stored, as of `now`. */
export interface DiscoveredRow extends DiscoveryRank {
  readonly now: Date
  readonly row: QuestionRow
}

/** Questions that accept predictions, ranked by `rankDiscoveries`. */
export class DiscoveryStore extends Context.Tag("auspex/DiscoveryStore")<DiscoveryStore, {
  /**
   * Filters do not change scores. A cursor carries the time and the median of its first page, so a question without new
   * predictions is returned once. A cursor of another list is refused.
   */
  readonly list: (
    filter: DiscoveryFilter,
    page: PageRequest
  ) => Effect.Effect<Page<DiscoveredRow>, Refusal | StorageUnavailable>
}>() {}
