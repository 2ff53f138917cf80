import { Context, type Effect } from "effect"
import type { Refusal } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { FeedEvent, FeedRow, FeedSource } from "./FeedItem.ts"

/** How many watched questions, and how many predicted ones, a feed covers; the latest of each. */
export const feedQuestionsMax = 1_000

/** One page of a feed, and the cursor of the next page (null at the end). */
export interface FeedPage<Item> {
  readonly items: ReadonlyArray<Item>
  readonly next_cursor: string | null
}

/** Which part of a feed is requested; absent filters do not apply. */
export interface FeedRequest {
  readonly limit: number
  readonly cursor?: string
  readonly type?: FeedEvent
  readonly source?: FeedSource
}

/** Reads feeds. */
export class FeedStore extends Context.Tag("auspex/FeedStore")<FeedStore, {
  /**
   * Events by others on the questions that the account watches or predicted on (the latest `feedQuestionsMax` of each),
   * and events by the agents that it follows; without those by suspended accounts. Latest first, in the order in which
   * they were recorded. Returns only events with no uncommitted event before them, so that pages stay stable and
   * nothing is inserted between two pages.
   */
  readonly ofAccount: (
    accountId: string,
    request: FeedRequest
  ) => Effect.Effect<FeedPage<FeedRow>, Refusal | StorageUnavailable>
}>() {}
