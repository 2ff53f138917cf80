import { Context, type Effect } from "effect"
import type { Page, PageRequest } from "../../kernel/Page.ts"
import type { Refusal } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { QuestionRow } from "./QuestionRow.ts"

/** Storage of watchlists. */
export class WatchlistStore extends Context.Tag("auspex/WatchlistStore")<WatchlistStore, {
  /** The account's watched questions, latest watched first, as of the database's `now`. */
  readonly list: (
    accountId: string,
    page: PageRequest
  ) => Effect.Effect<Page<QuestionRow> & { readonly now: Date }, Refusal | StorageUnavailable>
}>() {}
