import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"

/** A question that was published or resolved. */
export interface PublicFeedRow {
  /** Of the question when published, of the resolution when resolved: another one when a dispute overturned it. */
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

/** What the public feed tells of. */
export class PublicFeedStore extends Context.Tag("auspex/PublicFeedStore")<PublicFeedStore, {
  /** Publications and resolutions together, the latest first. */
  readonly latest: (limit: number) => Effect.Effect<ReadonlyArray<PublicFeedRow>, StorageUnavailable>
}>() {}
