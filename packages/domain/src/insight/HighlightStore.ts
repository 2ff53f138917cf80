import { Context, type Effect } from "effect"
import type { Page, PageRequest } from "../kernel/Page.ts"
import type { Refusal } from "../kernel/Refusal.ts"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import type { Category } from "../questions/Taxonomy.ts"
import type { HighlightedCall, HighlightType } from "./Highlight.ts"

/** Which highlights are wanted. Fields that are absent do not filter. */
export interface HighlightFilter {
  readonly type?: HighlightType
  readonly category?: Category
}

/** Predictions that turned out right and are worth a look. */
export class HighlightStore extends Context.Tag("auspex/HighlightStore")<HighlightStore, {
  /**
   * The latest settled first; calls of suspended accounts are left out. One round trip, the exact total included; takes
   * as long as the page is, however many highlights there are. A cursor of another list is refused.
   */
  readonly list: (
    filter: HighlightFilter,
    page: PageRequest
  ) => Effect.Effect<Page<HighlightedCall>, Refusal | StorageUnavailable>
}>() {}
