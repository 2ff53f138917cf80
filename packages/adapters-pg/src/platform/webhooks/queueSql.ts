import { type BatchOutcome, failingHoursMax, leaseSeconds, leaseSecondsLeftMin } from "@auspex/domain/webhooks"
import { statement } from "../../database/Statement.ts"
import { statementTime } from "../../kernel/statementTime.ts"
import { stamped } from "./deliverySql.ts"
import type { SecretJson } from "./secretOf.ts"
import { signingSecrets } from "./webhookSql.ts"

/** How long a lease lasts. */
export const leaseTime = `interval '${leaseSeconds} seconds'`

/** A leased endpoint with the due deliveries that were read. */
export interface EndpointRow {
  readonly webhook_id: string
  readonly url: string
  readonly lease: number
  readonly version: number
  readonly failing: boolean
  readonly secrets: ReadonlyArray<SecretJson>
  readonly deliveries: ReadonlyArray<DueRow>
}

/** A due delivery. */
export interface DueRow {
  readonly id: string
  readonly sequence: number
  readonly event: string
  readonly body: string
  readonly attempt_count: number
  /** The number of attempts before the present schedule began. */
  readonly scheduled_after: number
  /** With microseconds. */
  readonly due_at: string
}

/**
 * The last parts of a statement: the endpoints in `taken`, each with the first `limit` of its due deliveries that satisfy
 * `after`.
 *
 * The version is read again and not taken from the locked row. After waiting for the lock, that row may be newer than the
 * snapshot of this statement: it would count deliveries of a concurrent fan-out that the statement does not see.
 */
const withDeliveries = (limit: string, after = "true"): string =>
  `secrets as materialized (${signingSecrets("select webhook_id from taken")}
  )
  select t.webhook_id, w.url, t.lease, q.version, t.failing_since is not null as failing,
    coalesce(s.secrets, '[]') as secrets, due.deliveries
  from taken t join webhooks w on w.id = t.webhook_id join webhook_queues q on q.webhook_id = t.webhook_id
    left join secrets s on s.webhook_id = t.webhook_id
    cross join lateral (
      select coalesce(json_agg(d order by d.due_at, d.sequence), '[]') as deliveries from (
        select d.id, d.sequence, m.event, m.body, d.attempt_count, d.scheduled_after, d.due_at
        from webhook_deliveries d join webhook_messages m on m.id = d.message_id
        where d.webhook_id = t.webhook_id and d.status = 'pending' and d.due_at <= ${statementTime} and ${after}
        order by d.due_at, d.sequence limit ${limit}
      ) d
    ) due`

/** Due endpoints without a lease. Endpoints of suspended accounts and inactive webhooks wait. */
const dueEndpoints = (health: string, limit: string): string => `
    select q.webhook_id from webhook_queues q join webhooks w on w.id = q.webhook_id
      left join accounts a on a.id = w.account_id
    where a.suspended_at is null and w.active and q.due_at <= ${statementTime}
      and (q.leased_until is null or q.leased_until <= ${statementTime})
      and q.failing_since is ${health}
    order by q.due_at limit ${limit} for update of q skip locked`

export const lease = statement<EndpointRow>()(
  { holder: "uuid", healthy: "integer", failing: "integer", deliveries: "integer" },
  (p) => `
  with healthy as materialized (${dueEndpoints("null", p.healthy)}
  ), failing as materialized (${dueEndpoints("not null", p.failing)}
  ), taken as (
    update webhook_queues q set holder = ${p.holder}, leased_until = ${statementTime} + ${leaseTime},
      lease = q.lease + 1
    where q.webhook_id in (select webhook_id from healthy union all select webhook_id from failing)
    returning q.webhook_id, q.lease, q.failing_since
  ), ${withDeliveries(p.deliveries)}`
)

/** Yields no row when the lease was lost, or the webhook is inactive or removed. */
export const next = statement<EndpointRow>()(
  {
    webhook_id: "uuid",
    holder: "uuid",
    lease: "bigint",
    deliveries: "integer",
    after_due: "text",
    after_sequence: "bigint"
  },
  (p) => `
  with taken as (
    update webhook_queues q set leased_until = ${statementTime} + ${leaseTime}
    from webhooks w
    where q.webhook_id = ${p.webhook_id} and q.holder = ${p.holder} and q.lease = ${p.lease} and w.id = q.webhook_id
      and w.active
    returning q.webhook_id, q.lease, q.failing_since
  ), ${withDeliveries(p.deliveries, `(d.due_at, d.sequence) > (${p.after_due}::timestamptz, ${p.after_sequence})`)}`
)

/** The outcome of a batch. */
export interface RecordedRow {
  /** Whether a released endpoint is due already. */
  readonly is_due: boolean
  /** The endpoints to be switched off. */
  readonly doomed: BatchOutcome["doomed"]
}

/**
 * Records attempts and their effect on the health of endpoints, and ends leases.
 *
 * 1. Locks the queues of all endpoints (see `lockedQueue`).
 * 2. Records each attempt, unless another instance has recorded the same attempt of the delivery meanwhile.
 * 3. Writes the queues. A queue is left alone while the endpoint stays healthy and its lease neither ends nor runs out
 *    soon. The end of a lease does not end its successor. If the version is still the same, a released endpoint becomes due
 *    with its first pending delivery: a recorded delivery that is tried again, or a delivery that this batch does not
 *    record. Otherwise something has become due meanwhile, and the due time stays.
 *
 * Three conditions are for Postgres. Deliveries are looked up in a list of ids; a mere join could read the whole table. A
 * pending delivery is recognised by the absence of the other states; otherwise Postgres could read the index of pending
 * deliveries of all endpoints when it has last counted few of them. And step 3 joins `again`, which is mostly empty,
 * so that all of step 2 comes first: a queue that another statement has just written is evaluated anew, and the
 * evaluation could then record nothing.
 */
export const record = statement<RecordedRow>()(
  { holder: "uuid", attempts: "text::jsonb", endpoints: "text::jsonb" },
  (p) => {
    const endsLease = `q.holder = ${p.holder} and q.lease = e.lease`
    return `
  with attempts as materialized (
    select * from jsonb_to_recordset(${p.attempts}) as (webhook_id uuid, delivery_id uuid, number integer, status text,
      delay_seconds double precision, attempt jsonb)
  ), endpoints as materialized (
    select * from jsonb_to_recordset(${p.endpoints}) as (webhook_id uuid, last_success boolean, any_success boolean,
      gone boolean, lease bigint, version bigint)
  ), locked as materialized (
    select webhook_id from webhook_queues where webhook_id in (select webhook_id from endpoints)
    order by webhook_id for update
  ), recorded as (
    update webhook_deliveries d set status = a.status, attempt_count = a.number,
      due_at = ${statementTime} + make_interval(secs => a.delay_seconds),
      attempts = d.attempts || ${stamped("a.attempt")}
    from attempts a join locked using (webhook_id)
    where d.id = any (array(select delivery_id from attempts)) and d.id = a.delivery_id
      and d.status not in ('delivered', 'failed') and d.attempt_count = a.number - 1
    returning d.id, d.webhook_id, d.status, d.due_at
  ), again as materialized (
    select webhook_id, min(due_at) as due_at from recorded where status = 'pending' group by webhook_id
  ), queues as (
    update webhook_queues q set
      failing_since = case
        when e.last_success is null then q.failing_since
        when e.last_success then null
        when e.any_success then ${statementTime}
        else coalesce(q.failing_since, ${statementTime}) end,
      holder = case when ${endsLease} then null else q.holder end,
      leased_until = case
        when q.holder is distinct from ${p.holder} then q.leased_until
        when q.lease = e.lease then null
        else ${statementTime} + ${leaseTime} end,
      due_at = case when ${endsLease} and q.version = e.version
        then case when w.active then least(again.due_at, (
          select d.due_at from webhook_deliveries d
          where d.webhook_id = q.webhook_id and d.status = 'pending' and d.id not in (select id from recorded)
          order by d.due_at limit 1)) end
        else q.due_at end
    from endpoints e join locked using (webhook_id) join webhooks w on w.id = e.webhook_id
      left join again using (webhook_id)
    where q.webhook_id = e.webhook_id and (e.lease is not null or not e.last_success or q.failing_since is not null
      or q.leased_until < ${statementTime} + interval '${leaseSecondsLeftMin} seconds')
    returning q.webhook_id, q.failing_since, e.last_success is not null as is_attempted, e.gone,
      e.lease is not null and q.holder is null and q.due_at <= ${statementTime} as is_due
  )
  select coalesce(bool_or(is_due), false) as is_due, coalesce(json_agg(json_build_object('webhook_id', webhook_id,
    'reason', case when gone then 'gone' else 'failing' end)) filter (where is_attempted
      and (gone or failing_since <= ${statementTime} - interval '${failingHoursMax} hours')), '[]') as doomed
  from queues`
  }
)

/**
 * $1 holder. Locks the queues in the order of ids, like every statement that locks several. The due time of an inactive
 * webhook stays, because the webhook may have been activated while this statement waited for the queue.
 */
export const releaseAll = `
  with held as materialized (
    select webhook_id from webhook_queues where holder = $1::uuid order by webhook_id for update
  )
  update webhook_queues q set holder = null, leased_until = null,
    due_at = case when w.active then coalesce(q.due_at, ${statementTime}) else q.due_at end
  from held join webhooks w on w.id = held.webhook_id where q.webhook_id = held.webhook_id`

/** Reads all queues: an index of leases would have to be written with every lease. */
export const recover = `
  with expired as materialized (
    select q.webhook_id from webhook_queues q join webhooks w on w.id = q.webhook_id
    where w.active and q.due_at is null and q.leased_until <= ${statementTime}
    for update of q skip locked
  ), due as (
    update webhook_queues q set due_at = ${statementTime} from expired e where q.webhook_id = e.webhook_id returning 1
  )
  select exists (select 1 from due) as found`

/**
 * $1 days, $2 rows. Deletes deliveries older than that, whatever their status, deliveries of removed webhooks, and bodies
 * without a delivery. A removed webhook is forgotten once it has no delivery: none can be added any more, since a
 * statement that creates deliveries locks the queue, and the removal has waited for the lock.
 */
export const sweep = `
  with old as materialized (
    select before, auspex_uuid_v7(before) as id from (select ${statementTime} - make_interval(days => $1::integer) as before) o
  ), deliveries as (
    delete from webhook_deliveries where id = any (array(
      select d.id from webhook_deliveries d where d.id < (select id from old) order by d.id limit $2::integer))
    returning 1
  ), orphans as (
    delete from webhook_deliveries where id = any (array(
      select d.id from removed_webhooks r cross join lateral (
        select d.id from webhook_deliveries d where d.webhook_id = r.webhook_id order by d.id desc limit $2::integer) d
      limit $2::integer))
    returning 1
  ), forgotten as (
    delete from removed_webhooks r
    where (select d.id from webhook_deliveries d where d.webhook_id = r.webhook_id order by d.id desc limit 1) is null
  ), messages as (
    delete from webhook_messages where id in (
      select m.id from webhook_messages m
      where m.created_at < (select before from old) - interval '1 day' order by m.created_at limit $2::integer)
    returning 1
  )
  select (select count(*)::integer from deliveries) + (select count(*)::integer from orphans)
    + (select count(*)::integer from messages) as swept`
