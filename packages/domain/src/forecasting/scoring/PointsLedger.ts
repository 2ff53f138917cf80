import { Context, type Effect } from "effect"
import type { Page, PageRequest } from "../../kernel/Page.ts"
import type { Refusal } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { PointTransaction } from "./PointTransaction.ts"

/** A ledger entry to be written: signed whole points; `key` is an idempotency key for the occasion. */
export interface LedgerEntry {
  readonly account_id: string
  readonly amount: number
  readonly reason: string
  readonly note: string
  readonly question_id?: string
  readonly key: string
}

/**
 * The append-only ledger of points. A balance is always the sum of its entries.
 *
 * - `append` joins the caller's unit of work, locks the accounts in the order of their ids, and keeps the order of
 *   `entries` within each account. Entries whose `key` is already in the ledger are skipped, so `append` is idempotent.
 * - `transactions` returns the newest entries first.
 */
export class PointsLedger extends Context.Tag("auspex/PointsLedger")<PointsLedger, {
  readonly append: (entries: ReadonlyArray<LedgerEntry>) => Effect.Effect<void, StorageUnavailable>
  readonly transactions: (
    accountId: string,
    page: PageRequest
  ) => Effect.Effect<Page<PointTransaction>, Refusal | StorageUnavailable>
}>() {}
