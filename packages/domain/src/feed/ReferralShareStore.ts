import { Context, type Effect } from "effect"
import type { Page, PageRequest } from "../kernel/Page.ts"
import type { Refusal } from "../kernel/Refusal.ts"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import type { ReferralShare, ShareVerdict } from "./ReferralShare.ts"

/** Shares of referral codes. */
export class ReferralShareStore extends Context.Tag("auspex/ReferralShareStore")<ReferralShareStore, {
  /** The account's share of a page, by its canonical address. */
  readonly find: (accountId: string, url: string) => Effect.Effect<ReferralShare | undefined, StorageUnavailable>
  /**
   * Counts one more page for the account today (UTC, by the database's clock) unless `max` have been: exact, whoever else
   * asks. Outside of any unit of work: what comes of the page does not give it back. With how long today still is.
   */
  readonly takeCheck: (
    accountId: string,
    max: number
  ) => Effect.Effect<{ readonly admitted: boolean; readonly resetSeconds: number }, StorageUnavailable>
  /** A new share, or the same one judged again; one that was verified meanwhile stays so. */
  readonly save: (
    share: ShareVerdict & { readonly account_id: string; readonly url: string }
  ) => Effect.Effect<{ readonly share: ReferralShare; readonly isNew: boolean }, StorageUnavailable>
  /** The latest first. */
  readonly list: (
    accountId: string,
    page: PageRequest
  ) => Effect.Effect<Page<ReferralShare>, Refusal | StorageUnavailable>
}>() {}
