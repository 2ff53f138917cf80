import { SqlClient } from "@effect/sql/SqlClient"
import { Effect } from "effect"

interface Table {
  readonly name: string
  /** The columns whose values the database does not generate. */
  readonly columns: string | null
}

const tables = `
  select quote_ident(t.tablename) as name, (
    select string_agg(quote_ident(c.column_name), ', ' order by c.ordinal_position) from information_schema.columns c
    where c.table_schema = 'public' and c.table_name = t.tablename and c.is_identity = 'NO' and c.is_generated = 'NEVER'
  ) as columns
  from pg_tables t where t.schemaname = 'public' and t.tablename not in ('schema_migrations', 'auspex_test_clock')`

/** Saves the rows that migrations have inserted into an otherwise empty database, for `restoreSeeds`. */
export const saveSeeds = Effect.gen(function*() {
  const sql = yield* SqlClient
  const found = yield* sql.unsafe<Table>(tables)
  yield* sql.unsafe("create table auspex_test_seeds (statement text not null)")
  for (const { columns, name } of found) {
    yield* sql.unsafe(
      columns === null
        ? `insert into auspex_test_seeds select 'insert into ${name} default values' from ${name}`
        : `insert into auspex_test_seeds
          select format('insert into ${name} (${columns}) select ${columns} from json_populate_record(null::${name}, %L)', to_json(r))
          from ${name} r`
    )
  }
}).pipe(Effect.orDie)

/** Inserts the saved rows again. */
export const restoreSeeds = Effect.gen(function*() {
  const sql = yield* SqlClient
  for (
    const { statement } of yield* sql.unsafe<{ readonly statement: string }>("select statement from auspex_test_seeds")
  ) {
    yield* sql.unsafe(statement)
  }
}).pipe(Effect.orDie)
