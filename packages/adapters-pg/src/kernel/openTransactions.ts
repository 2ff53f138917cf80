import { migrationsName } from "../database/ServerDatabase.ts"
import { statementTime } from "./statementTime.ts"

/** How long an event waits for a transaction of another program that has written to our database and stays open. */
const foreignWait = "1 minute"

/**
 * A common table expression of the transactions that were open when the statement began and may still write an event.
 * Transactions in another database, or without a user (autovacuum), cannot; Auspex never has prepared transactions. A
 * transaction that has just ended counts until the next read, because this statement does not see its writes. `ours`
 * marks the transactions of instances and commands, as opposed to other programs, such as an operator's session, and to
 * migrations, which write no events and may take long.
 */
export const openTransactions = `open_transactions as materialized (
    select x.xact, coalesce(a.application_name <> '${migrationsName}'
        and (a.application_name like 'auspex%' or a.application_name = current_setting('application_name')), true) as ours
    from pg_snapshot_xip(pg_current_snapshot()) x (xact) left join pg_stat_activity a on a.backend_xid = x.xact::xid
    where a.backend_xid is null and not exists (select from pg_prepared_xacts p where p.transaction = x.xact::xid)
      or a.datid = (select oid from pg_database where datname = current_database()) and a.usesysid is not null
  )`

/**
 * Whether something may still be committed before the event `e`, in the order of transactions. Transactions of other
 * programs delay an event by at most a minute. The event's age does not limit the wait for our own transactions,
 * because the database's clock may be set and the machine may be suspended.
 */
export const isIncomplete = `exists (
    select from open_transactions o
    where o.xact < e.xact and (o.ours or e.recorded_at >= ${statementTime} - interval '${foreignWait}'))`
