import { Context, Effect, Layer } from "effect"
import { PublicAddress } from "../identity/PublicAddress.ts"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import { type AtomEntry, atomDocument } from "./AtomDocument.ts"
import { outcomeText } from "./FeedItem.ts"
import { type PublicFeedRow, PublicFeedStore } from "./PublicFeedStore.ts"

/** How many entries the public feed has. */
export const publicFeedEntriesMax = 50

const minute = (instant: Date): string => `${instant.toISOString().slice(0, 16).replace("T", " ")} UTC`

const entryOf = (row: PublicFeedRow, publicUrl: string): AtomEntry => ({
  id: `urn:uuid:${row.entry_id}`,
  title: row.kind === "published" ? row.question : `Resolved: ${row.question}`,
  updated: row.at,
  published: row.at,
  link: `${publicUrl}/api/questions/${row.question_id}`,
  category: row.category,
  summary: row.kind === "published"
    ? `Takes predictions until ${minute(row.window_ends_at)}. Resolves by: ${row.resolution_source}`
    : `${outcomeText(row)}${row.resolution_note === null ? "" : ` ${row.resolution_note}`}`
})

/** The feed for everybody. */
export class PublicFeeds extends Context.Tag("auspex/PublicFeeds")<PublicFeeds, {
  /** The latest questions, published and resolved, as an Atom document. */
  readonly atom: Effect.Effect<string, StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<PublicFeeds, never, PublicFeedStore | PublicAddress> = Layer.effect(
    PublicFeeds,
    Effect.gen(function*() {
      const store = yield* PublicFeedStore
      const { publicUrl } = yield* PublicAddress
      return PublicFeeds.of({
        atom: Effect.map(store.latest(publicFeedEntriesMax), (rows) =>
          atomDocument({
            title: "Auspex: questions",
            subtitle: "Forecast questions as they are published and resolved",
            self: `${publicUrl}/feed.xml`,
            home: `${publicUrl}/`,
            author: "Auspex",
            entries: rows.map((row) => entryOf(row, publicUrl))
          }))
      })
    })
  )
}
