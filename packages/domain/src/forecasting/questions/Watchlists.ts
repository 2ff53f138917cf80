import { Context, Effect, Layer } from "effect"
import type { AccountActor } from "../../platform/identity/Actor.ts"
import type { Page, PageRequest } from "../../kernel/Page.ts"
import type { Refusal } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { type Question, toQuestion } from "./Question.ts"
import { WatchlistStore } from "./WatchlistStore.ts"

/** The questions that accounts watch. */
export class Watchlists extends Context.Tag("auspex/Watchlists")<Watchlists, {
  /** The caller's watched questions, latest watched first. */
  readonly list: (
    actor: AccountActor,
    page: PageRequest
  ) => Effect.Effect<Page<Question>, Refusal | StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<Watchlists, never, WatchlistStore> = Layer.effect(
    Watchlists,
    Effect.map(WatchlistStore, (store) =>
      Watchlists.of({
        list: (actor, page) =>
          Effect.map(store.list(actor.id, page), ({ items, next_cursor, now, total }) => ({
            items: items.map((row) => toQuestion(row, now)),
            total,
            next_cursor
          }))
      }))
  )
}
