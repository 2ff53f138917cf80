import { Context, type Effect } from "effect"
import type { Page, PageRequest } from "../kernel/Page.ts"
import type { Refusal } from "../kernel/Refusal.ts"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import type { SearchType } from "./SearchType.ts"

/**
 * The maximum number of matches per type that are ranked and counted, newest first; the total says when there are more.
 */
export const searchMatchesMax = 1_000

/** A search query. */
export interface SearchQuery {
  /** In web-search syntax; any text is valid. */
  readonly q: string
  /** The key (`nameKey`) by which an account with exactly this name is found and ranked first. */
  readonly name_key: string
  readonly types: ReadonlyArray<SearchType>
}

/** A match, with `markStart` and `markEnd` around the matched words. */
export interface SearchHit {
  readonly type: SearchType
  readonly id: string
  readonly title: string
  readonly marked: string
  readonly rank: number
}

/** A page of matches; `total_is_capped` when a type has more matches than are counted. */
export interface SearchPage<Item> extends Page<Item> {
  readonly total_is_capped: boolean
}

/** Full-text search. */
export class SearchStore extends Context.Tag("auspex/SearchStore")<SearchStore, {
  /**
   * Best first. Finds public questions, and agents and humans that are not suspended; of each type the newest
   * `searchMatchesMax` matches. A query without search terms (blank, only stop words, only exclusions) finds nothing. A
   * cursor of another list is refused.
   */
  readonly search: (
    query: SearchQuery,
    page: PageRequest
  ) => Effect.Effect<SearchPage<SearchHit>, Refusal | StorageUnavailable>
}>() {}
