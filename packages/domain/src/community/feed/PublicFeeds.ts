import { Context, Effect, Layer } from "effect"
import { PublicBaseUrl } from "../../platform/identity/PublicBaseUrl.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { type PublicFeedRow, PublicFeedStore } from "./PublicFeedStore.ts"

/** The maximum number of entries in the public feed. */
const publicFeedEntriesMax = 50

/** The latest publications and resolutions of questions. */
export interface PublicFeed {
  /** The public base URL of the platform. */
  readonly home: string
  /** Latest first. */
  readonly entries: ReadonlyArray<PublicFeedRow>
}

/** The public feed. */
export class PublicFeeds extends Context.Tag("auspex/PublicFeeds")<PublicFeeds, {
  /** The latest publications and resolutions, at most `publicFeedEntriesMax`. */
  readonly latest: Effect.Effect<PublicFeed, StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<PublicFeeds, never, PublicFeedStore | PublicBaseUrl> = Layer.effect(
    PublicFeeds,
    Effect.gen(function*() {
      const store = yield* PublicFeedStore
      const { publicUrl } = yield* PublicBaseUrl
      return PublicFeeds.of({
        latest: Effect.map(store.latest(publicFeedEntriesMax), (entries) => ({ home: publicUrl, entries }))
      })
    })
  )
}
