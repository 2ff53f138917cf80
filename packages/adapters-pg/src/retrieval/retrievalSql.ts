import { retrainingChangesMin, retrainingShare } from "@auspex/domain/retrieval"
import { statement } from "../database/Statement.ts"

// Constant texts, so that the driver can keep them prepared.

const columns = "id, project_id, kind, source_id, at, title, text"

const given = `jsonb_to_recordset($2::text::jsonb) g (
  id text, project_id text, kind text, source_id text, at timestamptz, title text, text text, terms text)`

/** Numbers the rows of \`changed\`; the corpus's row is locked until the transaction ends. */
const numbered = `
  numbered as (
    insert into retrieval_corpora as c (corpus, changes)
    select $1, count(*) from changed having count(*) > 0
    on conflict (corpus) do update set changes = c.changes + excluded.changes
    returning c.changes
  )`

/** $1 corpus, $2 the entries as JSON, with their terms in hexadecimal. */
export const put = `
  with changed as (
    select g.*, row_number() over () as place from ${given}
    where not exists (
      select from retrieval_entries e
      where e.corpus = $1 and e.id = g.id
        and (e.project_id, e.kind, e.source_id, e.at, e.title, e.text, encode(e.terms, 'hex'))
          is not distinct from (g.project_id, g.kind, g.source_id, g.at, g.title, g.text, g.terms))
  ), ${numbered}
  insert into retrieval_entries as e (corpus, ${columns}, terms, change)
  select $1, ${columns}, decode(terms, 'hex'), numbered.changes - place + 1 from changed, numbered
  on conflict (corpus, id) do update set
    project_id = excluded.project_id, kind = excluded.kind, source_id = excluded.source_id, at = excluded.at,
    title = excluded.title, text = excluded.text, terms = excluded.terms, change = excluded.change`

/** $1 corpus, $2 ids as JSON. */
export const remove = `
  with changed as (
    select e.id, row_number() over () as place from retrieval_entries e
    where e.corpus = $1 and e.text is not null and e.id in (select jsonb_array_elements_text($2::text::jsonb))
  ), ${numbered}
  update retrieval_entries e set title = null, text = null, terms = null, change = numbered.changes - place + 1
  from changed, numbered where e.corpus = $1 and e.id = changed.id`

/** $1 corpus, $2 the last change known, $3 limit. One row without an entry when there are no changes. */
export const changes = `
  select c.model_version, e.change, e.id, e.project_id, e.kind, e.source_id, e.at, e.terms
  from retrieval_corpora c left join lateral (
    select * from retrieval_entries e where e.corpus = c.corpus and e.change > $2::bigint order by e.change limit $3
  ) e on true
  where c.corpus = $1 order by e.change`

/** $1 corpus, $2 ids as JSON. */
export const entries = `
  select ${columns} from retrieval_entries
  where corpus = $1 and text is not null and id in (select jsonb_array_elements_text($2::text::jsonb))`

/** $1 corpus. */
export const model = "select version, model from retrieval_models where corpus = $1"

export const saveModel = statement()(
  { corpus: "text", model: "bytea", entries: "integer", change: "bigint" },
  (p) => `
  with trained as (
    update retrieval_corpora set
      model_version = model_version + 1, model_entries = ${p.entries}, model_change = ${p.change}
    where corpus = ${p.corpus} and (model_version = 0 or model_change <= ${p.change})
    returning corpus, model_version
  )
  insert into retrieval_models (corpus, version, model) select corpus, model_version, ${p.model} from trained
  on conflict (corpus) do update set version = excluded.version, model = excluded.model`
)

export const dueForTraining = `
  select corpus from retrieval_corpora
  where changes - model_change >= greatest(${retrainingChangesMin}, ${retrainingShare} * model_entries)
  order by corpus limit 10`
