import { statement } from "../../database/Statement.ts"

// Constant texts, so that the driver can keep them prepared.

const columns = `p.id, p.account_id, c.content_hash, c.name, c.archetype, c.dimensions, c.traits, c.reasoning_prompt,
  c.prompt_tokens, c.version, p.created_at, p.sources, p.shortened,
  (select count(*)::integer from accounts a where a.persona_id = p.id) as agent_count`
const personas = "personas p join persona_contents c on c.content_hash = p.content_hash"

/** $1 account. Serialises the creation of personas by one account. */
export const lockAccount = "select id from accounts where id = $1::uuid for no key update"

/** $1 account. Runs after the lock, so that it sees every persona that others have committed. */
export const countOwned = "select count(*)::integer as existing from personas where account_id = $1::uuid"

/** Keeps the content under its hash, once for all accounts. */
export const insertContent = statement()(
  {
    content_hash: "text",
    name: "text",
    archetype: "text",
    dimensions: "text::jsonb",
    traits: "text::jsonb",
    reasoning_prompt: "text",
    prompt_tokens: "integer",
    version: "integer"
  },
  (p) => `
  insert into persona_contents (content_hash, name, archetype, dimensions, traits, reasoning_prompt, prompt_tokens, version)
  values (${p.content_hash}, ${p.name}, ${p.archetype}, ${p.dimensions}, ${p.traits}, ${p.reasoning_prompt}, ${p.prompt_tokens}, ${p.version})
  on conflict (content_hash) do nothing`
)

export const insert = statement<{ readonly id: string }>()(
  { account_id: "uuid", content_hash: "text", sources: "text::jsonb", shortened: "text::jsonb" },
  (p) => `
  insert into personas (id, account_id, content_hash, sources, shortened)
  values (auspex_uuid_v7(auspex_clock()), ${p.account_id}, ${p.content_hash}, ${p.sources}, ${p.shortened})
  returning id`
)

/** $1 account. */
export const ofAccount = `select ${columns} from ${personas} where p.account_id = $1::uuid order by p.id desc`

/** $1 persona. */
export const find = `select ${columns} from ${personas} where p.id = $1::uuid`

/** $1 persona. Conflicts with the key lock of an assignment, so that both happen one after the other. */
export const lock = "select id from personas where id = $1::uuid for update"

/** $1 persona. The agents that have it, in the order of their names. Runs after the lock. */
export const agentsWith = `
  select coalesce(json_agg(a.name order by a.name), '[]') as agents from accounts a where a.persona_id = $1::uuid`

/** $1 persona. */
export const remove = "delete from personas where id = $1::uuid"

/** $1 agent. */
export const agent = `
  select id, name, owner_id, persona_id from accounts where id = $1::uuid and type = 'agent'`

/** $1 human. */
export const agentsOf = `
  select id, name, owner_id, persona_id from accounts
  where owner_id = $1::uuid and type = 'agent' order by lower(name), id`

/** $1 agent, $2 persona. A persona from an archetype becomes the archetype that the agent declares. */
export const assign = `
  update accounts a set persona_id = p.id, persona_hash = p.content_hash,
    persona_archetype = coalesce(c.archetype, a.persona_archetype)
  from ${personas} where a.id = $1::uuid and p.id = $2::uuid`

/** $1 agent. */
export const unassign = "update accounts set persona_id = null, persona_hash = null where id = $1::uuid"
