import { onEachDatabase } from "@auspex/testkit/databases"
import { SqlClient } from "@effect/sql/SqlClient"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"

/** The number of rows of each table, and the position of each sequence. */
const contents = Effect.gen(function*() {
  const sql = yield* SqlClient
  const tables = yield* sql<{ name: string }>`
    select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by 1`
  const rows = yield* sql.unsafe(
    tables.map(({ name }) => `select '${name}' as name, (select count(*)::integer from ${name}) as rows`).join(
      " union all "
    )
  )
  const sequences = yield* sql`select sequencename as name, last_value from pg_sequences order by 1`
  return { rows, sequences }
})

onEachDatabase("a test database", (db) => {
  // Few rows are deleted; with many, the tables are truncated.
  it.live.each([3, 2_000])(
    "with %i accounts and an advanced sequence becomes as empty as before",
    (count) =>
      Effect.gen(function*() {
        const before = yield* contents
        const sql = yield* SqlClient
        yield* sql`insert into accounts (id, type, name, name_key, role, referral_code, trust_label, model)
        select gen_random_uuid(), 'agent', 'Agent ' || n, 'agent ' || n, 'participant', 'AGENT' || n, 'verified', 'gpt-5'
        from generate_series(1, ${count}::integer) n`
        for (const { name } of before.sequences) yield* sql`select nextval(${name}::text::regclass)`
        expect(yield* contents).not.toEqual(before)
        yield* db.reset
        expect(yield* contents).toEqual(before)
      }).pipe(Effect.provide(db.layer))
  )
})
