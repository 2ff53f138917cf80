import { statement } from "../../database/Statement.ts"

/** $1 model. */
export const useModel = `
  insert into retrieval_embedding_model as m (model) values ($1)
  on conflict (is_only) do update set model = excluded.model where m.model <> excluded.model`

/** $1 model. At random, so that a large corpus does not hold up the others. */
export const unfinished = `
  select c.corpus from retrieval_corpora c
  left join retrieval_embedded d on d.corpus = c.corpus and d.model = $1
  where exists (select from retrieval_embedding_model where model = $1)
    and (exists (select from retrieval_entries e where e.corpus = c.corpus and e.change > coalesce(d.change, 0))
      or exists (select from retrieval_embedded o where o.corpus = c.corpus and o.model <> $1))
  order by random() limit 10`

/** $1 corpus, $2 model, $3 limit. One row without an entry when all are embedded. */
export const batch = `
  select coalesce(d.change, 0) as after, d.dimensions, e.id, e.change, e.title, e.text
  from (select 1) one
  left join retrieval_embedded d on d.corpus = $1 and d.model = $2
  left join lateral (
    select * from retrieval_entries e where e.corpus = $1 and e.change > coalesce(d.change, 0) order by e.change limit $3
  ) e on true
  order by e.change`

/** `vectors` is JSON, each vector in hexadecimal. The row of the corpus and model lets only one save a batch. */
export const save = statement()(
  {
    corpus: "text",
    model: "text",
    after: "bigint",
    last: "bigint",
    dimensions: "integer",
    vectors: "text::jsonb"
  },
  (p) => `
  with moved as (
    insert into retrieval_embedded as d (corpus, model, change, dimensions)
    values (${p.corpus}, ${p.model}, ${p.last}, ${p.dimensions})
    on conflict (corpus, model) do update set
      change = excluded.change, dimensions = coalesce(d.dimensions, excluded.dimensions)
    where d.change = ${p.after}
    returning corpus, model
  ), given as (
    select * from jsonb_to_recordset(${p.vectors}) g (id text, change bigint, vector text)
  ), removed as (
    delete from retrieval_vectors v using moved m, given g
    where v.corpus = m.corpus and v.model = m.model and v.id = g.id and g.vector is null
  )
  insert into retrieval_vectors as v (corpus, model, id, change, vector)
  select m.corpus, m.model, g.id, g.change, decode(g.vector, 'hex') from moved m, given g where g.vector is not null
  on conflict (corpus, id, model) do update set change = excluded.change, vector = excluded.vector`
)

/** The vectors that are removed in one statement. */
const removedMax = 10_000

/** $1 corpus, $2 model. The other models stay until their last vectors are removed. */
export const removeOthers = `
  with others as (
    select id, model from retrieval_vectors where corpus = $1 and model <> $2 limit ${removedMax}
  ), removed as (
    delete from retrieval_vectors v using others o where v.corpus = $1 and v.id = o.id and v.model = o.model
  )
  delete from retrieval_embedded where corpus = $1 and model <> $2 and (select count(*) < ${removedMax} from others)`

export const vectors = statement<{ readonly id: string; readonly change: number; readonly vector: Uint8Array }>()(
  { corpus: "text", model: "text", after: "bigint", last: "bigint", limit: "integer" },
  (p) => `
  select id, change, vector from retrieval_vectors
  where corpus = ${p.corpus} and model = ${p.model} and change > ${p.after} and change <= ${p.last}
  order by change limit ${p.limit}`
)
