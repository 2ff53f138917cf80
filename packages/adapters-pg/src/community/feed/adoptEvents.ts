import type { StorageUnavailable } from "@auspex/domain/kernel"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { storeStatements } from "../../database/statementsOf.ts"

/**
 * A visible event was written by a finished transaction, so one with a future transaction id is from another server.
 */
const isForeign =
  "select xact >= pg_snapshot_xmax(pg_current_snapshot()) as foreign from outbox_events order by seq desc limit 1"

/**
 * Events with deliveries become older than events without; an event with a part of its deliveries stands between them.
 */
const adopt = `
  with position as (
    select xact, seq, webhook_id is not null as is_part from webhook_position
  ), moved as (
    update webhook_position set moves = moves + 1, xact = case when webhook_id is null then '0' else '1' end::xid8,
      seq = case when webhook_id is null then ${Number.MAX_SAFE_INTEGER} else seq end
  )
  update outbox_events e set xact = case
      when (e.xact, e.seq) > (p.xact, p.seq) then '2'
      when p.is_part and (e.xact, e.seq) = (p.xact, p.seq) then '1'
      else '0' end::xid8
  from position p where e.xact <> '0'`

/**
 * The events of a restored dump carry transaction ids of the original server. If these ids are in this server's future,
 * new events would sort before them. Such events are made older than any new event, in the order of their numbers;
 * events that webhooks have not received yet stay behind received events. Runs at every start, and reads one event when
 * there is nothing to do.
 */
export const adoptEvents: Effect.Effect<void, StorageUnavailable, SqlClient> = Effect.flatMap(
  storeStatements("feed"),
  ({ first, run }) =>
    Effect.flatMap(
      first<{ readonly foreign: boolean }>("adoptEvents", isForeign),
      (row) => row?.foreign === true ? run("adoptEvents", adopt) : Effect.void
    )
)
