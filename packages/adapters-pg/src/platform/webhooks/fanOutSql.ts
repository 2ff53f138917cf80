import { statement } from "../../database/Statement.ts"
import { isIncomplete, openTransactions } from "../../kernel/openTransactions.ts"
import { statementTime } from "../../kernel/statementTime.ts"
import { leaseTime } from "./queueSql.ts"
import type { SecretJson } from "./secretOf.ts"
import { signingSecrets } from "./webhookSql.ts"

/** The maximum number of events that one transaction turns into deliveries. */
const eventsMax = 500

/** An event whose deliveries are to be created. */
export interface NextEvent {
  /** The place of the event in the order of transactions. */
  readonly xact: string
  readonly seq: number
  readonly id: string
  readonly event: string
  /** Null when nobody has subscribed to the event. */
  readonly data: Readonly<Record<string, unknown>> | null
  readonly addressee_id: string | null
  readonly workspace_id: string | null
  /** With microseconds. */
  readonly occurred_at: string
  /** About how many deliveries the event has; counting stops at one more than the requested number. */
  readonly deliveries: number
  /** The last webhook that has its delivery already, in the order of ids; null when none has. */
  readonly created_until: string | null
}

/** The next events, and the state in which the position was read. */
export interface NextEvents {
  readonly events: ReadonlyArray<NextEvent>
  /** Whether further events wait until an open transaction ends. */
  readonly has_incomplete: boolean
  /** How often the position has been moved. */
  readonly moves: number
}

/** Conditions for a webhook `w` that gets an event `e` because of its addressee or workspace. */
const isAddressees = "w.account_id = e.addressee_id and w.active and e.event = any (w.events)"
const isWorkspaces = "w.workspace_id = e.workspace_id and w.active and e.event = any (w.events)"

/**
 * Reads the complete events after the position, at least one and no more than have `deliveries` deliveries together. An
 * event is complete when no open transaction can still write an earlier one.
 *
 * Every event of the platform comes by here. Subscribers are therefore counted once for each kind of event, by an index,
 * and at most `deliveries` or 500 events are looked at, however many wait.
 */
export const nextEvents = statement<NextEvents>()(
  { deliveries: "integer" },
  (p) => `
  with ${openTransactions}, position as materialized (
    select xact, seq, webhook_id, moves from webhook_position
  ), upcoming as materialized (
    -- The event at the position is read again while only a part of its deliveries exists.
    select e.*, e.addressee_id is null and e.workspace_id is null as is_for_all,
      bool_or((e.xact, e.seq) > (p.xact, p.seq) and ${isIncomplete}) over (order by e.xact, e.seq) as waits
    from position p cross join lateral (
      select *, case when (e.xact, e.seq) = (p.xact, p.seq) then p.webhook_id end as created_until from outbox_events e
      where (e.xact, e.seq) >= (p.xact, p.seq) and (p.webhook_id is not null or (e.xact, e.seq) > (p.xact, p.seq))
      order by e.xact, e.seq limit least(${p.deliveries}, ${eventsMax})
    ) e
  ), complete as materialized (
    select * from upcoming where not waits
  ), subscribed as materialized (
    select event, (
      select count(*) from (
        select from webhooks w
        where w.active and w.account_id is not null and w.events @> array[n.event]
        limit ${p.deliveries} + 1
      ) w) as webhooks
    from (select distinct event from complete where is_for_all) n
  ), counted as materialized (
    select e.*, case
      when e.is_for_all then s.webhooks
      else (select count(*) from webhooks w where ${isAddressees})
        + (select count(*) from webhooks w where ${isWorkspaces}) end as deliveries
    from complete e left join subscribed s on s.event = e.event
  ), summed as (
    select *, sum(deliveries) over (order by xact, seq) as deliveries_so_far, row_number() over (order by xact, seq) as place
    from counted
  )
  select p.moves, exists (select from upcoming where waits) as has_incomplete, (
      select coalesce(json_agg(e order by e.place), '[]') from (
        select xact::text, seq, id, event, case when deliveries > 0 then data end as data, addressee_id, workspace_id,
          occurred_at, deliveries, created_until, place
        from summed where deliveries_so_far <= ${p.deliveries} or place = 1
      ) e) as events
  from position p`
)

/** What a statement has created. */
export interface CreatedDeliveries {
  /** Whether the position was moved; false when another instance has moved it, or is about to. */
  readonly has_moved: boolean
  /** The last webhook that got a delivery of an event that has more; else null. */
  readonly created_until: string | null
  /** Whether there are deliveries of endpoints that the holder has not leased. */
  readonly has_others: boolean
  /** The endpoints that the holder has leased. */
  readonly endpoints: ReadonlyArray<CreatedEndpoint>
}

/** An endpoint with its new deliveries, which have consecutive sequences. */
export interface CreatedEndpoint {
  readonly webhook_id: string
  readonly url: string
  readonly lease: number
  readonly version: number
  readonly secrets: ReadonlyArray<SecretJson>
  /** Whether the statement has leased the endpoint; else the holder had leased it before. */
  readonly is_taken: boolean
  readonly first_sequence: number
  readonly ids: ReadonlyArray<string>
  readonly message_ids: ReadonlyArray<string>
}

/**
 * A UUID of version 7 for a time in microseconds since 1970. The random part is made once for a statement and a number is
 * added to it (method 2 of RFC 9562, section 6.2): a random number for each id takes several times as long.
 */
const uuidV7 = (micros: string, random: string, number: string): string =>
  `(lpad(to_hex((${micros}) / 1000 * 65536 + 28672 + (${micros}) % 1000 * 4096 / 1000), 16, '0')
          || to_hex(${random} + ${number}))::uuid`

/** The random part of a statement's ids, with one bit cleared to leave room for the numbers. */
const randomPart =
  `('x' || right(replace(gen_random_uuid()::text, '-', ''), 16))::bit(64)::bigint & -2305843009213693953`

/**
 * The webhooks that get the events: an event without addressee and workspace goes to all accounts that have subscribed, an
 * event with an addressee to the addressee alone, and an event of a workspace to the workspace alone. A webhook gets no
 * event that happened before it was activated.
 */
const receivers = (part: string, after: string): string => `
      select w.id as webhook_id, e.id as message_id, e.place
      from (select distinct event from events where is_for_all) n
        join webhooks w on w.active and w.account_id is not null and w.events @> array[n.event]
        join events e on e.is_for_all and e.event = n.event and w.active_since <= e.occurred_at
      where ${part} is null
      union all
      -- The next part of the subscribers, in the order of their ids.
      select w.id, e.id, e.place
      from events e cross join lateral (
          select id from webhooks
          where active and account_id is not null and e.event = any (events) and active_since <= e.occurred_at
            and id > coalesce(${after}, '00000000-0000-0000-0000-000000000000')
          order by id limit ${part}
        ) w
      where e.is_for_all and ${part} is not null
      union all
      select w.id, e.id, e.place
      from events e join webhooks w on ${isAddressees} and w.active_since <= e.occurred_at
      union all
      select w.id, e.id, e.place
      from events e join webhooks w on ${isWorkspaces} and w.active_since <= e.occurred_at`

/**
 * Creates the deliveries of events, moves the position to the last event, and leases up to `healthy` idle endpoints
 * together with their deliveries. Creates nothing when another instance has moved the position since it was read
 * (`moves`), or is about to.
 *
 * With `part` there is one event for all, and the next `part` webhooks after `after` get it.
 *
 * Endpoints that the holder has leased before are reported, but their leases are not renewed: if an answer was lost, the
 * holder does not know of the lease, which must then expire, however many events come.
 *
 * An endpoint that is leased here gets no due time, which is an indexed column: when nothing is left to send at the end of
 * the lease, its queue has been written without an index (a HOT update). `recover` finds it if the holder dies.
 *
 * Each step carries along what the later steps need of an endpoint. Postgres expects few rows of each step, and would join
 * two of them row by row.
 */
export const createDeliveries = statement<CreatedDeliveries>()(
  {
    events: "text::jsonb",
    moves: "bigint",
    xact: "text",
    seq: "bigint",
    after: "uuid",
    part: "integer",
    holder: "uuid",
    healthy: "integer"
  },
  (p) => `
  with position as materialized (
    select true from webhook_position where moves = ${p.moves} for update skip locked
  ), events as materialized (
    select *, addressee_id is null and workspace_id is null as is_for_all from jsonb_to_recordset(${p.events})
      as (id uuid, event text, body text, addressee_id uuid, workspace_id uuid, occurred_at timestamptz, place integer)
    where exists (select 1 from position)
  ), received as materialized (
    select webhook_id, array_agg(message_id order by place) as message_ids
    from (${receivers(p.part, p.after)}
    ) r group by webhook_id
  ), moved as (
    update webhook_position set moves = moves + 1, xact = ${p.xact}::xid8, seq = ${p.seq},
      webhook_id = case when ${p.part} is not null then (
        select webhook_id from received order by webhook_id offset ${p.part} - 1 limit 1) end
    where exists (select 1 from position)
    returning webhook_id
  ), locked as materialized (
    select q.webhook_id, r.message_ids, w.url,
      q.due_at is null and q.holder is null and q.failing_since is null and a.suspended_at is null as is_idle,
      coalesce(q.holder = ${p.holder} and q.leased_until > ${statementTime} and q.failing_since is null, false)
        and a.suspended_at is null as is_held
    from received r join webhook_queues q on q.webhook_id = r.webhook_id join webhooks w on w.id = q.webhook_id
      left join accounts a on a.id = w.account_id
    order by q.webhook_id for update of q
  ), chosen as materialized (
    select *, is_idle and row_number() over (partition by is_idle order by webhook_id) <= ${p.healthy} as is_taken
    from locked
  ), secrets as materialized (${signingSecrets("select webhook_id from chosen where is_taken or is_held")}
  ), signed as materialized (
    select c.*, coalesce(s.secrets, '[]') as secrets from chosen c left join secrets s using (webhook_id)
  ), queues as (
    update webhook_queues q set sequence = q.sequence + cardinality(c.message_ids), version = q.version + 1,
      due_at = case when not c.is_taken then least(q.due_at, ${statementTime}) end,
      lease = q.lease + case when c.is_taken then 1 else 0 end,
      holder = case when c.is_taken then ${p.holder} else q.holder end,
      leased_until = case when c.is_taken then ${statementTime} + ${leaseTime} else q.leased_until end
    from signed c where q.webhook_id = c.webhook_id
    returning q.webhook_id, q.lease, q.version, q.sequence - cardinality(c.message_ids) + 1 as first_sequence,
      c.message_ids, c.is_taken, c.is_taken or c.is_held as is_leased, c.url, c.secrets
  ), messages as (
    insert into webhook_messages (id, event, body)
    select id, event, body from events where id in (select unnest(message_ids) from received)
    on conflict do nothing
  ), planned as materialized (
    -- Ids differ in their time within an endpoint, and in their random part between endpoints.
    select q.*, array(
      select ${uuidV7("n.micros + m.number", "n.random", "q.number")}
      from generate_series(1, cardinality(q.message_ids)) m (number) order by m.number) as ids
    from (select *, row_number() over () as number from queues) q
      cross join (select (extract(epoch from auspex_clock()) * 1000000)::bigint as micros, ${randomPart} as random) n
  ), created as (
    insert into webhook_deliveries (id, webhook_id, message_id, sequence, status, due_at, created_at)
    select d.id, p.webhook_id, d.message_id, p.first_sequence + d.number - 1, 'pending', ${statementTime}, ${statementTime}
    from planned p cross join lateral unnest(p.ids, p.message_ids) with ordinality d (id, message_id, number)
    order by d.number
  )
  select exists (select 1 from position) as has_moved, (select webhook_id from moved) as created_until,
    exists (select 1 from planned where not is_leased) as has_others,
    (select coalesce(json_agg(p order by p.webhook_id), '[]') from planned p where p.is_leased) as endpoints`
)
