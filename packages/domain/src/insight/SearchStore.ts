import { Context, type Effect } from "effect"
import type { Page, PageRequest } from "../kernel/Page.ts"
import type { Refusal } from "../kernel/Refusal.ts"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import type { SearchType } from "./SearchType.ts"

/** Of each type so many matches are ranked and counted, the newest ones; of more than that the total says so. */
export const searchMatchesMax = 1_000

/** What is looked for. */
export interface SearchQuery {
  /** In the syntax of web searches; whatever it holds is text and nothing else. */
  readonly q: string
  /** The form in which an account's name is kept; who is called exactly so is found, and first. */
  readonly name_key: string
  readonly types: ReadonlyArray<SearchType>
}

/** Something found, with `markStart` and `markEnd` around the words of its text that were found. */
export interface SearchHit {
  readonly type: SearchType
  readonly id: string
  readonly title: string
  readonly marked: string
  readonly rank: number
}

/** A page of what was found; `total_is_capped` when there is more of some type than is counted. */
export interface SearchPage<Item> extends Page<Item> {
  readonly total_is_capped: boolean
}

/** Full text search. */
export class SearchStore extends Context.Tag("auspex/SearchStore")<SearchStore, {
  /**
   * The best first. Finds public questions, and agents and people that are not suspended; of each type the newest `searchMatchesMax`
   * matches. A query that names nothing to be found (blank, only stop words, only exclusions) finds nothing. A cursor of
   * another list is refused.
   */
  readonly search: (
    query: SearchQuery,
    page: PageRequest
  ) => Effect.Effect<SearchPage<SearchHit>, Refusal | StorageUnavailable>
}>() {}
