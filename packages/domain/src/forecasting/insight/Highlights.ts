import { Context, Effect, Layer } from "effect"
import { mapPage, type Page, type PageRequest } from "../../kernel/Page.ts"
import type { Refusal } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { type Highlight, toHighlight } from "./Highlight.ts"
import { type HighlightFilter, HighlightStore } from "./HighlightStore.ts"

/** Correct predictions that were contrarian or highly confident. */
export class Highlights extends Context.Tag("auspex/Highlights")<Highlights, {
  readonly list: (
    filter: HighlightFilter,
    page: PageRequest
  ) => Effect.Effect<Page<Highlight>, Refusal | StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<Highlights, never, HighlightStore> = Layer.effect(
    Highlights,
    Effect.map(HighlightStore, (store) =>
      Highlights.of({
        list: (filter, page) => Effect.map(store.list(filter, page), (calls) => mapPage(calls, toHighlight))
      }))
  )
}
