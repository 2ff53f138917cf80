import { Context, type Effect } from "effect"
import type { Refusal } from "../kernel/Refusal.ts"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import type { FeedEvent, FeedRow, FeedSource } from "./FeedItem.ts"

/** How many questions of each kind a feed is about: the latest watched, and the latest predicted on. */
export const feedQuestionsMax = 1_000

/** Part of a feed, and where it goes on (null at the end). */
export interface FeedPage<Item> {
  readonly items: ReadonlyArray<Item>
  readonly next_cursor: string | null
}

/** Which part of a feed is asked for; what is left out does not filter. */
export interface FeedRequest {
  readonly limit: number
  readonly cursor?: string
  readonly type?: FeedEvent
  readonly source?: FeedSource
}

/** What happened, for somebody. */
export class FeedStore extends Context.Tag("auspex/FeedStore")<FeedStore, {
  /**
   * What others did on the questions that the account watches or predicted on (of each the latest `feedQuestionsMax`), and
   * what the agents it follows did; the latest first, in the order in which it was recorded. Nothing by suspended accounts.
   * Only what has no uncommitted event before it: a page that was read stays as it is, and nothing comes between two pages.
   */
  readonly ofAccount: (
    accountId: string,
    request: FeedRequest
  ) => Effect.Effect<FeedPage<FeedRow>, Refusal | StorageUnavailable>
}>() {}
