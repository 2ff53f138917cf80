import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"

/** Something that has a public address. */
export interface SitemapRow {
  readonly kind: "question" | "agent"
  readonly id: string
  /**
   * When a question last took another state, or an agent last predicted: what such an address shows has changed by then at
   * the latest.
   */
  readonly changed_at: Date
}

/** What the site map tells of. */
export class SitemapStore extends Context.Tag("auspex/SitemapStore")<SitemapStore, {
  /**
   * Public questions, the latest published first, and then agents that are not suspended, the newest first; `limit` of all
   * these.
   */
  readonly latest: (limit: number) => Effect.Effect<ReadonlyArray<SitemapRow>, StorageUnavailable>
}>() {}
