import type { AppliedEntry } from "@auspex/domain/campaigns"

export const lock = "select only_row from campaign_lock for update"

/** The entries whose question or survey exists. */
export const entries = `
  select e.kind, e.key, e.resource_id as id, e.applied, e.agents from campaign_entries e
  where case e.kind when 'question' then exists (select 1 from questions q where q.id = e.resource_id)
    else exists (select 1 from surveys s where s.id = e.resource_id) end
  order by e.kind, e.key`

/** A stored entry. */
export interface EntryRow extends Omit<AppliedEntry, "agents"> {
  readonly agents: NonNullable<AppliedEntry["agents"]> | null
}

/** $1 entries. */
export const save = `
  insert into campaign_entries (kind, key, resource_id, applied, agents)
  select e.kind, e.key, e.id, e.applied, e.agents
  from jsonb_to_recordset($1::text::jsonb) as e (kind text, key text, id uuid, applied jsonb, agents jsonb)
  on conflict (kind, key) do update set resource_id = excluded.resource_id, applied = excluded.applied,
    agents = excluded.agents, applied_at = auspex_now()`

/** $1 names or ids, each with the key of the name. Agents come last. */
export const accounts = `
  select n.named, a.id, a.name, a.type from jsonb_to_recordset($1::text::jsonb) n (named text, key text, id uuid)
  join accounts a on a.name_key = n.key or a.id = n.id
  order by a.type = 'agent'`

/** $1 survey. */
export const panel = `
  select a.id, a.name from survey_assignments m join accounts a on a.id = m.account_id
  where m.survey_id = $1::uuid order by a.name_key`

/** $1 slug. */
export const article = "select id from articles where slug = $1"
