import { SqlClient } from "@effect/sql/SqlClient"
import { Effect } from "effect"

const statement = `
  select md5(string_agg(part, ';' order by part)) as text from (
    select concat_ws(' ', 'column', a.attrelid::regclass, a.attname, a.atttypid, a.attnotnull) as part
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
    union all
    select concat_ws(' ', 'storage', oid::regclass, reloptions::text) from pg_class
    where relnamespace = 'public'::regnamespace and reloptions is not null
    union all
    select concat_ws(' ', 'statistics', c.oid::regclass) from pg_class c
    where c.relnamespace = 'public'::regnamespace and exists (select 1 from pg_statistic where starelid = c.oid)
    union all
    select concat_ws(' ', 'constraint', conrelid::regclass, conname, convalidated) from pg_constraint
    where connamespace = 'public'::regnamespace
    union all
    select concat_ws(' ', 'trigger', tgrelid::regclass, tgname, tgenabled) from pg_trigger where not tgisinternal
    union all
    select concat_ws(' ', 'function', oid::regprocedure, md5(prosrc)) from pg_proc
    where pronamespace = 'public'::regnamespace
  ) parts`

/**
 * A digest of the schema: columns, indexes, constraints, triggers and whether they are enabled, functions, storage
 * parameters, and which tables have statistics.
 */
export const schemaText = Effect.flatMap(SqlClient, (sql) => sql.unsafe<{ readonly text: string }>(statement)).pipe(
  Effect.map(([row]) => row!.text),
  Effect.orDie
)
