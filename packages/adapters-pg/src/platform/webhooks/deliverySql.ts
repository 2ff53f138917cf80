import { statement } from "../../database/Statement.ts"
import type { PageRow } from "../../kernel/PageRow.ts"
import { statementTime } from "../../kernel/statementTime.ts"
import { lockedQueue } from "./webhookSql.ts"

/** A stored attempt; times are texts. */
export interface AttemptJson {
  readonly number: number
  readonly at: string
  readonly status?: number
  readonly error?: string
  readonly duration_ms: number
  readonly response?: string
}

/** A stored delivery with its body. */
export interface DeliveryRow {
  readonly id: string
  readonly webhook_id: string
  readonly event: string
  readonly sequence: number | null
  readonly status: string
  readonly created_at: Date
  readonly due_at: Date | null
  readonly body: string
  readonly attempts: ReadonlyArray<AttemptJson>
}

const columns = `d.id, d.webhook_id, m.event, d.sequence, d.status, d.created_at,
  case when d.status = 'pending' then d.due_at end as due_at, m.body, d.attempts`
const deliveries = "webhook_deliveries d join webhook_messages m on m.id = d.message_id"

const filter = { webhook_id: "uuid", status: "text", event: "text", from: "timestamptz", to: "timestamptz" } as const

type Filter = Readonly<Record<keyof typeof filter, string>>

const matchesOfAnyEvent = (p: Filter): string => `
      d.webhook_id = ${p.webhook_id} and (${p.status} is null or d.status = ${p.status})
      and (${p.from} is null or d.created_at >= ${p.from}) and (${p.to} is null or d.created_at < ${p.to})`

const matches = (p: Filter): string => `${matchesOfAnyEvent(p)} and (${p.event} is null or m.event = ${p.event})`

/** The messages are left out if possible: of a webhook with a million deliveries, a join takes six times as long. */
const total = (p: Filter): string =>
  `case
      when ${p.event} is null then (select count(*) from webhook_deliveries d where ${matchesOfAnyEvent(p)})
      else (select count(*) from ${deliveries} where ${matches(p)})
    end::integer as total`

export const list = statement<PageRow<DeliveryRow>>()(
  { ...filter, limit: "integer", offset: "integer", after: "uuid" },
  (p) => `
  select ${total(p)}, listed.*
  from (values (1)) once (n) left join lateral (
    select ${columns} from ${deliveries}
    where ${matches(p)} and (${p.after} is null or d.id < ${p.after})
    order by d.id desc limit ${p.limit} offset ${p.offset}
  ) listed on true order by listed.id desc`
)

/** $1 webhook, $2 delivery. */
export const find = `select ${columns} from ${deliveries} where d.webhook_id = $1::uuid and d.id = $2::uuid`

/** $1 nothing; the id is also that of the message. */
export const beginTest = "select auspex_uuid_v7(auspex_clock()) as id, auspex_clock() as now"

export const recordTest = statement()(
  { id: "uuid", webhook_id: "uuid", event: "text", body: "text", status: "text", attempt: "text::jsonb" },
  (p) => `
  with m as (insert into webhook_messages (id, event, body) values (${p.id}, ${p.event}, ${p.body}))
  insert into webhook_deliveries (id, webhook_id, message_id, status, attempt_count, attempts)
  select ${p.id}, w.webhook_id, ${p.id}, ${p.status}, 1, jsonb_build_array(${stamped(p.attempt)})
  from (${lockedQueue(p.webhook_id)}) w`
)

/** An attempt with the time at which it began, by the database's clock. */
export function stamped(attempt: string): string {
  return `(${attempt} || jsonb_build_object('at',
        ${statementTime} - make_interval(secs => (${attempt} ->> 'duration_ms')::float8 / 1000)))`
}

/** Deliveries that match, except tests. */
const sendable = (p: Filter): string => `${matches(p)} and d.sequence is not null`

/** The maximum number of deliveries that one request sends again. */
export const redeliveredMax = 10_000

export const countRedelivered = statement<{ readonly count: number }>()(
  filter,
  (p) => `
  select count(*)::integer as count from (
    select 1 from ${deliveries} where ${sendable(p)} limit ${redeliveredMax}
  ) found`
)

/**
 * Moves the chosen deliveries to a status, and makes the webhook due unless it is inactive. The due time stays rather than
 * becoming null, because the webhook may have been activated while this waited for the queue.
 */
const again = (chosen: string, webhookId: string, to: string): string => `
  with locked as materialized (${lockedQueue(webhookId)}
  ), chosen as materialized (${chosen}), q as (
    update webhook_queues q set version = q.version + 1,
      due_at = case when w.active then least(q.due_at, auspex_clock()) else q.due_at end
    from webhooks w where q.webhook_id = ${webhookId} and w.id = q.webhook_id and exists (select 1 from chosen)
  ), renewed as (
    update webhook_deliveries d set status = ${to}, due_at = auspex_clock(), scheduled_after = d.attempt_count
    from chosen where d.id = chosen.id
    returning d.id
  )
  select count(*)::integer as count from renewed`

/** The oldest first. */
export const redeliverAll = statement<{ readonly count: number }>()(
  { ...filter, to_status: "text" },
  (p) =>
    again(
      `select d.id from ${deliveries} where ${sendable(p)} and exists (select 1 from locked)
        order by d.id limit ${redeliveredMax} for update of d`,
      p.webhook_id,
      p.to_status
    )
)

export const redeliverOne = statement<{ readonly count: number }>()(
  { webhook_id: "uuid", id: "uuid", from_status: "text", to_status: "text" },
  (p) =>
    again(
      `select d.id from webhook_deliveries d where d.webhook_id = ${p.webhook_id} and d.id = ${p.id}
        and d.status = ${p.from_status} and d.sequence is not null and exists (select 1 from locked) for update`,
      p.webhook_id,
      p.to_status
    )
)
