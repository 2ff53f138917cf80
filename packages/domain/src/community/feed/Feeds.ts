import { Context, Effect, Layer } from "effect"
import type { AccountActor } from "../../platform/identity/Actor.ts"
import type { Refusal } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { type FeedItem, feedSourceOf, feedTypeOf, toFeedItem } from "./FeedItem.ts"
import { type FeedPage, type FeedRequest, FeedStore } from "./FeedStore.ts"

/** Which part of a feed is requested, by the names of a type and a source or their aliases. */
export interface NamedFeedRequest extends Omit<FeedRequest, "type" | "source"> {
  readonly type?: string
  readonly source?: string
}

/** The personal feed of an account. */
export class Feeds extends Context.Tag("auspex/Feeds")<Feeds, {
  /** The caller's feed, latest first; see `FeedStore` for its contents. Empty for an unknown type or source. */
  readonly mine: (
    actor: AccountActor,
    request: NamedFeedRequest
  ) => Effect.Effect<FeedPage<FeedItem>, Refusal | StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<Feeds, never, FeedStore> = Layer.effect(
    Feeds,
    Effect.map(FeedStore, (store) =>
      Feeds.of({
        mine: (actor, { source: sourceName, type: typeName, ...page }) => {
          const type = typeName === undefined ? undefined : feedTypeOf(typeName)
          const source = sourceName === undefined ? undefined : feedSourceOf(sourceName)
          const isUnknown = (typeName !== undefined && type === undefined)
            || (sourceName !== undefined && source === undefined)
          if (isUnknown) return Effect.succeed({ items: [], next_cursor: null })
          const request = {
            ...page,
            ...(type === undefined ? {} : { type }),
            ...(source === undefined ? {} : { source })
          }
          return Effect.map(store.ofAccount(actor.id, request), ({ items, next_cursor }) => ({
            items: items.map(toFeedItem),
            next_cursor
          }))
        }
      }))
  )
}
