import { Context, Effect, Layer } from "effect"
import { mapPage, type Page, type PageRequest } from "../../kernel/Page.ts"
import type { Refusal } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { toQuestion } from "../questions/Question.ts"
import type { Discovery } from "./Discovery.ts"
import { type DiscoveryFilter, DiscoveryStore } from "./DiscoveryStore.ts"

/** Recommends questions to predict on next. */
export class Discoveries extends Context.Tag("auspex/Discoveries")<Discoveries, {
  readonly list: (
    filter: DiscoveryFilter,
    page: PageRequest
  ) => Effect.Effect<Page<Discovery>, Refusal | StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<Discoveries, never, DiscoveryStore> = Layer.effect(
    Discoveries,
    Effect.map(DiscoveryStore, (store) =>
      Discoveries.of({
        list: (filter, page) =>
          Effect.map(store.list(filter, page), (found) =>
            mapPage(found, ({ now, row, score, terms }) => ({ question: toQuestion(row, now), score, terms })))
      }))
  )
}
