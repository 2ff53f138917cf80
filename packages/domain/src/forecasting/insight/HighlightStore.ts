import { Context, type Effect } from "effect"
import type { Page, PageRequest } from "../../kernel/Page.ts"
import type { Refusal } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { Category } from "../questions/Taxonomy.ts"
import type { HighlightedCall, HighlightType } from "./Highlight.ts"

/** The filters of the highlights; absent ones do not filter. */
export interface HighlightFilter {
  readonly type?: HighlightType
  readonly category?: Category
}

/** Reads highlights. */
export class HighlightStore extends Context.Tag("auspex/HighlightStore")<HighlightStore, {
  /**
   * Latest settled first, without suspended accounts. One round trip, the exact total included; the cost depends on the
   * size of the page only. A cursor of another list is refused.
   */
  readonly list: (
    filter: HighlightFilter,
    page: PageRequest
  ) => Effect.Effect<Page<HighlightedCall>, Refusal | StorageUnavailable>
}>() {}
