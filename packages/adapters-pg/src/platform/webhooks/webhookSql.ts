import type { AdministeredWebhook, WebhookOwner, WebhookRow } from "@auspex/domain/webhooks"
import { statement } from "../../database/Statement.ts"
import type { PageRow } from "../../kernel/PageRow.ts"

// Constant texts, so that the driver can keep them prepared.

const owner = `jsonb_build_object('kind', case when w.workspace_id is null then 'account' else 'workspace' end,
    'id', coalesce(w.workspace_id, w.account_id)) as owner`
const columns = `w.id, ${owner}, w.url, w.events, w.active, w.created_at, q.failing_since, w.disabled_at,
  w.disabled_reason`
const webhooks = "webhooks w join webhook_queues q on q.webhook_id = w.id"

const ownerStatements = (owners: string, reference: string) => ({
  /** $1 owner. Serialises the creation of webhooks by one owner. */
  lock: `select id from ${owners} where id = $1::uuid for no key update`,
  /** $1 owner. Runs after the lock, so that it sees every webhook that others have committed. */
  count: `
  select count(*)::integer as existing, auspex_uuid_v7(auspex_clock()) as id from webhooks where ${reference} = $1::uuid`,
  /** $1 owner. */
  list: `select ${columns} from ${webhooks} where w.${reference} = $1::uuid order by w.id`
})

/** The statements about all webhooks of one owner. */
export const ofOwner: Readonly<Record<WebhookOwner["kind"], ReturnType<typeof ownerStatements>>> = {
  account: ownerStatements("accounts", "account_id"),
  workspace: ownerStatements("workspaces", "workspace_id")
}

export const insert = statement<WebhookRow>()(
  { id: "uuid", account_id: "uuid", workspace_id: "uuid", url: "text", events: "text::jsonb", sealed: "bytea" },
  (p) => `
  with w as (
    insert into webhooks (id, account_id, workspace_id, url, events)
    values (${p.id}, ${p.account_id}, ${p.workspace_id}, ${p.url}, array(select jsonb_array_elements_text(${p.events})))
    returning *
  ), q as (
    insert into webhook_queues (webhook_id) select w.id from w returning *
  ), s as (
    insert into webhook_secrets (webhook_id, version, sealed) select w.id, 1, ${p.sealed} from w
  )
  select ${columns} from w join q on q.webhook_id = w.id`
)

/** $1 webhook. */
export const find = `select ${columns} from ${webhooks} where w.id = $1::uuid`

/** Rows of the administrators' list, of webhooks of accounts. */
export interface AdministeredRow extends WebhookRow, Pick<AdministeredWebhook, "user_name" | "pending"> {}

export const list = statement<PageRow<AdministeredRow>>()(
  { account: "text", active: "boolean", limit: "integer", offset: "integer", after: "uuid" },
  (p) => {
    const from = `${webhooks} join accounts a on a.id = w.account_id
      where (${p.active} is null or w.active = ${p.active})
        and (${p.account} is null or w.account_id::text = ${p.account} or a.name = ${p.account})`
    return `
  select (select count(*)::integer from ${from}) as total, listed.*
  from (values (1)) once (n) left join lateral (
    select ${columns}, a.name as user_name,
      (select count(*)::integer from webhook_deliveries d where d.webhook_id = w.id and d.status = 'pending') as pending
    from ${from} and (${p.after} is null or w.id < ${p.after})
    order by w.id desc limit ${p.limit} offset ${p.offset}
  ) listed on true order by listed.id desc`
  }
)

/**
 * The row of a webhook's queue, locked. A statement that writes a webhook, its queue or its deliveries together locks
 * the queue first, as the fan-out does; any other order could deadlock.
 */
export const lockedQueue = (webhook: string): string => `
    select webhook_id from webhook_queues where webhook_id = ${webhook} for update`

/**
 * Null parameters keep the stored values. Activating clears the failures and the reason for switching off. An active
 * webhook becomes due at once, and the next lease reads its deliveries: this statement may not see deliveries of a
 * fan-out that committed while it waited.
 */
export const update = statement<WebhookRow>()(
  { id: "uuid", url: "text", events: "text::jsonb", active: "boolean" },
  (p) => `
  with locked as materialized (${lockedQueue(p.id)}
  ), w as (
    update webhooks w set url = coalesce(${p.url}, w.url), active = coalesce(${p.active}, w.active),
      active_since = case when ${p.active} and not w.active then auspex_now() else w.active_since end,
      events = case when ${p.events} is null then w.events else array(select jsonb_array_elements_text(${p.events})) end,
      disabled_at = case when ${p.active} then null else w.disabled_at end,
      disabled_reason = case when ${p.active} then null else w.disabled_reason end
    from locked where w.id = locked.webhook_id
    returning w.*
  ), q as (
    update webhook_queues q set version = q.version + 1,
      failing_since = case when ${p.active} then null else q.failing_since end,
      due_at = case when w.active then auspex_clock() end
    from w where q.webhook_id = w.id
    returning q.*
  )
  select ${columns} from w join q on q.webhook_id = w.id`
)

/** $1 webhook, $2 reason. Yields no row when it is inactive already. */
export const disable = `
  with locked as materialized (${lockedQueue("$1::uuid")}
  ), w as (
    update webhooks w set active = false, disabled_at = auspex_clock(), disabled_reason = $2
    from locked where w.id = locked.webhook_id and w.active
    returning w.*
  ), q as (
    update webhook_queues q set version = q.version + 1, due_at = null from w where q.webhook_id = w.id returning q.*
  )
  select ${columns}, case when w.workspace_id is null then array[w.account_id::text] else array(
      select m.account_id::text from workspace_members m
      where m.workspace_id = w.workspace_id and m.role = 'admin' order by m.account_id) end as informed
  from w join q on q.webhook_id = w.id`

/** $1 webhook. */
export const remove = `delete from webhooks where id = (${lockedQueue("$1::uuid")})`

/** $1 webhook. */
export const lockWebhook = "select id from webhooks where id = $1::uuid for update"

/** $1 webhook. Runs after the lock. */
export const newestVersion = `
  select coalesce(max(version), 0)::integer as version from webhook_secrets where webhook_id = $1::uuid`

/** How many rotated secrets are kept. */
const rotatedMax = 2

/** The former secrets sign for some more hours. */
export const addSecret = statement<{ readonly expires_at: Date }>()(
  { webhook_id: "uuid", version: "integer", sealed: "bytea", kept_hours: "integer" },
  (p) => `
  with expired as (
    update webhook_secrets s set
      expires_at = least(s.expires_at, auspex_clock() + make_interval(hours => ${p.kept_hours}))
    where s.webhook_id = ${p.webhook_id} and s.version >= ${p.version} - ${rotatedMax}
    returning s.expires_at
  ), forgotten as (
    delete from webhook_secrets s where s.webhook_id = ${p.webhook_id} and s.version < ${p.version} - ${rotatedMax}
  ), added as (
    insert into webhook_secrets (webhook_id, version, sealed) values (${p.webhook_id}, ${p.version}, ${p.sealed})
  )
  select max(expires_at) as expires_at from expired`
)

/**
 * The current signing secrets, newest first, as an array of objects with hexadecimal ciphertexts, for each webhook that
 * has any. `webhooks` is an expression or a subquery of ids. One pass, because a subquery for each webhook takes twice
 * as long.
 */
export const signingSecrets = (webhooks: string): string => `
    select s.webhook_id, jsonb_agg(jsonb_build_object('version', s.version, 'sealed', encode(s.sealed, 'hex'))
      order by s.version desc) as secrets
    from webhook_secrets s
    where s.webhook_id in (${webhooks}) and (s.expires_at is null or s.expires_at > auspex_clock())
    group by s.webhook_id`

/** $1 webhook. */
export const secrets = `select coalesce((select secrets from (${signingSecrets("$1::uuid")}) s), '[]') as secrets`
