import { statement } from "../../database/Statement.ts"
import { isIncomplete, openTransactions } from "../../kernel/openTransactions.ts"
import { statementTime } from "../../kernel/statementTime.ts"
import { leaseTime } from "./queueSql.ts"
import type { SecretJson } from "./secretOf.ts"
import { signingSecrets } from "./webhookSql.ts"

/** How many events one transaction turns into deliveries at most. */
const eventsMax = 500

/** An event of which deliveries are to be created; without data when nobody has subscribed to it. */
export interface NextEvent {
  readonly xact: string
  readonly seq: number
  readonly id: string
  readonly event: string
  readonly data: Readonly<Record<string, unknown>> | null
  readonly addressee_id: string | null
  readonly workspace_id: string | null
  readonly occurred_at: Date
  /** About how many deliveries it has; of an event for everybody, no more are counted than one more than asked for. */
  readonly deliveries: number
  /** Up to which webhook they exist, in the order of ids. */
  readonly created_until: string | null
  /** How often the position was moved so far. */
  readonly moves: number
}

/** An event, or nothing but whether further events wait until a transaction ends. */
export type NextRow = { readonly has_incomplete: boolean } & (NextEvent | Readonly<Record<keyof NextEvent, null>>)

/**
 * Reads the complete events after the position: events until their deliveries reach the limit, and at least one
 * event. Subscribers are counted once for each kind of event, by an index: every event of the platform comes by here.
 * However many events wait, it reads as many as deliveries are asked for, and 500 at most.
 */
export const nextEvents = statement<NextRow>()(
  { deliveries: "integer" },
  (p) => `
  with ${openTransactions}, position as materialized (
    select xact, seq, webhook_id, moves from webhook_position
  ), upcoming as materialized (
    select e.*, p.moves, bool_or((e.xact, e.seq) > (p.xact, p.seq) and ${isIncomplete}) over (order by e.xact, e.seq) as waits
    from position p cross join lateral (
      select *, case when (e.xact, e.seq) = (p.xact, p.seq) then p.webhook_id end as created_until from outbox_events e
      where (e.xact, e.seq) >= (p.xact, p.seq) and (p.webhook_id is not null or (e.xact, e.seq) > (p.xact, p.seq))
      order by e.xact, e.seq limit least(${p.deliveries}, ${eventsMax})
    ) e
  ), read as materialized (
    select * from upcoming where not waits
  ), subscribed as materialized (
    select event, (
      select count(*) from (
        select from webhooks w
        where w.active and w.account_id is not null and w.events @> array[n.event]
        limit ${p.deliveries} + 1
      ) w) as webhooks
    from (select distinct event from read where addressee_id is null and workspace_id is null) n
  ), counted as materialized (
    select r.*, case
      when r.addressee_id is null and r.workspace_id is null then s.webhooks
      else (select count(*) from webhooks w
          where w.account_id = r.addressee_id and w.active and r.event = any (w.events))
        + (select count(*) from webhooks w
          where w.workspace_id = r.workspace_id and w.active and r.event = any (w.events)) end as deliveries
    from read r left join subscribed s on s.event = r.event
  ), e as (
    select *, sum(deliveries) over (order by xact, seq) as deliveries_so_far, row_number() over (order by xact, seq) as place
    from counted
  )
  select i.has_incomplete, e.xact::text, e.seq, e.id, e.event, case when e.deliveries > 0 then e.data end as data,
    e.addressee_id, e.workspace_id, e.occurred_at, e.deliveries::integer, e.created_until, e.moves
  from (select exists (select from upcoming where waits) as has_incomplete) i
    left join e on e.deliveries_so_far <= ${p.deliveries} or e.place = 1
  order by e.xact, e.seq`
)

/** A new delivery of an endpoint that the holder has leased, or nothing but the number of new deliveries. */
export interface CreatedRow {
  readonly created: number
  /** Whether the position was moved; false when another instance moved or moves it. */
  readonly has_moved: boolean
  /** Up to which webhook the deliveries of an event exist now that has more; else null. */
  readonly created_until: string | null
  readonly webhook_id: string | null
  /** What describes the endpoint comes with its first delivery only. */
  readonly url: string | null
  readonly lease: number | null
  readonly version: number | null
  readonly secrets: ReadonlyArray<SecretJson> | null
  /** Whether the endpoint was leased for it; else the holder had leased it before. */
  readonly is_taken: boolean
  readonly id: string
  readonly sequence: number
  readonly message_id: string
}

/**
 * An id of version 7 for a time in microseconds since 1970. Its random part is that of the statement plus the number of the
 * row (method 2 of RFC 9562, section 6.2), because a random number for each row takes several times as long.
 */
const uuidV7 = (micros: string, random: string, number: string): string => `
      (lpad(to_hex((${micros}) / 1000 * 65536 + 28672 + (${micros}) % 1000 * 4096 / 1000), 16, '0')
        || to_hex(${random} + ${number}))::uuid`

/** The random part of a statement's ids: that of a random id, but for a bit that leaves room for the numbers. */
const randomPart =
  `('x' || right(replace(gen_random_uuid()::text, '-', ''), 16))::bit(64)::bigint & -2305843009213693953`

/**
 * The webhooks that the events in `e` reach: those with neither addressee nor workspace all that have subscribed, or, with a
 * part, as many of them after `after`.
 */
const matching = (part: string, after: string): string => `
      select w.id as webhook_id, e.id as message_id, e.place
      from (select distinct event from e where addressee_id is null and workspace_id is null) n
        join webhooks w on w.active and w.account_id is not null and w.events @> array[n.event]
        join e on e.event = n.event and w.active_since <= e.occurred_at
      where e.addressee_id is null and e.workspace_id is null and ${part} is null
      union all
      select w.id, e.id, e.place
      from e cross join lateral (
          select id from webhooks
          where active and account_id is not null and e.event = any (events) and active_since <= e.occurred_at
            and id > coalesce(${after}, '00000000-0000-0000-0000-000000000000')
          order by id limit ${part}
        ) w
      where e.addressee_id is null and e.workspace_id is null and ${part} is not null
      union all
      select w.id, e.id, e.place
      from e join webhooks w on w.account_id = e.addressee_id and w.active and e.event = any (w.events)
        and w.active_since <= e.occurred_at
      union all
      select w.id, e.id, e.place
      from e join webhooks w on w.workspace_id = e.workspace_id and w.active and e.event = any (w.events)
        and w.active_since <= e.occurred_at`

/**
 * Creates the deliveries of events, moves the position to the last event, and leases up to the requested number of
 * idle endpoints. Does nothing when the position was moved since it was read, or another instance is moving it. An
 * event reaches the webhooks of accounts that were active when it happened; one with an addressee, only the
 * addressee's; one of a workspace, only the workspace's. With `part` there is one event with neither, and as many
 * deliveries of it are created, for the webhooks after `after`.
 *
 * The leases that the holder has already are not renewed: one that it never learned of, because an answer was lost, must
 * expire, however many events come.
 *
 * An endpoint that it leases has no due time, which is an indexed column: a lease that ends with nothing left to send
 * writes no index (a HOT update of Postgres). `recover` finds those whose holder has died.
 *
 * What an endpoint needs is carried along from one part to the next: Postgres expects few rows of each part and would
 * join two of them row by row.
 */
export const createDeliveries = statement<CreatedRow>()(
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
  ), e as materialized (
    select * from jsonb_to_recordset(${p.events})
      as (id uuid, event text, body text, addressee_id uuid, workspace_id uuid, occurred_at timestamptz, place integer)
    where exists (select 1 from position)
  ), matched as materialized (
    select webhook_id, array_agg(message_id order by place) as message_ids
    from (${matching(p.part, p.after)}
    ) m group by webhook_id
  ), moved as (
    update webhook_position set moves = moves + 1, xact = ${p.xact}::xid8, seq = ${p.seq},
      webhook_id = case when ${p.part} is not null then (
        select webhook_id from matched order by webhook_id offset ${p.part} - 1 limit 1) end
    where exists (select 1 from position)
    returning webhook_id
  ), locked as materialized (
    select q.webhook_id, m.message_ids, w.url,
      q.due_at is null and q.holder is null and q.failing_since is null and a.suspended_at is null as is_idle,
      coalesce(q.holder = ${p.holder} and q.leased_until > ${statementTime} and q.failing_since is null, false)
        and a.suspended_at is null as is_held
    from matched m join webhook_queues q on q.webhook_id = m.webhook_id join webhooks w on w.id = q.webhook_id
      left join accounts a on a.id = w.account_id
    order by q.webhook_id for update of q
  ), chosen as materialized (
    select *, is_idle and row_number() over (partition by is_idle order by webhook_id) <= ${p.healthy} as is_taken
    from locked
  ), secrets as materialized (${signingSecrets("select webhook_id from chosen where is_taken or is_held")}
  ), equipped as materialized (
    select c.*, coalesce(s.secrets, '[]') as secrets from chosen c left join secrets s using (webhook_id)
  ), bumped as (
    update webhook_queues q set sequence = q.sequence + cardinality(c.message_ids), version = q.version + 1,
      due_at = case when not c.is_taken then least(q.due_at, ${statementTime}) end,
      lease = q.lease + case when c.is_taken then 1 else 0 end,
      holder = case when c.is_taken then ${p.holder} else q.holder end,
      leased_until = case when c.is_taken then ${statementTime} + ${leaseTime} else q.leased_until end
    from equipped c where q.webhook_id = c.webhook_id
    returning q.webhook_id, q.sequence, q.lease, q.version, c.message_ids, c.is_taken, c.is_held, c.url, c.secrets
  ), messages as (
    insert into webhook_messages (id, event, body)
    select e.id, e.event, e.body from e where e.id in (select unnest(message_ids) from matched)
    on conflict do nothing
  ), planned as materialized (
    select ${uuidV7("n.micros + m.number", "n.random", "row_number() over ()")} as id, b.webhook_id, m.message_id,
      b.sequence - cardinality(b.message_ids) + m.number as sequence, m.number, b.lease, b.version, b.is_taken,
      b.is_held, b.url, b.secrets
    from (select (extract(epoch from auspex_clock()) * 1000000)::bigint as micros, ${randomPart} as random) n
      cross join bumped b
      cross join lateral unnest(b.message_ids) with ordinality m (message_id, number)
  ), created as (
    insert into webhook_deliveries (id, webhook_id, message_id, sequence, status, due_at, created_at)
    select id, webhook_id, message_id, sequence, 'pending', ${statementTime}, ${statementTime} from planned order by number
  )
  select n.*, t.* from (
    select count(*)::integer as created, exists (select 1 from position) as has_moved,
      (select webhook_id from moved) as created_until
    from planned
  ) n
  left join (
    select webhook_id, case when number = 1 then url end as url, case when number = 1 then lease end as lease,
      case when number = 1 then version end as version, case when number = 1 then secrets end as secrets, is_taken, id,
      sequence, message_id
    from planned where is_taken or is_held
  ) t on true
  order by t.webhook_id, t.sequence`
)
