import { analysis, platformCorpus, retrainingChangesMin, retrainingShare } from "@auspex/domain/retrieval"
import { statement } from "../../database/Statement.ts"
import { statementTime } from "../../kernel/statementTime.ts"

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
        and (e.project_id, e.kind, e.source_id, e.at, e.title, e.text, encode(e.terms, 'hex'), e.analysis)
          is not distinct from (g.project_id, g.kind, g.source_id, g.at, g.title, g.text, g.terms, ${analysis}))
  ), ${numbered}
  insert into retrieval_entries as e (corpus, ${columns}, terms, analysis, change)
  select $1, ${columns}, decode(terms, 'hex'), ${analysis}, numbered.changes - place + 1 from changed, numbered
  on conflict (corpus, id) do update set
    project_id = excluded.project_id, kind = excluded.kind, source_id = excluded.source_id, at = excluded.at,
    title = excluded.title, text = excluded.text, terms = excluded.terms, analysis = excluded.analysis,
    change = excluded.change, removed_at = null`

/** $1 corpus, $2 ids as JSON. */
export const remove = `
  with forgotten as (
    delete from retrieval_vectors where corpus = $1 and id in (select jsonb_array_elements_text($2::text::jsonb))
  ), changed as (
    select e.id, row_number() over () as place from retrieval_entries e
    where e.corpus = $1 and e.text is not null and e.id in (select jsonb_array_elements_text($2::text::jsonb))
  ), ${numbered}
  update retrieval_entries e set
    title = null, text = null, terms = null, removed_at = auspex_clock(), change = numbered.changes - place + 1
  from changed, numbered where e.corpus = $1 and e.id = changed.id`

/**
 * $1 corpus, $2 the last change known, $3 limit. One row without an entry when there are no changes. Terms of another
 * analysis are not read; the text is read instead.
 */
export const changes = `
  select c.model_version, c.swept_change, e.change, e.id, e.project_id, e.kind, e.source_id, e.at,
    case when e.analysis = ${analysis} then e.terms end as terms,
    case when e.analysis <> ${analysis} then e.title end as title,
    case when e.analysis <> ${analysis} then e.text end as text
  from retrieval_corpora c left join lateral (
    select * from retrieval_entries e where e.corpus = c.corpus and e.change > $2::bigint order by e.change limit $3
  ) e on true
  where c.corpus = $1 order by e.change`

/**
 * Deletes the rows of one corpus that were removed more than a day ago, and notes the last of their changes. The row of
 * the corpus is locked first, as when entries are put.
 */
export const sweep = `
  with held as (
    select corpus from retrieval_corpora where corpus = (
      select corpus from retrieval_entries where removed_at < ${statementTime} - interval '1 day' order by removed_at limit 1
    ) for update skip locked
  ), swept as (
    delete from retrieval_entries e using held
    where e.corpus = held.corpus and e.removed_at < ${statementTime} - interval '1 day'
    returning e.corpus, e.id, e.change
  ), forgotten as (
    -- Of texts that were removed while a model embedded them.
    delete from retrieval_vectors v using swept where v.corpus = swept.corpus and v.id = swept.id
  )
  update retrieval_corpora c set swept_change = greatest(c.swept_change, (select max(change) from swept))
  from held where c.corpus = held.corpus and exists (select from swept)
  returning c.corpus`

/** $1 corpus, $2 ids as JSON. */
export const entries = `
  select ${columns} from retrieval_entries
  where corpus = $1 and text is not null and id in (select jsonb_array_elements_text($2::text::jsonb))`

/** $1 corpus. */
export const model = `select version, model from retrieval_models where corpus = $1 and analysis = ${analysis}`

export const saveModel = statement()(
  { corpus: "text", model: "bytea", entries: "integer", change: "bigint" },
  (p) => `
  with trained as (
    -- The platform's corpus has no row before its first model, because its changes are counted elsewhere.
    insert into retrieval_corpora as c (corpus, changes, model_version, model_entries, model_change)
    values (${p.corpus}, 0, 1, ${p.entries}, ${p.change})
    on conflict (corpus) do update set
      model_version = c.model_version + 1, model_entries = excluded.model_entries, model_change = excluded.model_change
    where c.model_version = 0 or c.model_change <= excluded.model_change
    returning corpus, model_version
  )
  insert into retrieval_models (corpus, version, model, analysis)
  select corpus, model_version, ${p.model}, ${analysis} from trained
  on conflict (corpus) do update set
    version = excluded.version, model = excluded.model, analysis = excluded.analysis`
)

export const dueForTraining = `
  select corpus from (
    select corpus, changes - model_change as changes, model_entries from retrieval_corpora where corpus <> '${platformCorpus}'
    union all
    select '${platformCorpus}', (select case when is_called then last_value else 0 end from platform_texts_change)
      - coalesce(model_change, 0), coalesce(model_entries, 0)
    from (select 1) one left join retrieval_corpora on corpus = '${platformCorpus}'
  ) c
  where changes >= greatest(${retrainingChangesMin}, ${retrainingShare} * model_entries)
    or corpus in (select corpus from retrieval_models where analysis <> ${analysis})
  order by corpus limit 10`
