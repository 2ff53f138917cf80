import { deliveriesKeptDays, EventLog, type PulledEvent } from "@auspex/domain/webhooks"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { statement } from "../../database/Statement.ts"
import { storeStatements } from "../../database/statementsOf.ts"
import { ifUuid } from "../../kernel/ifUuid.ts"
import { isIncomplete, openTransactions } from "../../kernel/openTransactions.ts"

interface Place {
  readonly xact: string
  readonly seq: number
}

/** The oldest kept event: ids are ordered by time. */
const oldestKept = `(select auspex_uuid_v7(auspex_clock() - interval '${deliveriesKeptDays} days'))`

/**
 * The place before the oldest kept event. Concurrent transactions may finish in another order than the order of their
 * ids, so this is the first of the oldest ids in the order of transactions.
 */
const start = `
  select e.xact, e.seq - 1 as seq
  from (select xact, seq from outbox_events where id >= ${oldestKept} order by id limit 20) e
  order by e.xact, e.seq limit 1`

/**
 * $1 event. Exactly the events that are listed without `after` have a place. Times do not show the order of
 * transactions: an imported or simulated past has times that are older than its events.
 */
const placeOf = `
  select e.xact::text, e.seq from outbox_events e, (${start}) s
  where e.id = $1::uuid and (e.xact, e.seq) > (s.xact, s.seq)`

/**
 * A page of events, up to the first event before which another event may still be committed. Checking the events of the
 * page is enough: an open transaction that may still write an earlier event makes an event wait.
 */
export const following = statement<PulledEvent>()(
  { account_id: "uuid", xact: "text", seq: "bigint", event: "text", limit: "integer" },
  (p) => `
  with ${openTransactions}, page as materialized (
    select e.*, bool_or(${isIncomplete}) over (order by e.xact, e.seq) as waits
    from (
      select e.* from outbox_events e
      where (e.xact, e.seq) > (${p.xact}::xid8, ${p.seq}) and (${p.event} is null or e.event = ${p.event})
        and (e.addressee_id is null or e.addressee_id = ${p.account_id}) and e.workspace_id is null
      order by e.xact, e.seq limit ${p.limit}
    ) e
  )
  select id, event, data, occurred_at as timestamp from page where not waits order by xact, seq`
)

const layer: Layer.Layer<EventLog, never, SqlClient> = Layer.effect(
  EventLog,
  Effect.map(storeStatements("events"), ({ all, first }) =>
    EventLog.of({
      after: (account_id, { after, event, limit }) =>
        Effect.gen(function*() {
          const place = after === undefined
            ? yield* first<Place>("after", `select xact::text, seq from (${start}) s`)
            : yield* ifUuid(after, first<Place>("after", placeOf, [after]))
          if (place === undefined) return after === undefined ? [] : undefined
          return yield* all("after", following, { account_id, ...place, event: event ?? null, limit })
        })
    }))
)

/** Reads `outbox_events` in the order of transactions. */
export const EventLogPg = { layer }
