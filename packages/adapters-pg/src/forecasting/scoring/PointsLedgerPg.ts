import { PointsLedger, type PointTransaction } from "@auspex/domain/scoring"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { v7 as uuidv7 } from "uuid"
import { storeStatements } from "../../database/statementsOf.ts"
import { statement } from "../../database/Statement.ts"
import { countCursor, integerMax } from "../../kernel/Cursor.ts"
import { cut, paged } from "../../kernel/PageRow.ts"

const cursor = countCursor("transactions")

// Locks the accounts first, in the order of their ids, so that the second statement sees every entry that others
// committed.
const lockAccounts = `
  select id from accounts
  where id in (select (e ->> 'account_id')::uuid from jsonb_array_elements($1::text::jsonb) e)
  order by id for update`

const appendEntries = `
  with input as (
    select e.* from rows from (jsonb_to_recordset($1::text::jsonb)
      as (id uuid, account_id uuid, amount bigint, reason text, note text, question_id uuid, key text))
      with ordinality as e (id, account_id, amount, reason, note, question_id, key, ord)
    where not exists (select 1 from ledger l where l.key = e.key)
  ), running as (
    select input.*,
      row_number() over (partition by account_id order by ord)::integer as nth,
      sum(amount) over (partition by account_id order by ord)::bigint as so_far
    from input
  ), totals as (
    select account_id, count(*)::integer as entries, sum(amount)::bigint as amount from input group by account_id
  ), balances as (
    update accounts a set points = a.points + t.amount, ledger_seq = a.ledger_seq + t.entries
    from totals t where a.id = t.account_id
    returning a.id, a.points - t.amount as points_before, a.ledger_seq - t.entries as seq_before
  )
  insert into ledger (id, account_id, seq, amount, balance, reason, note, question_id, key)
  select r.id, r.account_id, b.seq_before + r.nth, r.amount, b.points_before + r.so_far, r.reason, r.note,
    r.question_id, r.key
  from running r join balances b on b.id = r.account_id`

interface TransactionRow extends Omit<PointTransaction, "question_id"> {
  readonly question_id: string | null
  readonly seq: number
}

const listTransactions = statement<TransactionRow>()(
  { account_id: "uuid", before: "integer", limit: "integer", offset: "integer" },
  (params) => `
  select l.id, l.account_id as user_id, l.amount, l.reason, l.balance, l.note, l.created_at, l.question_id, l.seq
  from ledger l where l.account_id = ${params.account_id} and l.seq < ${params.before}
  order by l.seq desc limit ${params.limit} offset ${params.offset}`
)

const countTransactions = "select ledger_seq as total from accounts where id = $1"

const layer: Layer.Layer<PointsLedger, never, SqlClient> = Layer.effect(
  PointsLedger,
  Effect.map(storeStatements("ledger"), ({ all, first, run }) =>
    PointsLedger.of({
      append: (entries) => {
        if (entries.length === 0) return Effect.void
        const input = JSON.stringify(entries.map((entry) => ({ id: uuidv7(), ...entry })))
        return Effect.zipRight(run("append", lockAccounts, [input]), run("append", appendEntries, [input]))
      },
      transactions: (accountId, page) =>
        Effect.gen(function*() {
          const { after, limit, offset } = yield* paged(page, cursor)
          const rows = yield* all("transactions", listTransactions, {
            account_id: accountId,
            before: after ?? integerMax,
            limit,
            offset
          })
          const account = yield* first<{ total: number }>("transactions", countTransactions, [accountId])
          const { last, shown } = cut(rows, page.limit)
          return {
            items: shown.map(({ question_id, seq: _, ...row }) => question_id === null ? row : { ...row, question_id }),
            total: account?.total ?? 0,
            next_cursor: last === null ? null : cursor.encode(last.seq)
          }
        })
    }))
)

/** Balances are stored on the account's row and change with its entries, under its lock. */
export const PointsLedgerPg = { layer }
