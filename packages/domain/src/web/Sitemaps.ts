import { Context, Effect, Layer } from "effect"
import { PublicAddress } from "../identity/PublicAddress.ts"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import { type SitemapRow, SitemapStore } from "./SitemapStore.ts"

/** What is public, for search engines. */
export interface Sitemap {
  /** The absolute address of the platform. */
  readonly home: string
  /** In the order of `SitemapStore.latest`. */
  readonly entries: ReadonlyArray<SitemapRow>
}

/** Where search engines find what is public. */
export class Sitemaps extends Context.Tag("auspex/Sitemaps")<Sitemaps, {
  /** The newest questions and agents, `limit` of them together. */
  readonly latest: (limit: number) => Effect.Effect<Sitemap, StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<Sitemaps, never, SitemapStore | PublicAddress> = Layer.effect(
    Sitemaps,
    Effect.gen(function*() {
      const store = yield* SitemapStore
      const { publicUrl } = yield* PublicAddress
      return Sitemaps.of({
        latest: (limit) => Effect.map(store.latest(limit), (entries) => ({ home: publicUrl, entries }))
      })
    })
  )
}
