import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"

/** The publication or resolution of a question. */
export interface PublicFeedRow {
  /**
   * The question's id for a publication, the resolution's for a resolution; a new resolution after a dispute has a new
   * id.
   */
  readonly entry_id: string
  readonly kind: "published" | "resolved"
  readonly at: Date
  readonly question_id: string
  readonly question: string
  readonly category: string
  readonly window_ends_at: Date
  readonly resolution_source: string
  readonly outcome: boolean | null
  readonly correct_options: ReadonlyArray<string> | null
  readonly resolution_note: string | null
}

/** Reads the public feed. */
export class PublicFeedStore extends Context.Tag("auspex/PublicFeedStore")<PublicFeedStore, {
  /** Publications and resolutions together, latest first. */
  readonly latest: (limit: number) => Effect.Effect<ReadonlyArray<PublicFeedRow>, StorageUnavailable>
}>() {}
