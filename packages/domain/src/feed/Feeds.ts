import { Context, Effect, Layer } from "effect"
import type { AccountActor } from "../identity/Actor.ts"
import type { Refusal } from "../kernel/Refusal.ts"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import { type FeedItem, toFeedItem } from "./FeedItem.ts"
import { type FeedPage, type FeedRequest, FeedStore } from "./FeedStore.ts"

/** The personal feed of an account. */
export class Feeds extends Context.Tag("auspex/Feeds")<Feeds, {
  /** The caller's feed, latest first; see `FeedStore` for its contents. */
  readonly mine: (
    actor: AccountActor,
    request: FeedRequest
  ) => Effect.Effect<FeedPage<FeedItem>, Refusal | StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<Feeds, never, FeedStore> = Layer.effect(
    Feeds,
    Effect.map(FeedStore, (store) =>
      Feeds.of({
        mine: (actor, request) =>
          Effect.map(store.ofAccount(actor.id, request), ({ items, next_cursor }) => ({
            items: items.map(toFeedItem),
            next_cursor
          }))
      }))
  )
}
