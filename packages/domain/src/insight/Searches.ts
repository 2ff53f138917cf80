import { Context, Effect, Layer } from "effect"
import { nameKey } from "../accounts/AccountName.ts"
import { mapPage } from "../kernel/Page.ts"
import type { PageRequest } from "../kernel/Page.ts"
import { type Refusal, refuseAll } from "../kernel/Refusal.ts"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import { judgeText } from "../kernel/TextRule.ts"
import { searchLengthMax } from "../questions/Questions.ts"
import { type SearchHit, type SearchPage, SearchStore } from "./SearchStore.ts"
import { type SearchType, searchTypes, searchUrl } from "./SearchType.ts"

/** A request to search. */
export interface SearchRequest extends PageRequest {
  readonly q: string
  readonly type: SearchType | "all"
}

/** A match, with the path of its resource relative to the base address. */
export interface SearchFinding extends SearchHit {
  readonly url: string
}

/** Searches questions and accounts. */
export class Searches extends Context.Tag("auspex/Searches")<Searches, {
  /** Fails with INVALID_REQUEST when `q` is blank, longer than 200 characters, or contains invalid characters. */
  readonly search: (request: SearchRequest) => Effect.Effect<SearchPage<SearchFinding>, Refusal | StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<Searches, never, SearchStore> = Layer.effect(
    Searches,
    Effect.map(SearchStore, (store) =>
      Searches.of({
        search: (request) =>
          Effect.gen(function*() {
            const q = request.q.trim()
            yield* refuseAll([judgeText("q", q, { min: 1, max: searchLengthMax })])
            const types = request.type === "all" ? searchTypes : [request.type]
            const found = yield* store.search({ q, name_key: nameKey(q.normalize("NFKC").trim()), types }, request)
            return mapPage(found, (hit) => ({ ...hit, url: searchUrl(hit.type, hit.id) }))
          })
      }))
  )
}
