// Constant texts, so that the driver can keep them prepared.

const columns = `i.id, i.user_id, a.name as user_name, i.type, i.title, i.content, i.url, i.status, i.admin_note,
  i.created_at, i.resolved_at`

/** The beginning of the day (UTC). */
const today = "(date_trunc('day', auspex_now() at time zone 'UTC') at time zone 'UTC')"

/** $1 account. Whoever files waits here for whoever is filing. */
export const lockAccount = "select id from accounts where id = $1::uuid for no key update"

/** $1 account. After the lock: this statement sees every issue that others have committed. */
export const filingFacts = `
  select a.suspended_at is not null as suspended,
    (select count(*)::integer from issues i where i.user_id = a.id and i.created_at >= ${today}
      and i.created_at < ${today} + interval '24 hours') as issues_today,
    greatest(1, ceil(extract(epoch from ${today} + interval '24 hours' - auspex_now())))::integer as seconds_to_midnight
  from accounts a where a.id = $1::uuid`

/** $1 id, $2 account, $3 type, $4 title, $5 content, $6 url, $7 status. */
export const insert = `
  with i as (
    insert into issues (id, user_id, type, title, content, url, status)
    values ($1::uuid, $2::uuid, $3::text, $4::text, $5::text, $6::text, $7::text)
    returning *
  )
  select ${columns} from i join accounts a on a.id = i.user_id`

const listing = (condition: string): string => `
  select (select count(*)::integer from issues i where ${condition}) as total, listed.*
  from (values (1)) once (n) left join lateral (
    select ${columns} from issues i join accounts a on a.id = i.user_id
    where ${condition} and ($6::uuid is null or i.id < $6::uuid)
    order by i.id desc limit $4::integer offset $5::integer
  ) listed on true order by listed.id desc`

const isWanted = "($2::text is null or i.status = $2::text) and ($3::text is null or i.type = $3::text)"

/** $1 account, $2 status, $3 type, $4 limit, $5 offset, $6 the last one seen. At least one row. */
export const ofAccount = listing(`i.user_id = $1::uuid and ${isWanted}`)

/** The same of everybody; $1 is null. */
export const ofAll = listing(`$1::uuid is null and ${isWanted}`)

/** $1 issue. */
export const find = `select ${columns} from issues i join accounts a on a.id = i.user_id where i.id = $1::uuid`

/** $1 issue. Locks that row and no account. */
export const lock = `
  select ${columns}, auspex_now() as now from issues i join accounts a on a.id = i.user_id where i.id = $1::uuid
  for update of i`

/** $1 issue, $2 status or null, $3 note, $4 what becomes of `resolved_at`, $5 now. */
export const update = `
  update issues set status = coalesce($2::text, status), admin_note = $3::text,
    resolved_at = case $4::text when 'set' then $5::timestamptz when 'cleared' then null else resolved_at end
  where id = $1::uuid`
