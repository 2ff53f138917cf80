import { Effect, Layer } from "effect"
import { mapPage } from "../kernel/Page.ts"
import { type LedgerEntry, PointsLedger } from "../forecasting/scoring/PointsLedger.ts"
import { memoryPage } from "./memoryPage.ts"
import { MemoryState, type MemoryTables } from "./MemoryState.ts"

/** Appends the entries whose key is new, and moves the balances. */
export const appendEntries = (tables: MemoryTables, entries: ReadonlyArray<LedgerEntry>, now: Date): void => {
  for (const entry of entries) {
    if (tables.ledger.where("key", entry.key).length > 0) continue
    const account = tables.accounts.require(entry.account_id)
    const { ledger_seq: seq, points: balance } = tables.accounts.patch(account.id, {
      points: account.points + entry.amount,
      ledger_seq: account.ledger_seq + 1
    })
    tables.ledger.put({ ...entry, id: tables.newId(now), seq, balance, created_at: now })
  }
}

/** The points ledger in memory. */
export const memoryPointsLedger: Layer.Layer<PointsLedger, never, MemoryState> = Layer.effect(
  PointsLedger,
  Effect.map(MemoryState, ({ step }) =>
    PointsLedger.of({
      append: (entries) => step((tables, now) => appendEntries(tables, entries, now)),
      transactions: (accountId, page) =>
        Effect.flatMap(
          step(({ ledger }) => [...ledger.where("account", accountId)].sort((a, b) => b.seq - a.seq)),
          (entries) => memoryPage("transactions", entries, page)
        ).pipe(
          Effect.map((found) =>
            mapPage(found, ({ account_id, key: _key, seq: _seq, ...entry }) => ({ ...entry, user_id: account_id }))
          )
        )
    }))
)
