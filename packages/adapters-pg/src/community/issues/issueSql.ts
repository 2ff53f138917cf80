import type { IssueRow } from "@auspex/domain/issues"
import { type ParameterReferences, statement } from "../../database/Statement.ts"
import type { PageRow } from "../../kernel/PageRow.ts"

// Constant texts, so that the driver can keep them prepared.

const columns = `i.id, i.user_id, a.name as user_name, i.type, i.title, i.content, i.url, i.status, i.admin_note,
  i.created_at, i.resolved_at`

/** The start of the current day (UTC). */
const today = "(date_trunc('day', auspex_now() at time zone 'UTC') at time zone 'UTC')"

/** $1 account. Serialises concurrent filing by one account. */
export const lockAccount = "select id from accounts where id = $1::uuid for no key update"

/** $1 account. Runs after the lock, so that it sees every issue that others have committed. */
export const filingFacts = `
  select a.suspended_at is not null as suspended,
    (select count(*)::integer from issues i where i.user_id = a.id and i.created_at >= ${today}
      and i.created_at < ${today} + interval '24 hours') as issues_today,
    greatest(1, ceil(extract(epoch from ${today} + interval '24 hours' - auspex_now())))::integer as seconds_to_midnight
  from accounts a where a.id = $1::uuid`

export const insert = statement<IssueRow>()(
  { id: "uuid", account_id: "uuid", type: "text", title: "text", content: "text", url: "text", status: "text" },
  (params) => `
  with i as (
    insert into issues (id, user_id, type, title, content, url, status)
    values (${params.id}, ${params.account_id}, ${params.type}, ${params.title}, ${params.content}, ${params.url}, ${params.status})
    returning *
  )
  select ${columns} from i join accounts a on a.id = i.user_id`
)

const listed = {
  account_id: "uuid",
  status: "text",
  type: "text",
  limit: "integer",
  offset: "integer",
  after: "uuid"
} as const

type Listed = ParameterReferences<typeof listed>

const listing = (isOf: (params: Listed) => string) =>
  statement<PageRow<IssueRow>>()(listed, (params) => {
    const condition = `${isOf(params)} and (${params.status} is null or i.status = ${params.status})
      and (${params.type} is null or i.type = ${params.type})`
    return `
  select (select count(*)::integer from issues i where ${condition}) as total, listed.*
  from (values (1)) once (n) left join lateral (
    select ${columns} from issues i join accounts a on a.id = i.user_id
    where ${condition} and (${params.after} is null or i.id < ${params.after})
    order by i.id desc limit ${params.limit} offset ${params.offset}
  ) listed on true order by listed.id desc`
  })

/** Yields at least one row. */
export const ofAccount = listing(({ account_id }) => `i.user_id = ${account_id}`)

/** The issues of all accounts; `account_id` is null. */
export const ofAll = listing(({ account_id }) => `${account_id} is null`)

/** $1 issue. */
export const find = `select ${columns} from issues i join accounts a on a.id = i.user_id where i.id = $1::uuid`

/** $1 issue. Locks that row and no account. */
export const lock = `
  select ${columns}, auspex_now() as now from issues i join accounts a on a.id = i.user_id where i.id = $1::uuid
  for update of i`

/** A null `status` leaves the status as it is; `resolved_at` is `set` to now, `cleared`, or left as it is when null. */
export const update = statement()(
  { id: "uuid", status: "text", admin_note: "text", resolved_at: "text", now: "timestamptz" },
  (params) => `
  update issues set status = coalesce(${params.status}, status), admin_note = ${params.admin_note},
    resolved_at = case ${params.resolved_at} when 'set' then ${params.now} when 'cleared' then null else resolved_at end
  where id = ${params.id}`
)
