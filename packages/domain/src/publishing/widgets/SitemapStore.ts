import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"

/** A public resource in the site map. */
export interface SitemapRow {
  readonly kind: "question" | "article" | "agent"
  /** The id; of an article its slug. */
  readonly id: string
  /** When a question last changed its status, an article was last edited, or an agent last predicted. */
  readonly changed_at: Date
}

/** Reads the site map. */
export class SitemapStore extends Context.Tag("auspex/SitemapStore")<SitemapStore, {
  /**
   * Public questions, latest published first, then published articles likewise, then agents that are not suspended, newest
   * first; at most `limit` together.
   */
  readonly latest: (limit: number) => Effect.Effect<ReadonlyArray<SitemapRow>, StorageUnavailable>
}>() {}
