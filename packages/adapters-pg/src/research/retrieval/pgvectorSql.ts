import { embeddedShareMin } from "@auspex/domain/retrieval"
import { createHash } from "node:crypto"
import { statement } from "../../database/Statement.ts"

/** The largest number of dimensions that an index of pgvector takes; a packed vector has four bytes more. */
const indexedDimensionsMax = 4_000
const packedBytesMax = indexedDimensionsMax + 4

/** The vectors that are compared individually; more in a corpus get an index. */
export const unindexedMax = 10_000

const triggers = ["insert", "update", "delete"] as const
const triggerOf = (event: (typeof triggers)[number]): string => `retrieval_pgvectors_${event}`

/** Removes the objects of `pgvectorSchema`; safe if some or all are missing. */
export const pgvectorRemoval = `
  ${triggers.map((event) => `drop trigger if exists ${triggerOf(event)} on retrieval_vectors;`).join("\n")}
  drop function if exists retrieval_pgvectors_follow();
  drop function if exists retrieval_nearest(text, text, text, text, bigint, bytea, integer);
  do $$ begin
    if exists (select from pg_depend where objid = to_regclass('retrieval_pgvectors') and deptype = 'e') then
      alter extension vector drop table retrieval_pgvectors;
    end if;
  end $$;
  drop table if exists retrieval_pgvectors;
  drop function if exists retrieval_pgvector(bytea);
  delete from retrieval_compared;`

const transitionOf = {
  insert: "referencing new table as new_rows",
  update: "referencing old table as old_rows new table as new_rows",
  delete: "referencing old table as old_rows"
}

const schema = `
  ${pgvectorRemoval}
  create table retrieval_pgvectors (
    corpus text not null,
    model text not null,
    change bigint not null,
    id text not null,
    -- Of unit length.
    vector halfvec not null,
    primary key (corpus, model, change)
  );
  -- A table of the extension is not in dumps. Otherwise, where the extension is missing, psql would take its rows for
  -- statements, and restore neither them nor those of the tables after it.
  do $$ begin
    if pg_has_role(current_user, (select extowner from pg_extension where extname = 'vector'), 'usage') then
      alter extension vector add table retrieval_pgvectors;
    end if;
  end $$;
  -- The scale of a packed vector does not matter to one of unit length.
  create function retrieval_pgvector(packed bytea) returns halfvec language sql immutable strict parallel safe as $$
    select l2_normalize(array_agg((((get_byte(packed, n) + 128) & 255) - 128)::real order by n)::halfvec)
    from generate_series(4, octet_length(packed) - 1) n
  $$;
  create function retrieval_pgvectors_follow() returns trigger language plpgsql as $$
  begin
    if tg_op <> 'INSERT' then
      delete from retrieval_pgvectors p using old_rows o
      where p.corpus = o.corpus and p.model = o.model and p.change = o.change;
    end if;
    if tg_op <> 'DELETE' then
      -- All vectors of a model that begins now come by this trigger.
      insert into retrieval_compared (corpus, model, is_carried, is_ready)
      select distinct n.corpus, n.model, true, true from new_rows n
      where octet_length(n.vector) between 5 and ${packedBytesMax}
        and not exists (select from retrieval_compared c where c.corpus = n.corpus and c.model = n.model)
      on conflict do nothing;
      insert into retrieval_pgvectors (corpus, model, change, id, vector)
      select n.corpus, n.model, n.change, n.id, retrieval_pgvector(n.vector) from new_rows n
      where octet_length(n.vector) between 5 and ${packedBytesMax}
      on conflict do nothing;
    end if;
    return null;
  end $$;
  ${
  triggers.map((event) => `
    create trigger ${triggerOf(event)} after ${event} on retrieval_vectors ${transitionOf[event]}
      for each statement execute function retrieval_pgvectors_follow();
    alter trigger ${triggerOf(event)} on retrieval_vectors depends on extension vector;`).join("")
}
  -- Of few versions the changes are given; of many a bit for each change from first_change on. The index of a corpus and
  -- model is used only by a statement that names both, and the dimensions.
  create function retrieval_nearest(
    of_corpus text, of_model text, query text, few text, first_change bigint, many bytea, nearest_max integer
  ) returns table (id text, change bigint, similarity double precision) language plpgsql
  set hnsw.ef_search = 400 set hnsw.iterative_scan = relaxed_order set jit = off
  as $$
  declare
    wanted constant halfvec := query;
  begin
    if few is not null then
      return query select p.id, p.change, -(p.vector <#> wanted) from retrieval_pgvectors p
        where p.corpus = of_corpus and p.model = of_model and p.change = any (few::bigint[])
        order by p.vector <#> wanted limit nearest_max;
    else
      return query execute format(
        'select p.id, p.change, -(p.vector::halfvec(%1$s) <#> $1) from retrieval_pgvectors p
          where p.corpus = %2$L and p.model = %3$L
            and case when p.change between $2 and $2 + 8 * length($3) - 1 then get_bit($3, p.change - $2) = 1 end
          order by p.vector::halfvec(%1$s) <#> $1 limit %4$s',
        vector_dims(wanted), of_corpus, of_model, nearest_max
      ) using wanted, first_change, many;
    end if;
  end $$;
  insert into retrieval_compared (corpus, model)
  select corpus, model from retrieval_embedded where dimensions <= ${indexedDimensionsMax};`

/** Changes with the schema, which is then rebuilt. */
export const pgvectorSchemaName = `auspex ${createHash("sha256").update(schema).digest("hex").slice(0, 16)}`

/**
 * A copy of the vectors in the type of pgvector. `retrieval_vectors` stays the source, so the copy may be dropped and
 * rebuilt at any time. Without the extension the triggers are removed, so that vectors can still be stored.
 */
export const pgvectorSchema = `${schema} comment on table retrieval_pgvectors is '${pgvectorSchemaName}';`

/** Whether the vectors of pgvector are there. The table goes with the extension, or loses a column. */
const hasVectors = `exists (
      select from pg_attribute where attrelid = to_regclass('retrieval_pgvectors') and attname = 'vector' and not attisdropped
    )`

/** The state of the extension in the database, and whether its objects exist and are complete. */
export const pgvectorState = `
  select default_version as available, installed_version as installed,
    obj_description(to_regclass('retrieval_pgvectors')) as schema_name,
    to_regclass('retrieval_pgvectors') is not null
      or exists (select from pg_trigger where tgname = '${triggerOf("insert")}')
      or exists (select from retrieval_compared) as has_some,
    ${hasVectors} and (select count(*) from pg_trigger where tgname in (${
  triggers.map((event) => `'${triggerOf(event)}'`).join(", ")
})) = ${triggers.length} as is_complete
  from (select 1) one left join pg_available_extensions on name = 'vector'`

export const nearest = statement<{ readonly id: string; readonly change: number; readonly similarity: number }>()(
  {
    corpus: "text",
    model: "text",
    query: "text",
    few: "text",
    first_change: "bigint",
    many: "bytea",
    max: "integer"
  },
  (p) => `
  select id, change, similarity from retrieval_nearest(
    ${p.corpus}, ${p.model}, ${p.query}, ${p.few}, ${p.first_change}, ${p.many}, ${p.max}
  ) order by similarity desc, change`
)

/** $1 corpus, $2 model. */
export const progress = `
  select coalesce(d.change, 0) as change, coalesce(d.dimensions, 0) as dimensions,
    coalesce(c.is_ready, false) and ${hasVectors} as is_compared, ${hasVectors} as is_comparing, (
      select count(*) from retrieval_vectors v where v.corpus = $1 and v.model = $2 and v.vector = ''
    ) as passed_over
  from (select 1) one
  left join retrieval_embedded d on d.corpus = $1 and d.model = $2
  left join retrieval_compared c on c.corpus = d.corpus and c.model = d.model`

/** The names of indexes begin with this. */
const indexPrefix = "retrieval_pgvectors_near_"

/**
 * $1 the vectors that are few. The next thing to do: carry vectors over, count them, or drop an index that no model
 * uses. Vectors are counted once searches use them, and again after a tenth of that number of changes.
 */
export const nextTask = `
  select * from (
    select case when c.is_carried then 'count' else 'carry' end as task, c.corpus, c.model, d.dimensions,
      '${indexPrefix}' || left(md5(c.corpus || chr(10) || c.model), 16) as index_name
    from retrieval_compared c
    join retrieval_embedded d on d.corpus = c.corpus and d.model = c.model
    join retrieval_corpora r on r.corpus = c.corpus
    where not c.is_carried or c.index_name is null and d.dimensions is not null and (
      not c.is_ready or d.change >= $1::integer and d.change >= ${embeddedShareMin} * r.changes
        and d.change - c.counted >= 0.1 * $1::integer)
    union all
    select 'drop', null, null, null, relname from pg_class
    where relkind = 'i' and relname like '${indexPrefix.replaceAll("_", "\\_")}%'
      and relnamespace = (select relnamespace from pg_class where oid = to_regclass('retrieval_compared'))
      and not exists (
        select from retrieval_compared c where relname = '${indexPrefix}' || left(md5(c.corpus || chr(10) || c.model), 16)
      )
  ) due where ${hasVectors} order by task limit 1`

/**
 * $1 corpus, $2 model, $3 limit. In the order of ids, which do not change. The rows are locked, so that a vector that is
 * replaced meanwhile is removed here, too.
 */
export const carry = `
  with batch as (
    select v.id, v.change, v.vector from retrieval_vectors v, retrieval_compared c
    where c.corpus = $1 and c.model = $2 and v.corpus = $1 and v.model = $2 and v.id > c.carried
    order by v.id limit $3 for share of v
  ), carried as (
    insert into retrieval_pgvectors (corpus, model, change, id, vector)
    select $1, $2, b.change, b.id, retrieval_pgvector(b.vector) from batch b
    where b.vector <> '' and not exists (
      select from retrieval_pgvectors p where p.corpus = $1 and p.model = $2 and p.change = b.change
    )
    on conflict do nothing
  )
  update retrieval_compared set
    carried = coalesce((select max(id) from batch), carried), is_carried = (select count(*) < $3 from batch)
  where corpus = $1 and model = $2`

/** $1 corpus, $2 model, $3 the vectors that are few. Whether there are more. */
export const count = `
  with vectors as (
    select count(*) > $3::integer as is_large from (
      select from retrieval_pgvectors where corpus = $1 and model = $2 limit $3::integer + 1
    ) first_ones
  )
  update retrieval_compared c set counted = d.change, is_ready = c.is_ready or not is_large
  from vectors, retrieval_embedded d
  where c.corpus = $1 and c.model = $2 and d.corpus = $1 and d.model = $2 returning is_large`

/** $1 corpus, $2 model, $3 index. */
export const indexed = `
  update retrieval_compared set index_name = $3, is_ready = true where corpus = $1 and model = $2`

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** The index by which many vectors of a corpus and model are compared; parameters are not possible here. */
export const createIndex = (name: string, corpus: string, model: string, dimensions: number): string => `
  create index concurrently ${name} on retrieval_pgvectors
  using hnsw ((vector::halfvec(${Math.trunc(dimensions)})) halfvec_ip_ops) with (m = 16, ef_construction = 200)
  where corpus = ${quoted(corpus)} and model = ${quoted(model)}`
