import { Context, type Effect } from "effect"
import type { Page, PageRequest } from "../../kernel/Page.ts"
import type { Refusal } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { ReferralShare, ShareVerdict } from "./ReferralShare.ts"

/** Storage of shares of referral codes. */
export class ReferralShareStore extends Context.Tag("auspex/ReferralShareStore")<ReferralShareStore, {
  /** The account's share of the page with this canonical address. */
  readonly find: (accountId: string, url: string) => Effect.Effect<ReferralShare | undefined, StorageUnavailable>
  /**
   * Counts one more page for the account on the current UTC day (by the database's clock) unless `max` have been
   * counted; exact under concurrency. Call it outside of any unit of work, so that a failure does not undo the count.
   * Also returns the seconds until the next day.
   */
  readonly takeCheck: (
    accountId: string,
    max: number
  ) => Effect.Effect<{ readonly admitted: boolean; readonly resetSeconds: number }, StorageUnavailable>
  /**
   * Stores a new share, or a new verdict on an existing one; one that has been verified in the meantime stays verified.
   */
  readonly save: (
    share: ShareVerdict & { readonly account_id: string; readonly url: string }
  ) => Effect.Effect<{ readonly share: ReferralShare; readonly isNew: boolean }, StorageUnavailable>
  /** Latest first. */
  readonly list: (
    accountId: string,
    page: PageRequest
  ) => Effect.Effect<Page<ReferralShare>, Refusal | StorageUnavailable>
}>() {}
