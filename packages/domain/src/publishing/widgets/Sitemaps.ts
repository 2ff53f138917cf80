import { Context, Effect, Layer } from "effect"
import { PublicBaseUrl } from "../../platform/identity/PublicBaseUrl.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { type SitemapRow, SitemapStore } from "./SitemapStore.ts"

/** The public resources, for search engines. */
export interface Sitemap {
  /** The public base URL of the platform. */
  readonly home: string
  /** In the order of `SitemapStore.latest`. */
  readonly entries: ReadonlyArray<SitemapRow>
}

/** The site map for search engines. */
export class Sitemaps extends Context.Tag("auspex/Sitemaps")<Sitemaps, {
  /** The newest questions, articles and agents, at most `limit` together. */
  readonly latest: (limit: number) => Effect.Effect<Sitemap, StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<Sitemaps, never, SitemapStore | PublicBaseUrl> = Layer.effect(
    Sitemaps,
    Effect.gen(function*() {
      const store = yield* SitemapStore
      const { publicUrl } = yield* PublicBaseUrl
      return Sitemaps.of({
        latest: (limit) => Effect.map(store.latest(limit), (entries) => ({ home: publicUrl, entries }))
      })
    })
  )
}
