import { statement } from "../../database/Statement.ts"

// Constant texts, so that the driver can keep them prepared.

/** A configuration as JSON: its ciphertext in hexadecimal, its time in ISO 8601. */
export interface ConfigJson {
  readonly scope: "organisation" | "account" | "agent"
  readonly account_id: string | null
  readonly llm_provider: string
  readonly llm_model: string | null
  readonly llm_base_url: string | null
  readonly sealed_key: string | null
  readonly key_last4: string | null
  readonly updated_at: string
}

const json = `json_build_object('scope', c.scope, 'account_id', c.account_id, 'llm_provider', c.llm_provider,
  'llm_model', c.llm_model, 'llm_base_url', c.llm_base_url, 'sealed_key', encode(c.sealed_key, 'hex'),
  'key_last4', c.key_last4, 'updated_at', c.updated_at)`

const isSubject = "c.scope = $1 and c.account_id is not distinct from $2::uuid"

const one = (scope: string, account: string): string =>
  `(select ${json} from llm_configs c where c.scope = '${scope}' and c.account_id ${account})`

/** $1 agent. */
export const agent = `
  select a.id, a.name, a.owner_id, a.owner_key, a.llm_use_global as use_global, p.reasoning_prompt,
    ${one("agent", "= a.id")} as agent, ${one("account", "= coalesce(a.owner_id, a.id)")} as owner,
    ${one("organisation", "is null")} as organisation
  from accounts a left join persona_contents p on p.content_hash = a.persona_hash
  where a.id = $1::uuid and a.type = 'agent'`

/** $1 scope, $2 account. */
export const find = `select ${json} as config from llm_configs c where ${isSubject}`

/** $1 scope, $2 account. */
export const lock = `${find} for update`

/** With `keeps_key` the stored key stays. */
export const put = statement<{ readonly config: ConfigJson }>()(
  {
    scope: "text",
    account_id: "uuid",
    llm_provider: "text",
    llm_model: "text",
    llm_base_url: "text",
    sealed_key: "bytea",
    key_last4: "text",
    keeps_key: "boolean"
  },
  (p) => `
  insert into llm_configs as c (scope, account_id, llm_provider, llm_model, llm_base_url, sealed_key, key_last4)
  values (${p.scope}, ${p.account_id}, ${p.llm_provider}, ${p.llm_model}, ${p.llm_base_url}, ${p.sealed_key}, ${p.key_last4})
  on conflict on constraint llm_configs_subject do update set
    llm_provider = excluded.llm_provider, llm_model = excluded.llm_model, llm_base_url = excluded.llm_base_url,
    sealed_key = case when ${p.keeps_key} then c.sealed_key else excluded.sealed_key end,
    key_last4 = case when ${p.keeps_key} then c.key_last4 else excluded.key_last4 end,
    updated_at = auspex_now()
  returning ${json} as config`
)

/** $1 scope, $2 account. */
export const remove = `delete from llm_configs c where ${isSubject}`

/** $1 agent, $2 whether it uses its owner's configuration. */
export const setUseGlobal = "update accounts set llm_use_global = $2::boolean where id = $1::uuid"

/**
 * $1 owner, $2 the requests of a day. The conflict branch runs on the newest version of the row, under its lock, so that
 * concurrent requests are counted one after the other.
 */
export const takeRequest = `
  with moment as (
    select auspex_clock() as now, (auspex_clock() at time zone 'UTC')::date as day
  ), taken as (
    insert into inference_days as d (owner_key, day, requests) select $1::uuid, day, 1 from moment
    on conflict (owner_key) do update set
      requests = case when d.day = excluded.day then d.requests + 1 else 1 end, day = excluded.day
    where d.day <> excluded.day or d.requests < $2::integer
    returning 1
  )
  select exists (select from taken) as admitted,
    extract(epoch from (day + 1)::timestamp at time zone 'UTC' - now)::float8 as reset_seconds
  from moment`
