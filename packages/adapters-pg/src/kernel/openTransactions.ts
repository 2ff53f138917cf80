import { migrationsName } from "../database/ServerDatabase.ts"
import { statementTime } from "./statementTime.ts"

/** How long an event waits for a transaction of another program that has written to our database and stays open. */
const foreignWait = "1 minute"

/**
 * A common table expression of the transactions that were open when the statement began and may still write an event.
 * Transactions seen in another database, or begun by no user (autovacuum), cannot; nor can prepared ones, which
 * Auspex never has. A transaction that is not seen any more has just ended and counts until the next look, because
 * this statement does not see what it has written. `ours` tells the transactions of instances and commands from those
 * of other programs, such as an operator's session, and from migrations, which write no events and may take long.
 */
export const openTransactions = `open_transactions as materialized (
    select x.xact, coalesce(a.application_name <> '${migrationsName}'
        and (a.application_name like 'auspex%' or a.application_name = current_setting('application_name')), true) as ours
    from pg_snapshot_xip(pg_current_snapshot()) x (xact) left join pg_stat_activity a on a.backend_xid = x.xact::xid
    where a.backend_xid is null and not exists (select from pg_prepared_xacts p where p.transaction = x.xact::xid)
      or a.datid = (select oid from pg_database where datname = current_database()) and a.usesysid is not null
  )`

/**
 * Whether something may still be committed before the event `e`, in the order of transactions. The transactions of other
 * programs are waited for no longer than a minute. The age of the event says nothing about ours, since the clock of the
 * database may be set, and the machine may stand still.
 */
export const isIncomplete = `exists (
    select from open_transactions o
    where o.xact < e.xact and (o.ours or e.recorded_at >= ${statementTime} - interval '${foreignWait}'))`
