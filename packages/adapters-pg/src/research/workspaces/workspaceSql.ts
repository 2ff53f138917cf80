import type { Workspace, WorkspaceAuditEntry, WorkspaceKey } from "@auspex/domain/workspaces"
import { statement } from "../../database/Statement.ts"
import type { PageRow } from "../../kernel/PageRow.ts"

/** The columns of a workspace, of `workspaces w`; `account` refers to the account whose role is shown. */
const columns = (account: string): string => `
  w.id, w.name, w.tier, w.created_at,
  (select count(*)::integer from workspace_members m where m.workspace_id = w.id) as member_count,
  (select m.role from workspace_members m where m.workspace_id = w.id and m.account_id = ${account}) as role`

/** $1 name. */
export const insert = `
  insert into workspaces (id, name) values (auspex_uuid_v7(auspex_clock()), $1) returning id`

/** $1 id, $2 account. */
export const find = `select ${columns("$2::uuid")} from workspaces w where w.id = $1::uuid`

/** $1 id. */
export const lock = "select 1 from workspaces where id = $1::uuid for no key update"

export const list = statement<PageRow<Workspace>>()(
  { account_id: "uuid", limit: "integer", offset: "integer", after: "uuid" },
  (p) => `
  with mine as (
    select w.* from workspaces w
    where ${p.account_id} is null or exists (
      select 1 from workspace_members m where m.workspace_id = w.id and m.account_id = ${p.account_id})
  )
  select (select count(*)::integer from mine) as total, listed.*
  from (values (1)) once (n) left join lateral (
    select ${columns(p.account_id)} from mine w
    where ${p.after} is null or w.id < ${p.after}
    order by w.id desc limit ${p.limit} offset ${p.offset}
  ) listed on true order by listed.id desc`
)

/** $1 id, $2 name, $3 tier. */
export const update = `
  update workspaces set name = coalesce($2, name), tier = coalesce($3, tier) where id = $1::uuid`

/** $1 account. */
export const lockAccount = "select 1 from accounts where id = $1::uuid for no key update"

/** $1 account. */
export const countOf = `
  select count(*)::integer as memberships from workspace_members where account_id = $1::uuid`

/** $1 workspace. */
export const members = `
  select m.account_id, a.name, m.role, m.added_at
  from workspace_members m join accounts a on a.id = m.account_id
  where m.workspace_id = $1::uuid order by m.added_at, m.account_id`

/** $1 workspace, $2 account, $3 role. */
export const putMember = `
  insert into workspace_members (workspace_id, account_id, role) values ($1::uuid, $2::uuid, $3)
  on conflict (workspace_id, account_id) do update set role = excluded.role`

/** $1 workspace, $2 account. */
export const removeMember = `
  with revoked as (
    update workspace_keys set revoked_at = auspex_now()
    where workspace_id = $1::uuid and account_id = $2::uuid and revoked_at is null
  )
  delete from workspace_members where workspace_id = $1::uuid and account_id = $2::uuid`

/** A key as it is stored. */
export interface KeyRow extends Omit<WorkspaceKey, "last_used_at" | "revoked_at"> {
  readonly last_used_at: Date | null
  readonly revoked_at: Date | null
}

const keyColumns = `
  id, account_id, name, last4, created_at, expires_at, last_used_at, revoked_at,
  revoked_at is null and expires_at > auspex_now() as live`

export const insertKey = statement<KeyRow>()(
  { workspace_id: "uuid", account_id: "uuid", name: "text", digest: "bytea", last4: "text", days: "integer" },
  (p) => `
  insert into workspace_keys (id, workspace_id, account_id, name, digest, last4, expires_at)
  values (auspex_uuid_v7(auspex_clock()), ${p.workspace_id}, ${p.account_id}, ${p.name}, ${p.digest}, ${p.last4},
    auspex_now() + make_interval(days => ${p.days}))
  returning ${keyColumns}`
)

/** $1 workspace, $2 account or null. */
export const keys = `
  select ${keyColumns} from workspace_keys
  where workspace_id = $1::uuid and ($2::uuid is null or account_id = $2::uuid)
  order by id desc`

/** $1 workspace, $2 key, $3 account or null. */
export const revokeKey = `
  update workspace_keys set revoked_at = auspex_now()
  where workspace_id = $1::uuid and id = $2::uuid and ($3::uuid is null or account_id = $3::uuid)
    and revoked_at is null and expires_at > auspex_now()
  returning ${keyColumns}`

export const record = statement()(
  {
    workspace_id: "uuid",
    account_id: "uuid",
    administrator: "text",
    key_id: "uuid",
    action: "text",
    subject_type: "text",
    subject_id: "text",
    detail: "text::jsonb"
  },
  (p) => `
  insert into workspace_audit (id, workspace_id, account_id, actor, key_id, action, subject_type, subject_id, detail)
  values (auspex_uuid_v7(auspex_clock()), ${p.workspace_id}, ${p.account_id},
    coalesce(${p.administrator}, (select name from accounts where id = ${p.account_id})), ${p.key_id}, ${p.action},
    ${p.subject_type}, ${p.subject_id}, ${p.detail})`
)

export const audit = statement<PageRow<WorkspaceAuditEntry>>()(
  { workspace_id: "uuid", limit: "integer", offset: "integer", after: "uuid" },
  (p) => `
  select (select count(*)::integer from workspace_audit where workspace_id = ${p.workspace_id}) as total, listed.*
  from (values (1)) once (n) left join lateral (
    select id, at, account_id, actor, key_id, action, subject_type, subject_id, detail
    from workspace_audit where workspace_id = ${p.workspace_id} and (${p.after} is null or id < ${p.after})
    order by id desc limit ${p.limit} offset ${p.offset}
  ) listed on true order by listed.id desc`
)
