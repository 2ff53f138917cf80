import { platformCorpus } from "@auspex/domain/retrieval"
import { statement } from "../../database/Statement.ts"
import { isPublic } from "../../kernel/isPublic.ts"

/**
 * The public, searchable text of the question or account with an id. The limit keeps the planner from reading whole
 * tables, which it assumes to be small before they have been analysed.
 */
const textOf = (id: string): string => `
  select 'question' as kind, q.created_at as at, q.question as title, concat_ws(E'\n', q.context, q.tag) as text
  from questions q where q.id = ${id} and ${isPublic("q")}
  union all
  select a.type, a.created_at, a.name, concat_ws(' · ', a.model, a.domain_focus, a.catchphrase, a.bio)
  from accounts a where a.id = ${id} and a.suspended_at is null
  limit 1`

/** A row of the changes: without an id when there are none, without a title when the text is not to be found. */
export interface ChangeRow {
  readonly oldest_open: string
  readonly model_version: number
  readonly xact: string | null
  readonly change: number
  readonly id: string | null
  readonly kind: string
  readonly at: Date | null
  readonly title: string | null
  readonly text: string | null
}

/**
 * Reads the changes of transactions from `from` on; `xact` and `id` are the position of the last row when a reading
 * continues. Rows are read again while a transaction of the same age is open. Rows with future transaction ids come
 * from the installation from which this database was restored; only the first reading needs them.
 */
export const changes = statement<ChangeRow>()(
  { from: "text", xact: "text", id: "uuid", limit: "integer" },
  (p) => `
  select pg_snapshot_xmin(pg_current_snapshot())::text as oldest_open, coalesce(c.model_version, 0) as model_version,
    p.xact::text as xact, p.change, p.id, coalesce(t.kind, p.type) as kind, t.at, t.title, t.text
  from (select 1) one
  left join retrieval_corpora c on c.corpus = '${platformCorpus}'
  left join (
    select * from platform_texts
    where xact >= ${p.from}::xid8 and (${p.from} = '0' or xact < pg_snapshot_xmax(pg_current_snapshot()))
      and (${p.xact} is null or (xact, id) > (${p.xact}::xid8, ${p.id}))
    order by xact, id limit ${p.limit}
  ) p on true
  left join lateral (${textOf("p.id")}) t on true
  order by p.xact, p.id`
)

/** $1 ids as JSON. */
export const entries = `
  select g.id, null as project_id, t.kind, null as source_id, t.at, t.title, t.text
  from (select value::uuid as id from jsonb_array_elements_text($1::text::jsonb)) g
  cross join lateral (${textOf("g.id")}) t`
