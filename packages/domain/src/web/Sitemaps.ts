import { Context, Effect, Layer } from "effect"
import { PublicAddress } from "../identity/PublicAddress.ts"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import { sitemapDocument, sitemapLimits } from "./SitemapDocument.ts"
import { type SitemapRow, SitemapStore } from "./SitemapStore.ts"

// The protocol lets a map list addresses below its own folder only, and the map is at /api.
const folders: Readonly<Record<SitemapRow["kind"], string>> = { question: "/api/questions/", agent: "/api/agents/" }

/** Where search engines find what is public. */
export class Sitemaps extends Context.Tag("auspex/Sitemaps")<Sitemaps, {
  /** The newest questions and agents, as many as the protocol allows; see `sitemapDocument`. */
  readonly document: Effect.Effect<string, StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<Sitemaps, never, SitemapStore | PublicAddress> = Layer.effect(
    Sitemaps,
    Effect.gen(function*() {
      const store = yield* SitemapStore
      const { publicUrl } = yield* PublicAddress
      return Sitemaps.of({
        document: Effect.map(store.latest(sitemapLimits.entriesMax), (rows) =>
          sitemapDocument(
            rows.map(({ changed_at, id, kind }) => ({ address: `${publicUrl}${folders[kind]}${id}`, changed_at }))
          ))
      })
    })
  )
}
